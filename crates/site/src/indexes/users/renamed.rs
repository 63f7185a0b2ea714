//! Users whom others follow or mute by a number that stands for another user now.
//!
//! When a user becomes another, whoever follows or mutes the first does so with the second. These
//! can be very many, so what they follow is changed later, a bounded number of users at a time,
//! and until then it is read as if it were changed already: nobody can see when it is.

use std::borrow::Cow;
use std::collections::BTreeMap;

use thin_vec::ThinVec;

use super::relations::{Related, Relation, add, remove};
use super::{Name, Users};
use crate::item::numbers::UserNumber;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::types::UserName;

/// The number of users who are visited with each change of a site.
const STEP: u32 = 100;

/// The users who have become others. They have no name and nothing else any more.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// Whom each stands for, who is [held](Users::hold) by this, and is not renamed.
    now: BTreeMap<UserNumber, UserNumber>,
    /// The number of the user whose follows and mutes are changed next.
    next: u32,
}

impl Renamed {
    /// Returns whom each stands for.
    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, UserNumber)> {
        self.now.iter().map(|(user, now)| (*user, *now))
    }

    fn is_among(&self, users: &[UserNumber]) -> bool {
        match self.now.len() < users.len() {
            true => self.now.keys().any(|user| users.binary_search(user).is_ok()),
            false => users.iter().any(|user| self.now.contains_key(user)),
        }
    }

    /// Returns groups and users with whom they are now.
    pub fn resolve<'a>(&self, related: &'a Related) -> Cow<'a, Related> {
        if self.now.is_empty() || !self.is_among(&related.users) {
            return Cow::Borrowed(related);
        }
        let now = |user: &UserNumber| *self.now.get(user).unwrap_or(user);
        let mut users: ThinVec<_> = related.users.iter().map(now).collect();
        users.sort_unstable();
        users.dedup();
        Cow::Owned(Related { groups: related.groups.clone(), users })
    }
}

impl Users {
    /// Returns the users who have become others and are still followed or muted.
    pub fn renamed(&self) -> &Renamed {
        &self.renamed
    }

    /// Has everybody who follows or mutes a user follow or mute another instead, who does not
    /// follow or mute itself by that. The user must have nothing else, and has no name any more.
    /// Returns how many follows and mutes these are.
    pub fn rename(&mut self, user: UserNumber, new: UserNumber, hasher: &KeyedHash) -> usize {
        let before: Vec<_> = self
            .renamed
            .iter()
            .filter(|(_, now)| *now == user)
            .map(|(before, _)| before)
            .collect();
        let mut followers = 0;
        for relation in Relation::ALL {
            let own = before.iter().copied().chain([user]);
            let own = self.change_related(new, relation, |it| remove(&mut it.users, own));
            self.let_go(&own, hasher);
            followers += own.len();
        }
        // Those who have become the user, and whom somebody still follows.
        let before = before.into_iter().filter(|before| self.renamed.now.contains_key(before));
        let before: Vec<_> = before.collect();
        for before in &before {
            self.renamed.now.insert(*before, new);
            self.hold(&[new]);
            self.let_go(&[user], hasher);
        }
        if let Some(followed) = self.held.get(user.0).copied()
            && let Some(name) = self.users.get_mut(user.0)
        {
            let hash = hasher.of(name.get().as_bytes());
            followers += followed as usize;
            *name = Name::new(UserName::stored(&[]));
            self.names.remove(hash, user.0);
            self.renamed.now.insert(user, new);
            self.hold(&[new]);
        }
        followers + before.len()
    }

    /// Notes that a user who may have become another has nothing any more.
    pub(super) fn forget_renamed(&mut self, user: UserNumber, hasher: &KeyedHash) {
        if let Some(now) = self.renamed.now.remove(&user) {
            self.let_go(&[now], hasher);
        }
    }

    /// Returns whether a user has become another.
    pub fn is_renamed(&self, user: UserNumber) -> bool {
        self.renamed.now.contains_key(&user)
    }

    /// Returns whether somebody follows or mutes a user who has become another.
    pub fn has_renamed(&self) -> bool {
        !self.renamed.now.is_empty()
    }

    /// Changes what the next users follow and mute.
    pub fn sweep_renamed(&mut self, hasher: &KeyedHash) {
        let first = if self.renamed.next < self.users.end() { self.renamed.next } else { 0 };
        self.renamed.next = first.saturating_add(STEP);
        (first..self.renamed.next).for_each(|user| self.resolve(UserNumber(user), hasher));
    }

    /// Changes what a user follows and mutes to whom they are now.
    pub fn resolve(&mut self, number: UserNumber, hasher: &KeyedHash) {
        for relation in Relation::ALL {
            let Some(Cow::Owned(resolved)) = self.related(number, relation) else { continue };
            let renamed = self.renamed.now.keys().copied().collect::<Vec<_>>();
            let (new, old) = self.change_related(number, relation, |it| {
                let new = add(&mut it.users, resolved.users);
                (new, remove(&mut it.users, renamed))
            });
            self.hold(&new);
            self.let_go(&old, hasher);
        }
    }
}
