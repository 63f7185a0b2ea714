//! The users who posted the articles of a site: their names, articles and karma.

mod check;
mod prolific;

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use smallvec::SmallVec;

use crate::article::Article;
use crate::article::numbers::UserNumber;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking_set::{Place, Positions};
use crate::structures::counted_tree::Direction;
use crate::structures::hash_index::HashIndex;
use crate::structures::number_set::NumberSet;
use crate::structures::numbered::Numbered;
use crate::structures::table::Table;
use crate::terms::types::{ArticleId, UserName};
pub use prolific::Prolific;

/// The number of articles from which on they are ranked. Reading fewer takes no longer than replying
/// with a page.
const MANY: usize = 128;

/// All users who have articles.
#[derive(Clone, Debug, Default)]
pub struct Users {
    users: Numbered<User>,
    /// The numbers of users by their names, which are stored with the users only.
    names: HashIndex,
    /// The articles of users who have or had many.
    prolific: BTreeMap<UserNumber, Prolific>,
    /// The numbers of these users. Most votes are on articles of others, and read no more than this.
    are_prolific: NumberSet,
}

/// A user who has articles.
#[derive(Clone, Debug, Default)]
struct User {
    /// The name. Up to 16 bytes take no memory of their own.
    name: SmallVec<[u8; 16]>,
    /// The articles by id, whether they are listed or not, unless the user is prolific. Up to four
    /// take no memory of their own.
    ids: SmallVec<[ArticleId; 4]>,
}

/// The articles of a user.
#[derive(Clone, Copy, Debug)]
pub enum Submissions<'a> {
    /// All articles by id, whether they are listed or not.
    Few(&'a [ArticleId]),
    /// Many articles.
    Many(&'a Prolific),
}

impl Submissions<'_> {
    /// Returns the number of articles, whether they are listed or not.
    pub fn len(self) -> usize {
        match self {
            Self::Few(ids) => ids.len(),
            Self::Many(prolific) => prolific.len(),
        }
    }

    /// Returns the sum of the votes on them.
    pub fn karma(self, articles: &Table<Article>) -> i64 {
        let votes = |id: &ArticleId| Some(articles.get(id.get())?.tally.votes());
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

    /// Returns the articles of the user of a number.
    pub fn submissions(&self, number: UserNumber) -> Option<Submissions<'_>> {
        if let Some(prolific) = self.prolific(number) {
            return Some(Submissions::Many(prolific));
        }
        Some(Submissions::Few(&self.users.get(number.0)?.ids))
    }

    fn prolific(&self, number: UserNumber) -> Option<&Prolific> {
        match self.are_prolific.contains(number.0) {
            true => self.prolific.get(&number),
            false => None,
        }
    }

    fn prolific_mut(&mut self, number: UserNumber) -> Option<&mut Prolific> {
        match self.are_prolific.contains(number.0) {
            true => self.prolific.get_mut(&number),
            false => None,
        }
    }

    /// Returns the name of the user of a number.
    pub fn name(&self, number: UserNumber) -> UserName<'_> {
        UserName::stored(self.users.get(number.0).map_or(&[], |user| &user.name))
    }

    /// Returns the number of the user of a name.
    pub fn number(&self, name: UserName, hasher: &RandomState) -> Option<UserNumber> {
        self.find(name, hasher.hash_one(name.as_bytes()))
    }

    fn find(&self, name: UserName, hash: u64) -> Option<UserNumber> {
        self.names.find(hash).map(UserNumber).find(|number| self.name(*number) == name)
    }

    /// Returns the number of the user of a name, and creates the user if there is none. The caller
    /// must add an article to a user who is new.
    pub fn number_or_new(&mut self, name: UserName, hasher: &RandomState) -> UserNumber {
        let hash = hasher.hash_one(name.as_bytes());
        if let Some(number) = self.find(name, hash) {
            return number;
        }
        let user = User { name: SmallVec::from_slice(name.as_bytes()), ..User::default() };
        let number = self.users.insert(user);
        self.names.insert(hash, number);
        UserNumber(number)
    }

    /// Adds an article to its poster. `place` is where it must be, and `articles` are the others.
    pub fn add(
        &mut self,
        id: ArticleId,
        article: &Article,
        place: &Place,
        articles: &Table<Article>,
    ) {
        let number = article.poster;
        if let Some(prolific) = self.prolific_mut(number) {
            prolific.add(article, place);
            return;
        }
        let Some(user) = self.users.get_mut(number.0) else { return };
        if user.ids.len() < MANY {
            insert(&mut user.ids, id);
        } else {
            let ids = std::mem::take(&mut user.ids);
            let mut prolific = Prolific::of(ids.iter().copied(), articles);
            prolific.add(article, place);
            self.insert_prolific(number, prolific);
        }
    }

    fn insert_prolific(&mut self, number: UserNumber, prolific: Prolific) {
        self.prolific.insert(number, prolific);
        self.are_prolific.insert(number.0);
    }

    /// Adds all articles of a site to their posters, who have none yet, faster than one by one.
    pub fn rank(&mut self, articles: &Table<Article>) {
        let posted = articles.iter().map(|(id, article)| (article.poster, ArticleId::new(id)));
        let mut posted: Vec<_> = posted.collect();
        posted.sort_unstable();
        for of_one in posted.chunk_by(|(poster, _), (other, _)| poster == other) {
            let Some((number, _)) = of_one.first() else { continue };
            let ids = of_one.iter().map(|(_, id)| *id);
            if of_one.len() >= MANY {
                self.insert_prolific(*number, Prolific::of(ids, articles));
            } else if let Some(user) = self.users.get_mut(number.0) {
                user.ids.reserve_exact(of_one.len());
                user.ids.extend(ids);
            }
        }
    }

    /// Removes an article from its poster, and the user with the last one. `place` is where it is.
    pub fn remove(
        &mut self,
        id: ArticleId,
        article: &Article,
        place: &Place,
        hasher: &RandomState,
    ) {
        let number = article.poster;
        if let Some(prolific) = self.prolific_mut(number) {
            prolific.remove(article, place);
        } else if let Some(user) = self.users.get_mut(number.0) {
            user.ids.retain(|other| *other != id);
            user.ids.shrink_to_fit();
        }
        if self.submissions(number).is_some_and(|submissions| submissions.len() == 0)
            && let Some(user) = self.users.remove(number.0)
        {
            self.names.remove(hasher.hash_one(&user.name[..]), number.0);
            if self.prolific.remove(&number).is_some() {
                self.are_prolific.remove(number.0);
            }
        }
    }

    /// Returns at most `count` articles of a user, the latest first.
    pub fn newest(
        &self,
        number: UserNumber,
        count: usize,
        articles: &Table<Article>,
    ) -> Vec<ArticleId> {
        let by = StoredOrder::Time;
        let mut positions: Vec<Position> = match self.submissions(number) {
            None => Vec::new(),
            Some(Submissions::Few(ids)) => {
                let found = ids.iter().filter_map(|id| Some((*id, articles.get(id.get())?)));
                found.map(|(id, article)| Positions::of(id, article).by(by)).collect()
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

    /// Moves an article among the articles of its poster. The votes on it changed by `votes`.
    pub fn update(&mut self, number: UserNumber, votes: i64, from: &Place, to: &Place) {
        if let Some(prolific) = self.prolific_mut(number) {
            prolific.update(votes, Some(from), Some(to));
        }
    }
}

/// Inserts an id. A list grows by half, because there are very many of them.
fn insert(ids: &mut SmallVec<[ArticleId; 4]>, id: ArticleId) {
    if ids.len() == ids.capacity() {
        ids.reserve_exact(ids.len().div_ceil(2));
    }
    // The ids of a site only grow, so a new article's is the last.
    let at = match ids.last() {
        Some(last) if *last > id => ids.partition_point(|other| *other < id),
        _ => ids.len(),
    };
    ids.insert(at, id);
}
