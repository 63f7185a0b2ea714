//! What leads to a user, and from the user to lists, is one cache miss after the other. Each step
//! here starts to load what the step before has led to, while a change does something else.

use super::Users;
use crate::item::numbers::UserNumber;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::prefetch::prefetch;
use crate::terms::types::UserName;

impl Users {
    /// Starts to look a user up, so that [`Users::find`] does not wait for it. Returns the hash of
    /// the name.
    pub fn prefetch(&self, name: UserName, hasher: &KeyedHash) -> u64 {
        let hash = hasher.of(name.as_bytes());
        self.names.prefetch(hash);
        hash
    }

    /// Starts to load the users whose names may have that hash, which [`Users::prefetch`] has led
    /// to.
    pub fn prefetch_found(&self, hash: u64) {
        self.names.find(hash).for_each(|number| self.prefetch_record(UserNumber(number)));
    }

    /// Starts to load a user, so that [`Users::prefetch_body`] does not wait.
    pub fn prefetch_record(&self, number: UserNumber) {
        self.users.get(number.0).inspect(|user| prefetch(*user));
    }

    /// Starts to load what a user has, so that a change of it does not wait.
    pub fn prefetch_body(&self, number: UserNumber) {
        self.users.get(number.0).inspect(|user| user.prefetch());
    }

    /// Starts to load the lists of what a user has, which [`Users::prefetch_body`] has led to.
    pub fn prefetch_lists(&self, number: UserNumber) {
        self.users.get(number.0).inspect(|user| user.prefetch_lists());
    }

    /// Starts to load the answers to a user, which [`Users::prefetch_lists`] has led to.
    pub fn prefetch_answers(&self, number: UserNumber) {
        self.users.get(number.0).inspect(|user| user.prefetch_answers());
    }
}
