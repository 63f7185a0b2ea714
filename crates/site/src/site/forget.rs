//! Removing what a site keeps for a user to read.

use super::unvote::Finding;
use crate::item::numbers::UserNumber;
use crate::orders::inbox_position::InboxPosition;
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// What was removed for a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// The number of articles and comments on the user's lists.
    pub marks: usize,
    /// The number of groups, users and items that the user followed and muted.
    pub related: usize,
    /// The number of kept votes.
    pub votes: usize,
    /// Whether anything was removed, be it only up to where the user has seen answers, or what
    /// others had to do with the user.
    pub changed: bool,
}

impl Site {
    /// Removes the lists of a user, the follows and mutes, those of the user by others, the mark
    /// of what was seen, and at most `count` of the votes that the user has kept of what had
    /// closed at
    /// `time`, by ascending id. No count of an article or comment changes.
    pub fn forget(&mut self, user: UserName, count: usize, time: UnixTime) -> Forgotten {
        let Self { items, listings, hasher, .. } = self;
        let users = &mut listings.users;
        let Some(owner) = users.find_owner(user, hasher) else { return Forgotten::default() };
        let number = owner.number;
        let marks = users.lists.forget(owner, items);
        let is_reader = users.is_reader(number);
        if is_reader {
            users.set_seen(number, InboxPosition::default().into());
        }
        let related = self.unrelate_all(number);
        let is_followed = self.listings.users.end_followers(number);
        let found = self.kept_votes(number, time).take(count).collect();
        let votes = self.withdraw(number, found).votes;
        self.listings.users.release_unused([user].into_iter(), &self.hasher);
        let changed = is_reader || is_followed || marks + related + votes > 0;
        Forgotten { marks, related, votes, changed }
    }

    /// Returns the votes that a user has kept of what had closed at `time`, by ascending id.
    fn kept_votes(
        &self,
        user: UserNumber,
        time: UnixTime,
    ) -> impl Iterator<Item = (ItemId, Finding)> {
        let votes = self.listings.users.votes(user).filter(|_| self.settings.keep_votes());
        let ids = votes.into_iter().flat_map(|votes| votes.range(0, Direction::Ascending));
        let found = ids.filter_map(move |id| {
            let id = ItemId::new(id);
            self.finding_of(user, id, time).map(|finding| (id, finding))
        });
        found.filter(|(_, finding)| *finding != Finding::Voted)
    }
}
