//! What users have to read: the answers to them, and up to where each has seen them.

use thin_vec::ThinVec;

use super::Users;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::time_list::TimeList;
use crate::orders::position::Position;
use crate::structures::prefetch::prefetch;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// The answers to a user, and up to which of them were seen.
#[derive(Clone, Debug)]
pub struct Inbox {
    /// The listed answers to the user, but for those in crowds.
    pub(super) answers: TimeList,
    /// The articles and comments of the user with a crowd of answers, in any order.
    pub(super) crowded: ThinVec<ItemId>,
    /// What was seen: everything up to here.
    seen: Position,
}

/// The mark of a user who has seen nothing.
const NOTHING: Position = Position::first(0);

impl Default for Inbox {
    fn default() -> Self {
        Self { answers: TimeList::default(), crowded: ThinVec::new(), seen: NOTHING }
    }
}

impl Inbox {
    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.crowded.is_empty() && self.seen == NOTHING
    }
}

impl Users {
    /// Changes the inbox of a user, which goes if nothing is left.
    pub(super) fn change_inbox(&mut self, user: UserNumber, change: impl FnOnce(&mut Inbox)) {
        if self.inboxes.get(user.0).is_none() {
            self.inboxes.insert(user.0, Inbox::default());
        }
        let Some(inbox) = self.inboxes.get_mut(user.0) else { return };
        change(inbox);
        if inbox.is_empty() {
            self.inboxes.remove(user.0);
        }
    }

    /// Starts to load the inbox of a user.
    pub fn prefetch_inbox(&self, user: UserNumber) {
        self.inboxes.get(user.0).inspect(|inbox| prefetch(*inbox));
    }

    /// Returns the listed answers to a user, but for those in crowds.
    pub fn answers(&self, user: UserNumber) -> Option<&TimeList> {
        self.inboxes.get(user.0).map(|inbox| &inbox.answers)
    }

    /// Notes that comments, whose ids are in ascending order, answer a user.
    pub fn add_answers(&mut self, user: UserNumber, ids: &[u32], comments: &Table<Item>) {
        if !ids.is_empty() {
            self.change_inbox(user, |inbox| {
                ids.iter().for_each(|id| inbox.answers.insert(*id, comments));
            });
        }
    }

    /// Notes that comments, whose ids are in ascending order, answer a user no more, as far as
    /// they did.
    pub fn remove_answers(&mut self, user: UserNumber, ids: &[u32], comments: &Table<Item>) {
        if self.inboxes.get(user.0).is_some() {
            self.change_inbox(user, |inbox| inbox.answers.remove_all(ids, comments));
        }
    }

    pub fn crowded(&self, user: UserNumber) -> &[ItemId] {
        self.inboxes.get(user.0).map_or(&[], |inbox| &inbox.crowded)
    }

    /// Notes that an article or comment of a user has a crowd of answers, which are these.
    pub fn add_crowded(
        &mut self,
        user: UserNumber,
        (id, listed): (ItemId, &TimeList),
        comments: &Table<Item>,
    ) {
        self.remove_answers(user, &listed.ids(), comments);
        self.change_inbox(user, |inbox| inbox.crowded.push(id));
    }

    /// Moves an article or comment, if it has a crowd of answers, from a user to another, if it
    /// goes to one.
    pub fn move_crowded(&mut self, id: ItemId, from: UserNumber, to: Option<UserNumber>) {
        if self.crowded(from).contains(&id) {
            self.change_inbox(from, |inbox| inbox.crowded.retain(|other| *other != id));
            to.inspect(|to| self.change_inbox(*to, |inbox| inbox.crowded.push(id)));
        }
    }

    pub fn seen(&self, user: UserNumber) -> Position {
        self.inboxes.get(user.0).map_or(NOTHING, |inbox| inbox.seen)
    }

    pub fn set_seen(&mut self, user: UserNumber, position: Position) {
        self.change_inbox(user, |inbox| inbox.seen = position);
    }

    pub fn is_reader(&self, user: UserNumber) -> bool {
        self.seen(user) != NOTHING
    }

    /// Returns the users who have seen answers, or are silenced, by number.
    pub fn readers(&self) -> impl Iterator<Item = UserNumber> + '_ {
        self.numbers().filter(|number| self.is_reader(*number) || self.is_silenced(*number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_48_bytes() {
        assert_eq!(size_of::<Inbox>(), 48);
    }
}
