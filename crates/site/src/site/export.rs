//! What a site keeps for readers, as files and exports need it.

use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::terms::types::{ItemId, ListName, UserName};

/// What a user has seen of the answers, and whether the user is silenced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seen<'a> {
    /// The name.
    pub user: UserName<'a>,
    /// The last answer that the user has seen.
    pub last: Option<ItemId>,
    /// The answers that were published since, by id. They are unseen, also those before the
    /// last one seen.
    pub published: &'a [ItemId],
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
        let last = Some(users.seen(number)).filter(|seen| *seen > 0).map(ItemId::new);
        let (published, is_silenced) = (users.published(number), users.is_silenced(number));
        Seen { user: users.name(number), last, published, is_silenced }
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

    /// Returns at most `count` ids on a user's list, hidden ones included, the highest first,
    /// below the cursor, which is 0 at first. Returns also the next cursor, 0 at the end.
    pub fn list_from(
        &self,
        user: UserName,
        list: ListName,
        cursor: u64,
        count: usize,
    ) -> (u64, Vec<ItemId>) {
        let users = &self.listings.users;
        let owner = users.find_owner(user, &self.hasher);
        let ids = owner.and_then(|owner| users.lists.get(owner, list));
        let highest = cursor.checked_sub(1).map_or(u32::MAX, |id| id.min(u32::MAX.into()) as u32);
        let ids = ids.into_iter().flat_map(|ids| ids.down_from(highest)).map(ItemId::new);
        let mut ids = ids.filter(|id| self.items.get(*id).is_some());
        let part: Vec<_> = ids.by_ref().take(count).collect();
        let is_followed = ids.next().is_some();
        let last = part.last().filter(|_| is_followed);
        (last.map_or(0, |id| id.get().into()), part)
    }

    /// Returns the lists of all users with the ids on them, by the names of users and lists.
    pub fn all_lists(
        &self,
    ) -> impl Iterator<Item = (UserName<'_>, ListName<'_>, impl Iterator<Item = ItemId>)> {
        let users = &self.listings.users;
        let lists = users.lists.iter();
        let mut lists: Vec<_> =
            lists.map(|(user, list, ids)| (users.name(user), list, ids)).collect();
        lists.sort_unstable_by_key(|(user, list, _)| (*user, *list));
        lists.into_iter().map(|(user, list, ids)| (user, list, ids.map(ItemId::new)))
    }
}
