//! Votes whose records are dropped, and which their users still list: they are swept, a bounded
//! number at a time, since closing a popular article must not take long.
//!
//! What is swept when is invisible. So it is neither a change of the site nor replicated, and
//! differs between servers.

use crate::item::ledger::Entries;
use crate::site::Site;
use crate::structures::chunks::Chunks;
use crate::terms::types::ItemId;

/// The number of votes that are swept with each change of a site. More than a change adds on
/// average, since each vote is cast once and swept once.
const VOTES_PER_CHANGE: usize = 100;

/// The votes to be swept.
#[derive(Clone, Debug, Default)]
pub struct Sweep(Chunks<(ItemId, Entries)>);

impl Sweep {
    /// Adds the votes that were on an article or comment.
    pub fn add(&mut self, id: ItemId, votes: Entries) {
        if !votes.is_empty() {
            self.0.push((id, votes));
        }
    }

    /// Returns whether there is nothing to sweep.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the votes to be swept.
    pub fn iter(&self) -> impl Iterator<Item = &(ItemId, Entries)> {
        self.0.iter()
    }
}

impl Site {
    /// Removes a bounded number of votes whose records are dropped from the lists of their users.
    /// Users who have nothing any more are forgotten. Nothing that anybody can read changes.
    pub fn sweep(&mut self) {
        self.sweep_votes(VOTES_PER_CHANGE);
    }

    /// Returns whether votes are left to be swept.
    pub fn has_votes_to_sweep(&self) -> bool {
        !self.sweep.is_done()
    }

    fn sweep_votes(&mut self, votes: usize) {
        let Self { sweep, listings, hasher, .. } = self;
        for _ in 0..votes {
            let Some((id, entries)) = sweep.0.last_mut() else { return };
            if let Some(user) = entries.pop() {
                listings.users.remove_vote(user, *id, hasher);
            }
            if entries.is_empty() {
                sweep.0.pop();
            }
        }
    }
}
