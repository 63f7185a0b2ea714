//! What the numbers of an operation stand for on a site.

use article_site::{
    Condition, Direction, Filters, Ids, InboxPosition, ItemId, Kind, Names, Order, Per, PerKind,
    Query, Setting, Source, ThreadQuery, UnixTime,
};

use crate::condition::is_of_articles;
use crate::model::MAX_ID_GAP;
use crate::names::{self, time};
use crate::operation::{ListingRead, NameKind, ReadSource, ThreadRead};
use crate::thread::THREAD_ORDERS;

/// The state of a site on which the ids and ages of an operation depend.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub last_id: u32,
    pub ids: Ids,
    /// The current time, in UNIX seconds.
    pub now: i64,
    /// The seconds that one second of an operation is. If it is 1,000, operations that take less
    /// time see the same votings open.
    pub second: i64,
}

impl Context {
    /// Returns an id, which counts back from the last one if it is below 0. Before the first id
    /// comes the last one again.
    pub fn id(&self, id: i16) -> ItemId {
        let last = self.assigned();
        self.nth(match id {
            0.. => return ItemId::new(id as u32),
            _ => last - (u32::from(id.unsigned_abs()) - 1) % last.max(1),
        })
    }

    /// Returns how many of the site's ids go up to the last one.
    fn assigned(&self) -> u32 {
        self.last_id.checked_sub(self.ids.first()).map_or(0, |it| it / self.ids.step() + 1)
    }

    /// Returns the n-th id of the site, or 0 for none.
    fn nth(&self, n: u32) -> ItemId {
        let before = n.checked_sub(1).map(|before| before.saturating_mul(self.ids.step()));
        ItemId::new(before.map_or(0, |before| before.saturating_add(self.ids.first())))
    }

    /// Returns the id from which a walk goes on; 0 begins.
    pub fn first(&self, id: i16) -> u32 {
        if id == 0 { 0 } else { self.id(id).get() }
    }

    pub fn ids(&self, ids: &[i16]) -> Vec<ItemId> {
        ids.iter().map(|id| self.id(*id)).collect()
    }

    /// Returns the names, or the ids, that numbers stand for.
    pub fn names(&self, kind: NameKind, numbers: &[i16]) -> Names<'static> {
        let few: Vec<u8> = numbers.iter().map(|number| number.rem_euclid(14) as u8).collect();
        match kind {
            NameKind::Groups => Names::Groups(names::groups(&few)),
            NameKind::Users => Names::Users(names::users(&few)),
            NameKind::Ids => Names::Ids(self.ids(numbers)),
        }
    }

    /// Returns the id that is a step from the last id. The two largest steps are at the limit, and
    /// the one before leads to an id that may be another site's.
    pub fn new_id(&self, step: i8) -> ItemId {
        let distance = match step {
            126 => MAX_ID_GAP as i32,
            127 => MAX_ID_GAP as i32 + 1,
            125 => return ItemId::new(self.last_id.saturating_add(1)),
            step => step.into(),
        };
        self.nth(self.assigned().saturating_add_signed(distance))
    }

    pub fn time(&self, age: i16) -> UnixTime {
        time(self.now - self.second * i64::from(age))
    }

    /// Returns a position in an inbox that is not in the future.
    pub fn inbox_position(&self, age: i16, id: i16) -> InboxPosition {
        InboxPosition { time: self.time(age.max(0)), id: self.id(id).get() }
    }

    /// Returns settings with times in seconds.
    pub fn settings(&self, settings: &[(Setting, i64)]) -> Vec<(Setting, i64)> {
        use Setting::{BumpWindow, Dedupe, Window};
        let is_time = |setting| matches!(setting, Window | Dedupe | BumpWindow);
        let unit = |setting| if is_time(setting) { self.second } else { 1 };
        settings.iter().map(|(setting, value)| (*setting, unit(*setting) * value)).collect()
    }

    fn condition(&self, condition: &Condition<'static>) -> Condition<'static> {
        match condition {
            Condition::Except(ids) => {
                Condition::Except(ids.iter().map(|id| self.id(id.get() as i16)).collect())
            }
            other => other.clone(),
        }
    }

    /// Returns the query for the first page of a listing.
    pub fn listing(&self, read: &ListingRead) -> Query<'static> {
        // Every other time counts back from now.
        let moment = |age: i16| match i64::from(age) {
            age if age > 0 && age % 2 == 0 => -self.second * age,
            age => self.now - self.second * age,
        };
        let source = match read.source {
            ReadSource::Site => Source::Site,
            ReadSource::Group(group) => Source::Group(names::group(group)),
            ReadSource::User(user) => Source::User(names::user(user)),
            ReadSource::Comments => Source::Comments,
            ReadSource::Below(id) => Source::Below(self.id(id)),
        };
        let of_comments = source.kind() == Kind::Comment;
        let orders = if of_comments { &THREAD_ORDERS[..] } else { &Order::ALL[..] };
        let conditions = read.conditions.iter();
        let conditions = conditions.filter(|it| !of_comments || !is_of_articles(it));
        Query {
            source,
            order: orders[usize::from(read.order) % orders.len()],
            direction: direction(read.is_ascending),
            filters: Filters {
                since: read.since.map(moment),
                until: read.until.map(moment),
                min_votes: read.min_votes.map(i64::from),
                visibility: read.visibility,
                conditions: conditions.map(|condition| self.condition(condition)).collect(),
            },
            per: read.per.map(|(kind, most)| Per {
                kind: if of_comments {
                    PerKind::User
                } else {
                    PerKind::ALL[usize::from(kind % 3)]
                },
                most: u32::from(most) + 1,
            }),
            at: read.at.map(|age| self.time(age)),
            size: Some(u32::from(read.size) + 1),
            now: time(self.now),
            ..Query::default()
        }
    }

    /// Returns the query for the first page of a thread.
    pub fn thread(&self, read: &ThreadRead) -> ThreadQuery<'static> {
        let ThreadRead { id, order, is_ascending, ref not_from, unmuted, depth, children, size } =
            *read;
        ThreadQuery {
            id: self.id(id),
            order: THREAD_ORDERS[usize::from(order) % THREAD_ORDERS.len()],
            direction: direction(is_ascending),
            not_from: names::users(not_from),
            unmuted: unmuted.map(names::user),
            depth: depth.map(|depth| u32::from(depth) + 1),
            children: children.map(u32::from),
            after: None,
            size: Some(u32::from(size) + 1),
            now: time(self.now),
            looks_ahead: true,
        }
    }
}

pub(crate) fn direction(is_ascending: bool) -> Direction {
    if is_ascending { Direction::Ascending } else { Direction::Descending }
}
