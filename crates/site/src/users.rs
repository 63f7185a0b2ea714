//! The users who posted the articles of a site: their names, karma and articles.

mod check;
mod submissions;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

use smallvec::SmallVec;

use crate::article::Article;
use crate::hash_index::HashIndex;
use crate::rankings::RankKeys;
use crate::table::{Item, Table};
use crate::types::{ArticleId, UserName};
pub use submissions::Submissions;

/// The number by which articles refer to their poster. It is reused once the user has no article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserNumber(pub u32);

/// All users who have articles.
#[derive(Clone, Debug, Default)]
pub struct Users {
    users: Table<User>,
    by_name: HashIndex,
    /// Numbers that are not in use, below the highest that was ever assigned.
    free: BTreeSet<UserNumber>,
}

/// A user who has articles.
#[derive(Clone, Debug)]
pub struct User {
    /// The name. Up to 16 bytes take no memory of their own.
    name: SmallVec<[u8; 16]>,
    /// The sum of the votes on the articles.
    karma: i64,
    submissions: Submissions,
}

impl Item for User {
    type Summary = ();
}

impl User {
    /// Returns the name.
    pub fn name(&self) -> UserName<'_> {
        UserName::stored(&self.name)
    }

    /// Returns the sum of the votes on the articles.
    pub fn karma(&self) -> i64 {
        self.karma
    }

    /// Returns the articles.
    pub fn submissions(&self) -> &Submissions {
        &self.submissions
    }
}

impl Users {
    /// Returns the number of users.
    pub fn len(&self) -> usize {
        self.users.len()
    }

    /// Returns the user of a number.
    pub fn get(&self, number: UserNumber) -> Option<&User> {
        self.users.get(number.0)
    }

    /// Returns the name of the user of a number.
    pub fn name(&self, number: UserNumber) -> UserName<'_> {
        self.get(number).map_or(UserName::stored(&[]), User::name)
    }

    /// Returns the number of the user of a name.
    pub fn number(&self, name: UserName, hasher: &RandomState) -> Option<UserNumber> {
        let candidates = self.by_name.find(hasher.hash_one(name.as_bytes())).map(UserNumber);
        candidates.into_iter().find(|number| self.name(*number) == name)
    }

    /// Returns the number of the user of a name, and creates the user if there is none. The caller
    /// must add an article to a user who is new.
    pub fn number_or_new(&mut self, name: UserName, hasher: &RandomState) -> UserNumber {
        if let Some(number) = self.number(name, hasher) {
            return number;
        }
        let number = self.free.pop_first().unwrap_or(UserNumber(self.users.len() as u32));
        let name = SmallVec::from_slice(name.as_bytes());
        self.by_name.insert(hasher.hash_one(&name[..]), number.0);
        self.users.insert(number.0, User { name, karma: 0, submissions: Submissions::default() });
        number
    }

    /// Adds an article to its poster. `keys` are its positions, if it is listed, and `articles` are
    /// the others.
    pub fn add(
        &mut self,
        id: ArticleId,
        article: &Article,
        keys: Option<&RankKeys>,
        articles: &Table<Article>,
    ) {
        if let Some(user) = self.users.get_mut(article.poster.0) {
            user.karma += article.tally.votes();
            user.submissions.add(id, keys, articles);
        }
    }

    /// Adds an article to its poster before articles are ranked. [`Users::rank`] must follow.
    pub fn add_unranked(&mut self, id: ArticleId, article: &Article) {
        if let Some(user) = self.users.get_mut(article.poster.0) {
            user.karma += article.tally.votes();
            user.submissions.add_unranked(id);
        }
    }

    /// Ranks the articles of those users who have many.
    pub fn rank(&mut self, articles: &Table<Article>) {
        // While a site is loaded, no number is free.
        for number in 0..self.users.len() as u32 {
            if let Some(user) = self.users.get_mut(number) {
                user.submissions.rank(articles);
            }
        }
    }

    /// Removes an article from its poster, and the user with the last one.
    pub fn remove(
        &mut self,
        id: ArticleId,
        article: &Article,
        keys: Option<&RankKeys>,
        hasher: &RandomState,
    ) {
        let number = article.poster;
        let Some(user) = self.users.get_mut(number.0) else { return };
        user.karma -= article.tally.votes();
        user.submissions.remove(id, keys);
        if user.submissions.len() == 0 {
            self.by_name.remove(hasher.hash_one(&user.name[..]), number.0);
            self.users.remove(number.0);
            self.free.insert(number);
            if self.users.len() == 0 {
                self.free.clear();
            }
        }
    }

    /// Moves an article among those of its poster, whose votes on it changed by `votes`.
    pub fn update(
        &mut self,
        number: UserNumber,
        votes: i64,
        from: Option<&RankKeys>,
        to: Option<&RankKeys>,
    ) {
        if let Some(user) = self.users.get_mut(number.0) {
            user.karma += votes;
            user.submissions.update(from, to);
        }
    }
}
