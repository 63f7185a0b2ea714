//! What leads to a user, and from the user to lists, is one cache miss after the other. Each step
//! here starts to load what the step before has led to, while a change does something else.

use super::Users;
use crate::item::numbers::UserNumber;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::kind::Kind;
use crate::terms::types::UserName;

impl Users {
    /// Starts to look a user up, so that [`Users::prefetch_found`] does not wait for it. Returns
    /// the hash of the name.
    pub fn prefetch(&self, name: UserName, hasher: &KeyedHash) -> u64 {
        let hash = hasher.of(name.as_bytes());
        self.names.prefetch(hash);
        hash
    }

    /// Starts to load the name and the votes of the first user whose name has that hash, hardly
    /// ever another than is looked for. Returns the user's number.
    pub fn prefetch_found(&self, hash: u64) -> Option<UserNumber> {
        let number = self.names.find(hash).next()?;
        self.users.get(number).inspect(|name| name.prefetch());
        self.votes.get(number).inspect(|votes| votes.prefetch());
        Some(UserNumber(number))
    }

    /// Starts to load what [`Users::prefetch_found`] has led to: the list of votes, if one more
    /// changes it.
    pub fn prefetch_votes(&self, number: UserNumber) {
        self.votes.get(number.0).inspect(|votes| votes.prefetch_list());
    }

    /// Starts to load what a user has besides votes.
    pub fn prefetch_account(&self, number: UserNumber) {
        self.accounts.get(number.0).inspect(|account| account.prefetch());
    }

    /// Starts to load what [`Users::prefetch_account`] has led to: the end of the list of articles
    /// or comments.
    pub fn prefetch_list(&self, number: UserNumber, kind: Kind) {
        self.accounts.get(number.0).inspect(|account| account.prefetch_list(kind));
    }

    /// Starts to load what [`Users::prefetch_account`] has led to: what leads to answers.
    pub fn prefetch_inbox(&self, number: UserNumber) {
        self.accounts.get(number.0).inspect(|account| account.prefetch_inbox());
    }

    /// Starts to load the answers to a user, which [`Users::prefetch_inbox`] has led to.
    pub fn prefetch_answers(&self, number: UserNumber) {
        self.accounts.get(number.0).inspect(|account| account.prefetch_answers());
    }
}
