//! The invariants of a site's users.

use std::collections::HashMap;
use std::hash::RandomState;

use super::{Submissions, Users};
use crate::article::Article;
use crate::article::numbers::UserNumber;
use crate::orders::ranking_set::Place;
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
            let submissions = self.submissions(article.poster);
            let submissions = submissions.ok_or("the poster of an article is unknown")?;
            let sums = sums.entry(article.poster).or_default();
            sums.articles += 1;
            sums.listed += usize::from(article.is_listed());
            sums.karma += article.tally.votes();
            if !holds(submissions, ArticleId::new(number), article) {
                return Err("a user does not have an article of their own");
            }
        }
        if sums.len() != self.len() {
            return Err("a user has no articles");
        }
        if self.names.len() != self.len() {
            return Err("users and their names differ in number");
        }
        if !self.prolific.keys().all(|number| self.are_prolific.contains(number.0))
            || self.prolific.len() != self.are_prolific.len()
        {
            return Err("the users with rankings are not those who are marked");
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
        let unknown = "the poster of an article is unknown";
        let (name, submissions) = (self.name(number), self.submissions(number).ok_or(unknown)?);
        if UserName::new(name.as_bytes()).is_err() || self.number(name, hasher) != Some(number) {
            return Err("a user is not found by name");
        }
        if submissions.len() != sums.articles {
            return Err("a user's number of articles is wrong");
        }
        match submissions {
            Submissions::Many(prolific) if prolific.karma() != sums.karma => {
                Err("a user's karma is wrong")
            }
            Submissions::Many(prolific) if prolific.rankings().len() != sums.listed => {
                Err("a user's rankings hold articles that are not listed")
            }
            Submissions::Many(prolific) => {
                prolific.rankings().check()?;
                prolific.hidden().check()
            }
            Submissions::Few(ids) if ids.is_sorted() => Ok(()),
            Submissions::Few(_) => Err("a user's articles are not in order"),
        }
    }
}

/// Returns whether an article is where it must be among its poster's.
fn holds(submissions: Submissions, id: ArticleId, article: &Article) -> bool {
    match submissions {
        Submissions::Many(prolific) => match Place::of(id, article) {
            Place::Listed(positions) => prolific.rankings().contain(&positions),
            Place::Hidden(positions) => prolific.hidden().contain(&positions),
        },
        Submissions::Few(ids) => ids.contains(&id),
    }
}
