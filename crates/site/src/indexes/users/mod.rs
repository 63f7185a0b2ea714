//! The users of a site: who voted, posted, marked or followed something, or is followed. Their
//! names, what they voted on, what they posted, their karma, their lists, and what they follow.

mod by_user;
mod check;
mod ended;
mod inbox;
pub mod lists;
mod loading;
mod name;
mod posted;
pub mod relations;

use roaring::RoaringBitmap;

use crate::indexes::standing::Standing;
use crate::item::ledger::MAX_USERS;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::structures::by_number::ByNumber;
use crate::structures::hash_index::HashIndex;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::number_list::NumberList;
use crate::structures::numbered::Numbered;
use crate::structures::prefetch::prefetch;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};
use ended::Ended;
use inbox::Inbox;
use lists::{Lists, Owner};
use name::Name;
use posted::Posted;
pub use posted::Submissions;
use relations::Relations;

/// What a user has a vote on. Most users vote seldom: up to five ids take no memory of their own.
pub type VotedIds = NumberList<5>;

/// All users who have votes, articles, comments or lists, have seen an answer, are silenced,
/// follow or mute anything, or are followed or muted.
#[derive(Clone, Debug, Default)]
pub struct Users {
    /// All users. What else they have is in tables of its own, where a user without it takes half
    /// a byte: a vote loads a name and the votes at the same time, and nothing else.
    users: Numbered<Name>,
    /// What users who have votes have voted on, by their numbers.
    votes: ByNumber<VotedIds>,
    /// What users have to read and have seen, by their numbers.
    inboxes: ByNumber<Inbox>,
    /// The numbers of users by their names, which are stored with the users only.
    names: HashIndex,
    /// The number of users who have articles or comments.
    posters: usize,
    /// The numbers of silenced users, who are nearly always none: a vote reads no more of it.
    silenced: RoaringBitmap,
    articles: Posted,
    comments: Posted,
    pub lists: Lists,
    /// What users who follow or mute anything follow and mute, by their numbers.
    relations: ByNumber<Relations>,
    /// How many users follow, and mute, each user, by number.
    held: [ByNumber<u32>; 2],
    /// Whom others may still have in their lists, and do not follow or mute any more.
    ended: Ended,
}

impl Users {
    pub fn posters(&self) -> usize {
        self.posters
    }

    pub fn numbers(&self) -> impl Iterator<Item = UserNumber> + '_ {
        self.users.iter().map(|(number, _)| UserNumber(number))
    }

    /// Returns the numbers of users from a number on, in ascending order.
    pub fn numbers_from(&self, number: u32) -> impl Iterator<Item = UserNumber> {
        let is_used = |number: &u32| self.users.get(*number).is_some();
        (number..self.users.end()).filter(is_used).map(UserNumber)
    }

    pub fn owner(&self, number: UserNumber, hasher: &KeyedHash) -> Owner {
        Owner { number, hash: hasher.of(self.name(number).as_bytes()) }
    }

    pub fn find_owner(&self, name: UserName, hasher: &KeyedHash) -> Option<Owner> {
        let hash = hasher.of(name.as_bytes());
        Some(Owner { number: self.find(name, hash)?, hash })
    }

    /// Sweeps lists; see [`Lists::sweep`]. Users who have nothing any more are forgotten.
    pub fn sweep_lists(&mut self, items: &mut Items, hasher: &KeyedHash) {
        let Self { users, lists, .. } = self;
        let hash = |number: UserNumber| {
            users.get(number.0).map_or(0, |name: &Name| hasher.of(name.as_bytes()))
        };
        let without_list = lists.sweep(items, hash);
        without_list.into_iter().for_each(|user| self.release(user, hasher));
    }

    /// Returns whether a user has more than lists of what is gone, and follows and mutes of it.
    pub fn is_in_use(&self, number: UserNumber, items: &Items, hasher: &KeyedHash) -> bool {
        !self.has_no_more_than_relations(number)
            || self.has_relations(number, items)
            || self.lists.has_existing(self.owner(number, hasher))
    }

    /// Returns whether a user has no votes, articles or comments, has seen no answer, is not
    /// silenced, follows and mutes nothing, and is neither followed nor muted.
    fn has_nothing(&self, number: UserNumber) -> bool {
        self.relations.get(number.0).is_none() && self.has_no_more_than_relations(number)
    }

    fn has_no_more_than_relations(&self, UserNumber(number): UserNumber) -> bool {
        self.votes.get(number).is_none()
            && !self.is_poster(UserNumber(number))
            && self.inboxes.get(number).is_none()
            && !self.silenced.contains(number)
            && self.held.iter().all(|held| held.get(number).is_none())
    }

    /// Returns the articles, or the comments, of users.
    pub fn posted(&self, kind: Kind) -> &Posted {
        match kind {
            Kind::Article => &self.articles,
            Kind::Comment => &self.comments,
        }
    }

    fn posted_mut(&mut self, kind: Kind) -> &mut Posted {
        match kind {
            Kind::Article => &mut self.articles,
            Kind::Comment => &mut self.comments,
        }
    }

    fn is_poster(&self, number: UserNumber) -> bool {
        Kind::ALL.into_iter().any(|kind| self.posted(kind).by(number).is_some())
    }

    pub fn name(&self, number: UserNumber) -> UserName<'_> {
        UserName::stored(self.users.get(number.0).map_or(&[], Name::as_bytes))
    }

    pub fn number(&self, name: UserName, hasher: &KeyedHash) -> Option<UserNumber> {
        self.find(name, hasher.of(name.as_bytes()))
    }

    /// Starts to look a user up, so that [`Users::prefetch_found`] does not wait. Returns the hash
    /// of the name.
    pub fn prefetch(&self, name: UserName, hasher: &KeyedHash) -> u64 {
        let hash = hasher.of(name.as_bytes());
        self.names.prefetch(hash);
        hash
    }

    /// Starts to load the name and the votes of the first user whose name has that hash, hardly
    /// ever another than is looked for.
    pub fn prefetch_found(&self, hash: u64) {
        if let Some(number) = self.names.find(hash).next() {
            self.users.get(number).inspect(|name| prefetch(*name));
            self.votes.get(number).inspect(|votes| prefetch(*votes));
        }
    }

    pub fn find(&self, name: UserName, hash: u64) -> Option<UserNumber> {
        self.names.find(hash).map(UserNumber).find(|number| self.name(*number) == name)
    }

    /// Returns the number of the user of a name, and creates the user if there is none. The caller
    /// must give a user who is new something of what [`Users`] has.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn number_or_new(
        &mut self,
        name: UserName,
        hasher: &KeyedHash,
    ) -> Result<UserNumber, Error> {
        self.find_or_insert(name, hasher.of(name.as_bytes()))
    }

    /// As [`Users::number_or_new`], of a name with that hash.
    pub fn find_or_insert(&mut self, name: UserName, hash: u64) -> Result<UserNumber, Error> {
        match self.find(name, hash) {
            Some(number) => Ok(number),
            None => self.insert(name, hash),
        }
    }

    /// Creates a user whose name has that hash, as [`Users::number_or_new`].
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn insert(&mut self, name: UserName, hash: u64) -> Result<UserNumber, Error> {
        let number = self.insert_unindexed(name)?;
        self.names.insert(hash, number.0);
        Ok(number)
    }

    /// Creates a user who is not found by the name before [`Users::index_names`].
    ///
    /// # Errors
    ///
    /// [`Error::TooManyUsers`].
    pub fn insert_unindexed(&mut self, name: UserName) -> Result<UserNumber, Error> {
        // The lowest free number is taken, so no number exceeds how many there are.
        if self.users.len() >= MAX_USERS as usize {
            return Err(Error::TooManyUsers);
        }
        Ok(UserNumber(self.users.insert(Name::new(name.as_bytes()))))
    }

    /// Returns the ids of what a user has a vote on, and of what a vote was on whose records are
    /// dropped but not swept.
    pub fn votes(&self, number: UserNumber) -> Option<&VotedIds> {
        self.votes.get(number.0)
    }

    /// Notes that a user, who had none, has a vote on an item.
    pub fn add_vote(&mut self, number: UserNumber, id: ItemId) {
        match self.votes.get_mut(number.0) {
            Some(votes) => _ = votes.insert(id.get()),
            None => self.votes.insert(number.0, VotedIds::from_sorted(&[id.get()])),
        }
    }

    /// Notes that a user has no vote on an item any more. The user goes with the last.
    pub fn remove_vote(&mut self, number: UserNumber, id: ItemId, hasher: &KeyedHash) {
        if let Some(votes) = self.votes.get_mut(number.0)
            && votes.remove(id.get())
            && votes.is_empty()
        {
            self.votes.remove(number.0);
            self.release(number, hasher);
        }
    }

    pub fn end(&self) -> u32 {
        self.users.end()
    }

    /// Has the allocator move what a user has; see [`Site::defragment`](crate::Site::defragment).
    pub fn defragment(&mut self, number: UserNumber) {
        [&mut self.articles, &mut self.comments]
            .into_iter()
            .for_each(|posted| posted.defragment(number));
        let inbox = self.inboxes.get_mut(number.0);
        inbox.into_iter().for_each(|inbox| inbox.answers.defragment());
        self.votes.get_mut(number.0).into_iter().for_each(VotedIds::defragment);
        self.relations.get_mut(number.0).into_iter().for_each(Relations::defragment);
    }

    /// Returns whether a user's votes on what others posted are silent.
    pub fn is_silenced(&self, number: UserNumber) -> bool {
        self.silenced.contains(number.0)
    }

    /// Has a user's votes be silent, or count. Returns whether that is new.
    pub fn set_silenced(&mut self, number: UserNumber, is_silenced: bool) -> bool {
        match is_silenced {
            true => self.silenced.insert(number.0),
            false => self.silenced.remove(number.0),
        }
    }

    pub fn release(&mut self, number: UserNumber, hasher: &KeyedHash) {
        if self.has_nothing(number)
            && !self.lists.has(self.owner(number, hasher))
            && let Some(name) = self.users.remove(number.0)
        {
            self.names.remove(hasher.of(name.as_bytes()), number.0);
        }
    }

    /// Of the users with these names, removes all who have nothing.
    pub fn release_unused<'a>(
        &mut self,
        names: impl Iterator<Item = UserName<'a>>,
        hasher: &KeyedHash,
    ) {
        for name in names {
            if let Some(number) = self.number(name, hasher) {
                self.release(number, hasher);
            }
        }
    }

    pub fn release_all(&mut self, hasher: &KeyedHash) {
        let unused: Vec<_> = self.numbers().filter(|number| self.has_nothing(*number)).collect();
        unused.into_iter().for_each(|number| self.release(number, hasher));
    }

    /// Adds an article or comment to its poster. `items` has all others.
    pub fn add(&mut self, standing: &Standing, items: &Items) {
        let Standing { poster, kind, .. } = *standing;
        let other = match kind {
            Kind::Article => Kind::Comment,
            Kind::Comment => Kind::Article,
        };
        if self.posted_mut(kind).add(standing, items.of(kind))
            && self.posted(other).by(poster).is_none()
        {
            self.posters += 1;
        }
    }

    /// Removes an article or comment from its poster, who goes without anything left.
    pub fn remove(&mut self, standing: &Standing, hasher: &KeyedHash) {
        let Standing { poster, kind, .. } = *standing;
        self.posted_mut(kind).remove(standing);
        if !self.is_poster(poster) {
            self.posters -= 1;
            self.release(poster, hasher);
        }
    }

    /// Moves an item among the items of its poster, who stays the same.
    pub fn update(&mut self, from: &Standing, to: &Standing) {
        self.posted_mut(to.kind).update(from, to);
    }
}
