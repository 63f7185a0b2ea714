//! What an article or comment takes at the moment, with what it inherits from above.

use std::collections::BTreeMap;

use crate::items::Node;
use crate::site::view::{ItemView, Viewer};
use crate::site::vote;
use crate::terms::types::{ItemId, UnixTime};

/// Below which articles and comments answers are accepted, so far as it is known. What several
/// answers have above them is looked at once.
#[derive(Debug, Default)]
pub struct Answerable(BTreeMap<ItemId, bool>);

impl ItemView<'_> {
    /// Returns whether it is in listings: neither it nor its article is hidden or deleted.
    pub fn is_listed(&self) -> bool {
        self.item.is_listed() && self.site.items.is_in_shown_thread(self.item)
    }

    /// Returns whether it takes votes of a viewer, or of anybody who did not post it.
    pub fn takes_votes(&self, viewer: Option<Viewer>, now: UnixTime) -> bool {
        let is_own = viewer.is_some_and(|viewer| viewer.is(self.item.poster));
        let thread = self.site.check_thread(self.id);
        vote::check(self.item, thread, None, &self.site.settings, now).is_ok()
            && !self.item.ledger.is_closed()
            && (!is_own || self.site.settings.self_vote())
    }

    /// Returns whether it takes comments.
    pub fn takes_comments(&self, known: &mut Answerable) -> bool {
        let node = Node::Item(self.item);
        let is_deep = node.lineage().is_some_and(|lineage| lineage.depth == u8::MAX);
        if is_deep || self.site.items.article_of(self.item).is_none() {
            return false;
        }
        let (mut passed, mut is_open) = (Vec::new(), true);
        for (id, node) in std::iter::once((self.id, node)).chain(self.site.items.above(node)) {
            if let Some(found) = known.0.get(&id) {
                is_open = *found;
                break;
            }
            passed.push(id);
            let flags = node.flags();
            if flags.locked || !flags.is_listed() {
                // What was passed is below it.
                is_open = false;
                break;
            }
        }
        known.0.extend(passed.into_iter().map(|id| (id, is_open)));
        is_open
    }
}
