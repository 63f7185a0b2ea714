//! Answering articles and comments.

use crate::item::Item;
use crate::item::content::Lineage;
use crate::item::fields::{FieldPair, Fields};
use crate::items::Node;
use crate::site::Origin;
use crate::site::Site;
use crate::site::record::RecordContent;
use crate::terms::error::Error;
use crate::terms::types::{CommentText, ItemId, UnixTime, UserName};

/// A comment to be posted.
#[derive(Clone, Copy, Debug)]
pub struct NewComment<'a> {
    /// The user who posts.
    pub poster: UserName<'a>,
    /// The article or comment that it answers.
    pub parent: ItemId,
    /// The text.
    pub text: CommentText<'a>,
    /// The custom fields; if a name is given twice, the last value wins.
    pub fields: &'a [FieldPair<'a>],
    /// The id; None for the next one.
    pub id: Option<ItemId>,
    /// The time of posting.
    pub time: UnixTime,
    /// Whether it is held back: it is hidden, and counts as no comment until it is listed.
    pub is_held: bool,
}

impl Site {
    /// Posts a comment and returns its id. It counts as a comment of everything above it, and
    /// bumps its article, unless the article is too old for that. Also [drops](Site::drop_closed)
    /// the vote records of items whose voting had closed at its time.
    ///
    /// # Errors
    ///
    /// What it answers does not exist, or its article does not; it or anything above it is hidden
    /// or locked; it is too deep in the thread; or as for [`Site::post`].
    pub fn comment(&mut self, new: &NewComment, origin: Origin) -> Result<ItemId, Error> {
        let NewComment { poster, parent, text, fields, id, time, is_held } = *new;
        // The poster comes while the rest is read, and who is answered while the poster is found.
        let users = &self.listings.users;
        let hash = users.prefetch(poster, &self.hasher);
        let answered = self.items.prefetch(parent).ok_or(Error::NoArticle)?;
        users.prefetch_found(hash);
        if let Origin::Client(_) = origin {
            self.check_takes_comments(answered)?;
        }
        users.prefetch_inbox(answered.poster);
        let lineage = lineage_below(parent, Node::Item(answered))?;
        let id = self.id_for(id, time, origin)?;
        let fields = Fields::new(fields)?;

        let number = self.listings.users.find_or_insert(poster, hash)?;
        self.drop_closed(time);
        self.insert_new(
            id,
            number,
            time,
            RecordContent::Comment { text, lineage, comments: 0 },
            fields,
            is_held,
        );
        Ok(id)
    }

    /// Checks that neither an article or a comment nor anything above it keeps comments off. What
    /// was hidden or locked when it was deleted still does.
    fn check_takes_comments(&self, item: &Item) -> Result<(), Error> {
        self.items.article_of(item).ok_or(Error::NoArticle)?;
        let node = Node::Item(item);
        let above = self.items.above(node).map(|(_, node)| node);
        let mut is_locked = false;
        for node in std::iter::once(node).chain(above) {
            let flags = node.flags();
            if !flags.is_listed() {
                return Err(Error::Hidden);
            }
            is_locked |= flags.locked;
        }
        if is_locked { Err(Error::Locked) } else { Ok(()) }
    }
}

/// Returns where in its thread an answer is to an article, a comment or the tombstone of a deleted
/// one.
pub(super) fn lineage_below(parent: ItemId, node: Node) -> Result<Lineage, Error> {
    match node.lineage() {
        None => Ok(Lineage { parent, article: parent, depth: 1 }),
        Some(Lineage { article, depth, .. }) => {
            let depth = depth.checked_add(1).ok_or(Error::TooDeep)?;
            Ok(Lineage { parent, article, depth })
        }
    }
}
