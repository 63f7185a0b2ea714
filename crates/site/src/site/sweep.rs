//! Votes whose records are dropped, and which their users still list: they are swept, a bounded
//! number at a time, since closing a popular article must not take long. Long lists that were
//! removed, deleted ids in lists, and follows of who was forgotten are swept likewise.
//!
//! What is swept when is invisible. So it is neither a change of the site nor replicated, and
//! differs between servers.

use crate::item::Item;
use crate::item::ledger::Entries;
use crate::site::Site;
use crate::structures::chunks::Chunks;
use crate::terms::types::ItemId;

/// The number of votes that are swept with each change of a site. More than a change adds on
/// average, since each vote is cast once and swept once.
const VOTES_PER_CHANGE: usize = 100;

/// The number of articles and comments that are visited with each change of a site, while kept
/// votes are dropped.
const ITEMS_PER_CHANGE: usize = 100;

/// What is to be swept.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Votes that were on articles and comments.
    votes: Chunks<(ItemId, Entries)>,
    /// The id from which on votes are kept that must not be.
    kept_from: Option<u32>,
}

impl Sweep {
    pub fn add(&mut self, id: ItemId, votes: Entries) {
        if !votes.is_empty() {
            self.votes.push((id, votes));
        }
    }

    /// Has all kept votes dropped.
    pub fn drop_kept(&mut self) {
        self.kept_from = Some(0);
    }

    pub fn drops_kept(&self) -> bool {
        self.kept_from.is_some()
    }

    pub fn is_done(&self) -> bool {
        self.votes.is_empty() && self.kept_from.is_none()
    }

    pub fn iter(&self) -> impl Iterator<Item = &(ItemId, Entries)> {
        self.votes.iter()
    }
}

impl Site {
    /// Removes a bounded number of votes whose records are dropped from the lists of their users,
    /// and as many ids that lists must not have. Users who have nothing any more are forgotten.
    /// Nothing that anybody can read changes.
    pub fn sweep(&mut self) {
        self.sweep_votes(VOTES_PER_CHANGE);
        if self.sweep.votes.is_empty() {
            self.sweep_kept(ITEMS_PER_CHANGE);
        }
        let Self { items, listings, hasher, .. } = self;
        if listings.users.lists.has_to_sweep() {
            listings.users.sweep_lists(items, hasher);
        }
        if listings.users.has_ended() {
            listings.users.sweep_ended(items, hasher);
        }
    }

    /// Drops the votes that are kept and must not be, of the next `items` articles and comments.
    pub(super) fn sweep_kept(&mut self, items: usize) {
        let Some(from) = self.sweep.kept_from else { return };
        let mut left = self.items.iter_from(from);
        let is_kept = |(_, item): &(ItemId, &Item)| item.ledger.kept().is_some();
        let kept: Vec<_> = left.by_ref().take(items).filter(is_kept).map(|(id, _)| id).collect();
        self.sweep.kept_from = left.next().map(|(id, _)| id.get());
        drop(left);
        for id in kept {
            self.change_item(id, |item, _| item.drop_votes());
        }
    }

    /// Sweeps all that is left, however much it is.
    pub fn finish_sweep(&mut self) {
        while self.has_to_sweep() {
            self.sweep();
        }
    }

    /// Returns whether something is left to be swept.
    pub fn has_to_sweep(&self) -> bool {
        let users = &self.listings.users;
        self.has_votes_to_sweep() || users.lists.has_to_sweep() || users.has_ended()
    }

    pub(super) fn has_votes_to_sweep(&self) -> bool {
        !self.sweep.is_done()
    }

    /// Sweeps the votes that were on an article or comment, before it gets others of the same
    /// users.
    pub(super) fn sweep_votes_of(&mut self, id: ItemId) {
        if self.sweep.iter().any(|(swept, _)| *swept == id) {
            self.sweep_votes(usize::MAX);
        }
    }

    fn sweep_votes(&mut self, votes: usize) {
        let Self { sweep, listings, hasher, .. } = self;
        for _ in 0..votes {
            let Some((id, entries)) = sweep.votes.last_mut() else { return };
            if let Some(user) = entries.pop() {
                listings.users.remove_vote(user, *id, hasher);
            }
            if entries.is_empty() {
                sweep.votes.pop();
            }
        }
    }
}
