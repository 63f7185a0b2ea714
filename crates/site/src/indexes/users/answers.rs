//! What users have to read: the answers to them, and up to where each has seen them.

use super::Users;
use super::account::{Account, NOTHING};
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::time_list::TimeList;
use crate::orders::position::Position;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

impl Users {
    /// Returns the listed answers to a user, but for those in crowds.
    pub fn answers(&self, number: UserNumber) -> Option<&TimeList> {
        self.accounts.get(number.0)?.answers()
    }

    /// Notes that comments, whose ids are in ascending order, answer a user.
    pub fn add_answers(&mut self, number: UserNumber, ids: &[u32], comments: &Table<Item>) {
        if !ids.is_empty() {
            self.change(number, |account| account.add_answers(ids, comments));
        }
    }

    /// Notes that comments, whose ids are in ascending order, answer a user no more, as far as
    /// they did.
    pub fn remove_answers(&mut self, number: UserNumber, ids: &[u32], comments: &Table<Item>) {
        if self.answers(number).is_some() {
            self.change(number, |account| account.remove_answers(ids, comments));
        }
    }

    /// Returns a user's articles and comments with a crowd of answers, in any order.
    pub fn crowded(&self, number: UserNumber) -> &[ItemId] {
        self.accounts.get(number.0).map_or(&[], Account::crowded)
    }

    /// Notes that an article or comment of a user has a crowd of answers, which are these.
    pub fn add_crowded(
        &mut self,
        number: UserNumber,
        (id, listed): (ItemId, &TimeList),
        comments: &Table<Item>,
    ) {
        self.remove_answers(number, &listed.ids(), comments);
        self.change(number, |account| account.add_crowded(id));
    }

    /// Moves an article or comment with a crowd of answers from a user to another, if it goes to
    /// one.
    pub fn move_crowded(&mut self, id: ItemId, from: UserNumber, to: Option<UserNumber>) {
        self.change(from, |account| account.remove_crowded(id));
        to.inspect(|to| self.change(*to, |account| account.add_crowded(id)));
    }

    /// Returns up to where a user has seen the answers.
    pub fn seen(&self, number: UserNumber) -> Position {
        self.accounts.get(number.0).map_or(NOTHING, Account::seen)
    }

    /// Sets up to where a user has seen the answers.
    pub fn set_seen(&mut self, number: UserNumber, position: Position) {
        self.change(number, |account| account.set_seen(position));
    }

    /// Returns whether a user has seen answers.
    pub fn is_reader(&self, number: UserNumber) -> bool {
        self.seen(number) != NOTHING
    }

    /// Returns the users who have seen answers, or are silenced, by number.
    pub fn readers(&self) -> impl Iterator<Item = UserNumber> + '_ {
        self.numbers().filter(|number| self.is_reader(*number) || self.is_silenced(*number))
    }
}
