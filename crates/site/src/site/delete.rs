//! Deleting articles and comments.

use crate::item::content::Lineage;
use crate::items::Node;
use crate::site::Site;
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;

impl Site {
    /// Deletes an article or a comment. Comments below it stay, and while there are any, its place in
    /// the thread stays, too. Returns false if there is nothing of that id.
    pub fn delete(&mut self, id: ItemId) -> bool {
        let Some(item) = self.items.get(id) else { return false };
        let (kind, is_listed) = (item.content.kind(), item.is_listed());
        if let Some(Lineage { parent, .. }) = Node::Item(item).lineage()
            && is_listed
        {
            self.items.count_above(parent, -1, None, &mut self.changes);
        }
        let Some(mut item) = self.items.remove(id, kind) else { return false };
        self.listings.remove(id, &item, &self.hasher);
        if kind == Kind::Article {
            self.links.remove(id, &item, &self.hasher);
        }
        self.closing.remove(id, &item);
        self.votes -= item.recorded_votes();
        self.changes.count_deletion(id);
        self.closed_ledgers.extend(item.drop_votes());
        true
    }
}
