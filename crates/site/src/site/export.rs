//! What a site keeps for readers, as files and exports need it.

use crate::indexes::users::lists::{END, Mark};
use crate::item::numbers::UserNumber;
use crate::orders::inbox_position::InboxPosition;
use crate::site::Site;
use crate::terms::types::{ListName, UserName};

/// What a user has seen of the answers, and whether the user is silenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen<'a> {
    /// The name.
    pub user: UserName<'a>,
    /// Up to where the user has seen the answers.
    pub mark: InboxPosition,
    /// Whether the user's votes on what others posted are silent.
    pub is_silenced: bool,
}

/// Some of the marks made on a list of a user.
#[derive(Debug)]
pub struct MarksPart<'a> {
    /// The number of the list.
    pub number: u32,
    /// The user.
    pub user: UserName<'a>,
    /// The name of the list.
    pub list: ListName<'a>,
    /// The marks, in the order of marking.
    pub marks: Vec<Mark>,
    /// The place of what was marked before these, if there is any.
    pub place: Option<u128>,
}

impl Site {
    /// Returns what each user has seen of the answers, if anything is known, and the silenced
    /// users, by name.
    pub fn readers(&self) -> impl Iterator<Item = Seen<'_>> {
        let readers = self.listings.users.readers();
        let mut readers: Vec<_> = readers.map(|number| self.seen(number)).collect();
        readers.sort_unstable();
        readers.into_iter()
    }

    fn seen(&self, number: UserNumber) -> Seen<'_> {
        let users = &self.listings.users;
        let (mark, is_silenced) = (users.seen(number).into(), users.is_silenced(number));
        Seen { user: users.name(number), mark, is_silenced }
    }

    /// Returns all users from a number on, in the order of their numbers, with what each has seen
    /// of the answers.
    pub fn users_from(&self, number: u32) -> impl Iterator<Item = (u32, Seen<'_>)> {
        let users = self.listings.users.numbers_from(number);
        users.map(|number| (number.0, self.seen(number)))
    }

    /// Returns at most `count` of the marks that lead to the first list of any user from a number
    /// on, hidden articles and comments included. They are the latest of those before a place that
    /// an earlier call has returned, or of all if there is none.
    pub fn marks_before(
        &self,
        number: u32,
        place: Option<u128>,
        count: usize,
    ) -> Option<MarksPart<'_>> {
        let users = &self.listings.users;
        let (found, user, list, ids) = users.lists.iter_from(number).next()?;
        let place = place.filter(|_| found == number).unwrap_or(END);
        let (marks, place) = users.lists.marks_before(ids, place, count);
        Some(MarksPart { number: found, user: users.name(user), list, marks, place })
    }

    /// Returns the lists of all users with the marks that lead to them, by the names of users and
    /// lists.
    pub fn all_lists(&self) -> impl Iterator<Item = (UserName<'_>, ListName<'_>, Vec<Mark>)> {
        let users = &self.listings.users;
        let lists = users.lists.iter();
        let mut lists: Vec<_> =
            lists.map(|(user, list, ids)| (users.name(user), list, ids)).collect();
        lists.sort_unstable_by_key(|(user, list, _)| (*user, *list));
        lists.into_iter().map(|(user, list, ids)| (user, list, users.lists.marks_of(ids)))
    }
}
