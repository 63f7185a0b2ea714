//! How users are written: their names once, in one list, and after that their places in it.

use super::DecodeError;
use super::reader::{ByteReader, Source};
use super::writer::Writer;
use crate::indexes::users::relations::Relation;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::orders::inbox_position::InboxPosition;
use crate::site::Site;
use crate::terms::types::{UnixTime, UserName};

/// The indexes of the groups and users of a site in the lists of their names.
pub struct NameIndexes {
    groups: Vec<(GroupNumber, u64)>,
    /// By number. None if these are the indexes.
    users: Option<Vec<u32>>,
}

impl NameIndexes {
    /// Writes the names of the groups, sorted, and of the users, by number.
    pub fn write_names<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site) -> Self {
        let groups = &site.listings.groups;
        writer.number(groups.len() as u64);
        let mut indexes = Vec::with_capacity(groups.len());
        for (position, (number, name)) in (0..).zip(groups.by_name()) {
            writer.text(name.as_bytes());
            indexes.push((number, position));
        }
        indexes.sort_unstable();
        Self { groups: indexes, users: write_users(writer, site) }
    }

    pub fn of_group(&self, number: GroupNumber) -> u64 {
        let found = self.groups.binary_search_by_key(&number, |(number, _)| *number);
        found.ok().and_then(|at| self.groups.get(at)).map_or(0, |(_, position)| *position)
    }

    pub fn of_user(&self, number: UserNumber) -> u64 {
        let position = match &self.users {
            None => number.0,
            Some(users) => users.get(number.0 as usize).copied().unwrap_or_default(),
        };
        position.into()
    }
}

/// Writes the names of the users. Returns their indexes, unless these are the numbers.
fn write_users<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site) -> Option<Vec<u32>> {
    let users = &site.listings.users;
    let numbers: Vec<UserNumber> = match site.has_votes_to_sweep() {
        false => users
            .numbers()
            .filter(|user| users.is_in_use(*user, &site.items, &site.hasher))
            .collect(),
        true => site.users_in_use(),
    };
    writer.number(numbers.len() as u64);
    numbers.iter().for_each(|number| writer.text(users.name(*number).as_bytes()));
    let end = numbers.last().map_or(0, |last| last.0 as usize + 1);
    if end == numbers.len() {
        return None;
    }
    let mut indexes = vec![0; end];
    for (number, position) in numbers.iter().zip(0..) {
        if let Some(slot) = indexes.get_mut(number.0 as usize) {
            *slot = position;
        }
    }
    Some(indexes)
}

/// Writes which users have seen answers, or are silenced: in ascending order, each as the distance
/// from the one after the one before, with twice the time up to which answers were seen, one more
/// if the user is silenced, and the id up to which they were in that second.
pub fn write_seen<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site, indexes: &NameIndexes) {
    let users = &site.listings.users;
    writer.number(users.readers().count() as u64);
    let mut next = 0;
    for user in users.readers() {
        let position = indexes.of_user(user);
        writer.number(position - next);
        let InboxPosition { time, id } = users.seen(user).into();
        writer.number(2 * time.get() as u64 + u64::from(users.is_silenced(user)));
        writer.number(id.into());
        writer.flush_if_full();
        next = position + 1;
    }
}

pub fn read_seen(
    reader: &mut ByteReader<impl Source>,
    site: &mut Site,
    users: KnownUsers,
) -> Result<(), DecodeError> {
    let mut next = 0;
    for _ in 0..reader.number()? {
        let user = users.read_next(reader, &mut next)?;
        let (time, id) = (reader.number()?, reader.number_u32()?);
        if time == 0 && id == 0 {
            return Err(DecodeError::Invalid("a user who has seen nothing and is not silenced"));
        }
        site.listings.users.set_silenced(user, time % 2 == 1);
        let time = UnixTime::new((time / 2) as i64);
        let time = time.ok_or(DecodeError::Invalid("a time out of range"))?;
        site.listings.users.set_seen(user, InboxPosition { time, id }.into());
    }
    Ok(())
}

impl Site {
    /// Returns the numbers of those users, in ascending order, who have more than votes to be
    /// swept: nothing else must name them.
    fn users_in_use(&self) -> Vec<UserNumber> {
        let users = &self.listings.users;
        let mut numbers: Vec<_> = users.readers().collect();
        numbers.extend(users.lists.iter().map(|(user, ..)| user));
        numbers.extend(users.with_relations(&self.items));
        let held = Relation::ALL.into_iter().flat_map(|relation| users.held(relation));
        numbers.extend(held.map(|(user, _)| user));
        for (_, item) in self.items.iter_from(0) {
            numbers.push(item.poster);
            if item.ledger.kept().is_none() || self.settings.keep_votes() {
                item.ledger.for_each_user(|user| numbers.push(user));
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The number of users whose names were read. They have the numbers from 0 on.
#[derive(Clone, Copy)]
pub struct KnownUsers(u32);

impl KnownUsers {
    /// Reads the names of the users of a site that has none yet.
    pub fn read_names(
        reader: &mut ByteReader<impl Source>,
        site: &mut Site,
    ) -> Result<Self, DecodeError> {
        let count = reader.number_u32()?;
        let users = &mut site.listings.users;
        for _ in 0..count {
            users.insert_unindexed(UserName::new(reader.text(UserName::MAX)?)?)?;
        }
        match users.index_names(&site.hasher) {
            true => Ok(Self(count)),
            false => Err(DecodeError::Invalid("two users of one name")),
        }
    }

    pub fn read(self, reader: &mut ByteReader<impl Source>) -> Result<UserNumber, DecodeError> {
        self.read_next(reader, &mut 0)
    }

    /// Reads a user whose number is not below `next`, which is the number after it then.
    #[inline]
    pub fn read_next(
        self,
        reader: &mut ByteReader<impl Source>,
        next: &mut u64,
    ) -> Result<UserNumber, DecodeError> {
        let number = next.saturating_add(reader.number()?);
        if number >= self.0.into() {
            return Err(DecodeError::Invalid("an unknown user"));
        }
        *next = number + 1;
        Ok(UserNumber(number as u32))
    }

    /// Reads `count` users, in ascending order, and passes each to `use_user`.
    pub fn read_each(
        self,
        reader: &mut ByteReader<impl Source>,
        count: u32,
        mut use_user: impl FnMut(UserNumber),
    ) -> Result<(), DecodeError> {
        let mut next = 0;
        for _ in 0..count {
            use_user(self.read_next(reader, &mut next)?);
        }
        Ok(())
    }
}
