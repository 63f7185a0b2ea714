//! What is above a comment: everything that it answers, up to its article.

use super::{Items, Node};
use crate::item::Item;
use crate::orders::summary::Maxima;
use crate::terms::types::ItemId;

impl Items {
    /// Returns what is above an article, a comment or the tombstone of one, from its parent up.
    pub fn above<'a>(&'a self, node: Node<'a>) -> impl Iterator<Item = (ItemId, Node<'a>)> {
        let parent = |node: Node<'a>| {
            let id = node.lineage()?.parent;
            Some((id, self.node(id)?))
        };
        std::iter::successors(parent(node), move |(_, node)| parent(*node))
    }

    /// Returns whether a comment is below an article or another comment.
    pub fn is_below(&self, comment: &Item, id: ItemId) -> bool {
        // What is above a comment has a lower id.
        let mut above = self.above(Node::Item(comment)).take_while(|(above, _)| *above >= id);
        above.any(|(above, _)| above == id)
    }

    /// Returns the article of a comment, or the article itself. None if it is deleted.
    pub fn article_of<'a>(&'a self, item: &'a Item) -> Option<&'a Item> {
        let comment = item.content.comment();
        comment.map_or(Some(item), |comment| self.articles.get(comment.article().get()))
    }

    /// Returns whether the article of a comment is listed, or an article is.
    pub fn is_in_shown_thread(&self, item: &Item) -> bool {
        self.article_of(item).is_some_and(Item::is_listed)
    }

    /// Returns whether [`Items::is_in_shown_thread`] may be true of a comment in a part of the
    /// table.
    pub fn may_be_in_shown_thread(&self, maxima: &Maxima) -> bool {
        maxima.thread().is_none_or(|article| self.is_listed_article(article))
    }

    /// Returns an article, a comment or the tombstone of one, and its article, if that is listed.
    pub fn in_shown_thread(&self, id: ItemId) -> Option<(Node<'_>, ItemId)> {
        let node = self.node(id)?;
        let article = node.lineage().map_or(id, |lineage| lineage.article);
        self.is_listed_article(article).then_some((node, article))
    }

    fn is_listed_article(&self, article: ItemId) -> bool {
        self.articles.get(article.get()).is_some_and(Item::is_listed)
    }

    /// Returns whether there are comments whose article is deleted.
    pub fn has_deleted_articles(&self) -> bool {
        self.deleted_articles > 0
    }
}
