//! The invariants of a site's users.

use std::collections::HashMap;
use std::hash::RandomState;

use super::{Submissions, User, Users};
use crate::article::Article;
use crate::article::numbers::UserNumber;
use crate::orders::ranking_set::Positions;
use crate::structures::table::Table;
use crate::terms::types::{ArticleId, UserName};

/// What a user's articles add up to.
#[derive(Default)]
struct Sums {
    articles: usize,
    listed: usize,
    karma: i64,
}

impl Users {
    /// Checks that users, their names, karma and articles agree.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(
        &self,
        articles: &Table<Article>,
        hasher: &RandomState,
    ) -> Result<(), &'static str> {
        let mut sums: HashMap<UserNumber, Sums> = HashMap::new();
        for (number, article) in articles.iter() {
            let user = self.get(article.poster).ok_or("the poster of an article is unknown")?;
            let sums = sums.entry(article.poster).or_default();
            sums.articles += 1;
            sums.listed += usize::from(article.is_listed());
            sums.karma += article.tally.votes();
            if !user.holds(ArticleId::new(number), article) {
                return Err("a user does not have an article of their own");
            }
        }
        if sums.len() != self.len() {
            return Err("a user has no articles");
        }
        if self.names.len() != self.len() {
            return Err("users and their names differ in number");
        }
        self.users.check()?;
        sums.into_iter().try_for_each(|(number, sums)| self.check_user(number, &sums, hasher))
    }

    fn check_user(
        &self,
        number: UserNumber,
        sums: &Sums,
        hasher: &RandomState,
    ) -> Result<(), &'static str> {
        let user = self.get(number).ok_or("the poster of an article is unknown")?;
        if UserName::new(&user.name).is_err() || self.number(user.name(), hasher) != Some(number) {
            return Err("a user is not found by name");
        }
        if user.karma != sums.karma || user.submissions.len() != sums.articles {
            return Err("a user's karma or number of articles is wrong");
        }
        match &user.submissions {
            Submissions::Many(ranked) if ranked.rankings.len() == sums.listed => {
                ranked.rankings.check()
            }
            Submissions::Many(_) => Err("a user's rankings hold articles that are not listed"),
            few if few.ids().is_sorted() => Ok(()),
            _ => Err("a user's articles are not in order"),
        }
    }
}

impl User {
    /// Returns whether an article is where it must be among the user's.
    fn holds(&self, id: ArticleId, article: &Article) -> bool {
        match &self.submissions {
            Submissions::Many(ranked) => {
                let keys = Positions::listed(id, article);
                keys.is_none_or(|keys| ranked.rankings.contain(&keys))
            }
            few => few.ids().contains(&id),
        }
    }
}
