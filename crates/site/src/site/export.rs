//! What a site keeps for readers, as files and exports need it.

use crate::indexes::users::lists::Mark;
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

/// A user for whom a site keeps something to read.
#[derive(Debug)]
pub struct Reader<'a> {
    /// What the user has seen.
    pub seen: Seen<'a>,
    /// The names of the user's lists, sorted.
    pub lists: Vec<ListName<'a>>,
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

    /// Visits `count` users from a cursor on, 0 at first, and returns those who have seen answers,
    /// have lists, are silenced, or follow or mute anything, and the next cursor, 0 at the end.
    pub fn readers_from(&self, cursor: u64, count: usize) -> (u64, Vec<Reader<'_>>) {
        let users = &self.listings.users;
        let first = u32::try_from(cursor).unwrap_or(u32::MAX);
        let mut visited = users.numbers_from(first);
        let reader = |number| {
            let lists = users.lists.of(users.owner(number, &self.hasher));
            let lists: Vec<_> = lists.into_iter().map(|(list, _)| list).collect();
            let is_reader = users.is_reader(number)
                || users.is_silenced(number)
                || !lists.is_empty()
                || users.has_relations(number);
            is_reader.then(|| Reader { seen: self.seen(number), lists })
        };
        let readers = visited.by_ref().take(count).filter_map(reader).collect();
        (visited.next().map_or(0, |number| number.0.into()), readers)
    }

    /// Returns at most `count` of the marks that lead to a user's list, hidden ones included, and
    /// the next cursor, 0 at the end. First, for the cursor 0, come the latest of the marks, all
    /// at once; then those that were made before these.
    pub fn marks_from(
        &self,
        user: UserName,
        list: ListName,
        cursor: u64,
        count: usize,
    ) -> (u64, Vec<Mark>) {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        owner.map_or((0, Vec::new()), |owner| users.lists.marks_from(owner, list, cursor, count))
    }

    /// Returns the lists of all users with the marks that lead to them, by the names of users and
    /// lists.
    pub fn all_lists(
        &self,
    ) -> impl Iterator<Item = (UserName<'_>, ListName<'_>, impl Iterator<Item = Mark>)> {
        let users = &self.listings.users;
        let lists = users.lists.iter();
        let mut lists: Vec<_> =
            lists.map(|(user, list, ids)| (users.name(user), list, ids)).collect();
        lists.sort_unstable_by_key(|(user, list, _)| (*user, *list));
        lists.into_iter().map(|(user, list, ids)| (user, list, users.lists.marks_of(ids)))
    }
}
