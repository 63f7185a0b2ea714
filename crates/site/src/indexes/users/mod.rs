//! The users who posted the articles and comments of a site: their names, what they posted, and
//! their karma.

mod check;
mod prolific;
mod user;

use std::hash::{BuildHasher, RandomState};

use crate::indexes::standing::Standing;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking_set::Positions;
use crate::structures::counted_tree::Direction;
use crate::structures::hash_index::HashIndex;
use crate::structures::numbered::Numbered;
use crate::structures::table::Table;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};
pub use prolific::Prolific;
use prolific::ProlificUsers;
use user::User;

/// The number of articles, and of comments, from which on they are ranked. Reading fewer takes no
/// longer than replying with a page.
const MANY: usize = 128;

/// All users who have articles or comments.
#[derive(Clone, Debug, Default)]
pub struct Users {
    users: Numbered<User>,
    /// The numbers of users by their names, which are stored with the users only.
    names: HashIndex,
    /// The articles of users who have or had many.
    of_articles: ProlificUsers,
    /// The comments of users who have or had many.
    of_comments: ProlificUsers,
}

/// The articles or the comments of a user.
#[derive(Clone, Copy, Debug)]
pub enum Submissions<'a> {
    /// All by id, whether they are listed or not.
    Few(&'a [ItemId]),
    Many(&'a Prolific),
}

impl Submissions<'_> {
    /// Returns the number of them, whether they are listed or not.
    pub fn len(self) -> usize {
        match self {
            Self::Few(ids) => ids.len(),
            Self::Many(prolific) => prolific.len(),
        }
    }

    /// Returns the sum of the votes on them. They are in that table.
    pub fn karma(self, table: &Table<Item>) -> i64 {
        let votes = |id: &ItemId| Some(table.get(id.get())?.tally.votes());
        match self {
            Self::Few(ids) => ids.iter().filter_map(votes).sum(),
            Self::Many(prolific) => prolific.karma(),
        }
    }
}

impl Users {
    /// Returns the number of users.
    pub fn len(&self) -> usize {
        self.users.len()
    }

    /// Returns the articles or comments of the user of a number.
    pub fn submissions(&self, number: UserNumber, kind: Kind) -> Option<Submissions<'_>> {
        if let Some(prolific) = self.prolific(kind).get(number) {
            return Some(Submissions::Many(prolific));
        }
        Some(Submissions::Few(self.users.get(number.0)?.list(kind)))
    }

    fn prolific(&self, kind: Kind) -> &ProlificUsers {
        match kind {
            Kind::Article => &self.of_articles,
            Kind::Comment => &self.of_comments,
        }
    }

    fn prolific_mut(&mut self, kind: Kind) -> &mut ProlificUsers {
        match kind {
            Kind::Article => &mut self.of_articles,
            Kind::Comment => &mut self.of_comments,
        }
    }

    pub fn name(&self, number: UserNumber) -> UserName<'_> {
        UserName::stored(self.users.get(number.0).map_or(&[], User::name))
    }

    pub fn number(&self, name: UserName, hasher: &RandomState) -> Option<UserNumber> {
        self.find(name, hasher.hash_one(name.as_bytes()))
    }

    fn find(&self, name: UserName, hash: u64) -> Option<UserNumber> {
        self.names.find(hash).map(UserNumber).find(|number| self.name(*number) == name)
    }

    /// Returns the number of the user of a name, and creates the user if there is none. The caller
    /// must add an article or comment to a user who is new.
    pub fn number_or_new(&mut self, name: UserName, hasher: &RandomState) -> UserNumber {
        let hash = hasher.hash_one(name.as_bytes());
        if let Some(number) = self.find(name, hash) {
            return number;
        }
        let number = self.users.insert(User::new(name));
        self.names.insert(hash, number);
        UserNumber(number)
    }

    /// Adds an article or comment to its poster. `items` has all others.
    pub fn add(&mut self, standing: &Standing, items: &Items) {
        let Standing { poster, kind, .. } = *standing;
        if let Some(prolific) = self.prolific_mut(kind).get_mut(poster) {
            prolific.update(None, Some(standing));
            return;
        }
        let Some(user) = self.users.get_mut(poster.0) else { return };
        if user.list(kind).len() < MANY {
            user.add(kind, standing.id());
        } else {
            let mut prolific = Prolific::of(user.list(kind).iter().copied(), items.of(kind));
            user.clear(kind);
            prolific.update(None, Some(standing));
            self.prolific_mut(kind).insert(poster, prolific);
        }
    }

    /// Adds all articles and comments of a site to their posters, who have none yet, faster than
    /// one by one.
    pub fn rank(&mut self, items: &Items) {
        for kind in Kind::ALL {
            let table = items.of(kind);
            let posted = table.iter().map(|(id, item)| (item.poster, ItemId::new(id)));
            let mut posted: Vec<_> = posted.collect();
            posted.sort_unstable();
            for of_one in posted.chunk_by(|(poster, _), (other, _)| poster == other) {
                let Some((number, _)) = of_one.first() else { continue };
                let ids = of_one.iter().map(|(_, id)| *id);
                if of_one.len() >= MANY {
                    self.prolific_mut(kind).insert(*number, Prolific::of(ids, table));
                } else if let Some(user) = self.users.get_mut(number.0) {
                    user.fill(kind, ids);
                }
            }
        }
    }

    /// Removes an article or comment from its poster, and the user with the last one.
    pub fn remove(&mut self, standing: &Standing, hasher: &RandomState) {
        let Standing { poster: number, kind, .. } = *standing;
        if let Some(prolific) = self.prolific_mut(kind).get_mut(number) {
            prolific.update(Some(standing), None);
        } else if let Some(user) = self.users.get_mut(number.0) {
            user.remove(kind, standing.id());
        }
        let posted = |kind| self.submissions(number, kind).map_or(0, Submissions::len);
        if posted(Kind::Article) + posted(Kind::Comment) == 0
            && let Some(user) = self.users.remove(number.0)
        {
            self.names.remove(hasher.hash_one(user.name()), number.0);
            self.of_articles.remove(number);
            self.of_comments.remove(number);
        }
    }

    /// Returns at most `count` articles or comments of a user, the latest first.
    pub fn newest(
        &self,
        number: UserNumber,
        kind: Kind,
        count: usize,
        items: &Items,
    ) -> Vec<ItemId> {
        let (by, table) = (StoredOrder::Time, items.of(kind));
        let mut positions: Vec<Position> = match self.submissions(number, kind) {
            None => Vec::new(),
            Some(Submissions::Few(ids)) => {
                let found = ids.iter().filter_map(|id| Some((*id, table.get(id.get())?)));
                found.map(|(id, item)| Positions::of(id, item).by(by)).collect()
            }
            Some(Submissions::Many(prolific)) => {
                let all = [prolific.rankings(), prolific.hidden()].into_iter();
                all.flat_map(|set| set.by(by).range(0, count, Direction::Descending))
                    .copied()
                    .collect()
            }
        };
        positions.sort_unstable_by(|position, other| other.cmp(position));
        positions.truncate(count);
        positions.into_iter().map(Position::id).collect()
    }

    /// Moves an item among the items of its poster, who stays the same.
    pub fn update(&mut self, from: &Standing, to: &Standing) {
        if let Some(prolific) = self.prolific_mut(to.kind).get_mut(to.poster) {
            prolific.update(Some(from), Some(to));
        }
    }
}
