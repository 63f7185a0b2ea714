//! The users who posted the articles of a site: their names, karma and articles.

mod check;
mod names;
mod submissions;

use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

use smallvec::SmallVec;

use crate::article::Article;
use crate::chunks::Chunks;
use crate::rankings::RankKeys;
use crate::table::Table;
use crate::types::{ArticleId, UserName};
use crate::user_number::UserNumber;
use names::Names;
pub use submissions::Submissions;

/// All users who have articles.
#[derive(Clone, Debug, Default)]
pub struct Users {
    /// By number. Those that are free have no articles.
    users: Chunks<User>,
    names: Names,
    /// Numbers that are not in use, below the highest that was ever assigned.
    free: BTreeSet<UserNumber>,
}

/// A user who has articles.
#[derive(Clone, Debug, Default)]
pub struct User {
    /// The name. Up to 16 bytes take no memory of their own.
    name: SmallVec<[u8; 16]>,
    /// The sum of the votes on the articles.
    karma: i64,
    submissions: Submissions,
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
        self.names.len()
    }

    /// Returns the user of a number.
    pub fn get(&self, number: UserNumber) -> Option<&User> {
        self.users.get(number.0 as usize)
    }

    /// Returns the name of the user of a number.
    pub fn name(&self, number: UserNumber) -> UserName<'_> {
        self.get(number).map_or(UserName::stored(&[]), User::name)
    }

    /// Returns the number of the user of a name.
    pub fn number(&self, name: UserName, hasher: &RandomState) -> Option<UserNumber> {
        self.find(name, hasher.hash_one(name.as_bytes()))
    }

    fn find(&self, name: UserName, hash: u64) -> Option<UserNumber> {
        self.names.find(hash).find(|number| self.name(*number) == name)
    }

    /// Returns the number of the user of a name, and creates the user if there is none. The caller
    /// must add an article to a user who is new.
    pub fn number_or_new(&mut self, name: UserName, hasher: &RandomState) -> UserNumber {
        let hash = hasher.hash_one(name.as_bytes());
        if let Some(number) = self.find(name, hash) {
            return number;
        }
        let user = User { name: SmallVec::from_slice(name.as_bytes()), ..User::default() };
        let number = match self.free.pop_first() {
            Some(number) => {
                if let Some(free) = self.users.get_mut(number.0 as usize) {
                    *free = user;
                }
                number
            }
            None => {
                self.users.push(user);
                UserNumber((self.users.len() - 1) as u32)
            }
        };
        self.names.insert(hash, number);
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
        if let Some(user) = self.users.get_mut(article.poster.0 as usize) {
            user.karma += article.tally.votes();
            user.submissions.add(id, keys, articles);
        }
    }

    /// Adds an article to its poster before articles are ranked. [`Users::rank`] must follow.
    pub fn add_unranked(&mut self, id: ArticleId, article: &Article) {
        if let Some(user) = self.users.get_mut(article.poster.0 as usize) {
            user.karma += article.tally.votes();
            user.submissions.add_unranked(id);
        }
    }

    /// Ranks the articles of those users who have many.
    pub fn rank(&mut self, articles: &Table<Article>) {
        self.users.iter_mut().for_each(|user| user.submissions.rank(articles));
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
        let Some(user) = self.users.get_mut(number.0 as usize) else { return };
        user.karma -= article.tally.votes();
        user.submissions.remove(id, keys);
        if user.submissions.len() == 0 {
            self.names.remove(hasher.hash_one(&user.name[..]), number);
            *user = User::default();
            self.free.insert(number);
            if self.len() == 0 {
                // Frees what the users took.
                *self = Self::default();
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
        if let Some(user) = self.users.get_mut(number.0 as usize) {
            user.karma += votes;
            user.submissions.update(from, to);
        }
    }
}
