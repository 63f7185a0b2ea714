//! What users have to read: the answers to them, and the last that each has seen.

use super::Users;
use super::account::Account;
use crate::item::numbers::UserNumber;
use crate::structures::number_list::NumberList;
use crate::terms::types::ItemId;

impl Users {
    /// Returns the ids of the listed answers to a user, but for those in crowds.
    pub fn answers(&self, number: UserNumber) -> Option<&NumberList> {
        self.accounts.get(number.0)?.answers()
    }

    /// Notes that comments, whose ids are in ascending order, answer a user.
    pub fn add_answers(&mut self, number: UserNumber, ids: &[u32]) {
        if !ids.is_empty() {
            self.change(number, |account| account.add_answers(ids));
        }
    }

    /// Notes that comments, whose ids are in ascending order, answer a user no more, as far as
    /// they did.
    pub fn remove_answers(&mut self, number: UserNumber, ids: &[u32]) {
        if self.answers(number).is_some() {
            self.change(number, |account| account.remove_answers(ids));
        }
    }

    /// Returns a user's articles and comments with a crowd of answers, in any order.
    pub fn crowded(&self, number: UserNumber) -> &[ItemId] {
        self.accounts.get(number.0).map_or(&[], Account::crowded)
    }

    /// Notes that an article or comment of a user has a crowd of answers, which are these.
    pub fn add_crowded(&mut self, number: UserNumber, id: ItemId, listed: &NumberList) {
        self.remove_answers(number, &listed.iter().collect::<Vec<_>>());
        self.change(number, |account| account.add_crowded(id));
    }

    /// Moves an article or comment with a crowd of answers from a user to another, if it goes to
    /// one.
    pub fn move_crowded(&mut self, id: ItemId, from: UserNumber, to: Option<UserNumber>) {
        self.change(from, |account| account.remove_crowded(id));
        to.inspect(|to| self.change(*to, |account| account.add_crowded(id)));
    }

    /// Returns the last answer that a user has seen, as the number of its id; 0 if there is none.
    pub fn seen(&self, number: UserNumber) -> u32 {
        self.accounts.get(number.0).map_or(0, |account| account.seen())
    }

    /// Returns the answers to a user that were published, and are unseen, by id.
    pub fn published(&self, number: UserNumber) -> &[ItemId] {
        self.accounts.get(number.0).map_or(&[], Account::published)
    }

    /// Notes that an answer to a user was published. Returns whether it was not noted before.
    pub fn publish(&mut self, number: UserNumber, id: ItemId) -> bool {
        self.change(number, |account| account.publish(id))
    }

    /// Returns whether a user has seen an answer, or has an unseen one that was published.
    pub fn is_reader(&self, number: UserNumber) -> bool {
        self.accounts.get(number.0).is_some_and(Account::is_reader)
    }

    /// Returns the users who have seen an answer, or have an unseen one that was published, or are
    /// silenced, by number.
    pub fn readers(&self) -> impl Iterator<Item = UserNumber> + '_ {
        self.numbers().filter(|number| self.is_reader(*number) || self.is_silenced(*number))
    }

    /// Notes the last answer that a user has seen, as the number of its id; 0 for none. No
    /// published one is unseen any more for being published.
    pub fn set_seen(&mut self, number: UserNumber, id: u32) {
        self.change(number, |account| account.set_seen(id));
    }
}
