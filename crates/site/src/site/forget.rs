//! Removing what a site keeps for a user to read.

use super::unvote::Finding;
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// What was removed for a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// The number of articles and comments on the user's lists.
    pub marks: usize,
    /// The number of kept votes.
    pub votes: usize,
    /// Whether anything was removed, be it only which answers the user has seen.
    pub changed: bool,
}

impl Site {
    /// Removes the lists of a user, the votes that the user has kept of what had closed at `time`,
    /// and the last answer seen. No count of an article or comment changes.
    pub fn forget(&mut self, user: UserName, time: UnixTime) -> Forgotten {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(owner) = users.find_owner(user, hasher) else { return Forgotten::default() };
        let number = owner.number;
        let marks = users.lists.forget(owner, items);
        let has_seen = users.seen(number) > 0;
        if has_seen {
            users.set_seen(number, 0);
        }
        let votes = self.listings.users.votes(number).into_iter();
        let voted = votes.flat_map(|votes| votes.range(0, Direction::Ascending));
        let found = voted.filter_map(|id| {
            let item = self.items.get(ItemId::new(id))?;
            item.ledger.get(number)?;
            let finding = self.finding(item, time)?;
            let is_kept = self.settings.keep_votes() && finding != Finding::Voted;
            is_kept.then_some((ItemId::new(id), finding))
        });
        let found = found.collect();
        let votes = self.withdraw((user, Some(number)), found).withdrawn;
        self.listings.users.release_unused([user].into_iter(), &self.hasher);
        Forgotten { marks, votes, changed: has_seen || marks + votes > 0 }
    }
}
