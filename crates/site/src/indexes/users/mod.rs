//! The users who posted the articles of a site: their names, karma and articles.

mod check;
mod submissions;

use std::hash::{BuildHasher, RandomState};

use smallvec::SmallVec;

use crate::article::Article;
use crate::article::numbers::UserNumber;
use crate::orders::ranking_set::Positions;
use crate::structures::hash_index::HashIndex;
use crate::structures::numbered::Numbered;
use crate::structures::table::Table;
use crate::terms::types::{ArticleId, UserName};
pub use submissions::Submissions;

/// All users who have articles.
#[derive(Clone, Debug, Default)]
pub struct Users {
    users: Numbered<User>,
    /// The numbers of users by their names, which are stored with the users only.
    names: HashIndex,
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

    /// Adds an article to its poster. `keys` are its positions, if it is listed, and `articles` are
    /// the others.
    pub fn add(
        &mut self,
        id: ArticleId,
        article: &Article,
        keys: Option<&Positions>,
        articles: &Table<Article>,
    ) {
        if let Some(user) = self.users.get_mut(article.poster.0) {
            user.karma += article.tally.votes();
            user.submissions.add(id, keys, articles);
        }
    }

    /// Adds all articles of a site to their posters, who have none yet, faster than one by one.
    pub fn rank(&mut self, articles: &Table<Article>) {
        let mut posted = Vec::with_capacity(articles.len());
        for (id, article) in articles.iter() {
            posted.push((article.poster, ArticleId::new(id)));
            if let Some(user) = self.users.get_mut(article.poster.0) {
                user.karma += article.tally.votes();
            }
        }
        posted.sort_unstable();
        for of_one in posted.chunk_by(|(poster, _), (other, _)| poster == other) {
            if let Some((number, _)) = of_one.first()
                && let Some(user) = self.users.get_mut(number.0)
            {
                user.submissions = Submissions::new(of_one.iter().map(|(_, id)| *id), articles);
            }
        }
    }

    /// Removes an article from its poster, and the user with the last one.
    pub fn remove(
        &mut self,
        id: ArticleId,
        article: &Article,
        keys: Option<&Positions>,
        hasher: &RandomState,
    ) {
        let number = article.poster;
        let Some(user) = self.users.get_mut(number.0) else { return };
        user.karma -= article.tally.votes();
        user.submissions.remove(id, keys);
        if user.submissions.len() == 0 {
            self.names.remove(hasher.hash_one(&user.name[..]), number.0);
            self.users.remove(number.0);
        }
    }

    /// Moves an article among those of its poster, whose votes on it changed by `votes`.
    pub fn update(
        &mut self,
        number: UserNumber,
        votes: i64,
        from: Option<&Positions>,
        to: Option<&Positions>,
    ) {
        if let Some(user) = self.users.get_mut(number.0) {
            user.karma += votes;
            user.submissions.update(from, to);
        }
    }
}
