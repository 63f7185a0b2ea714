//! The contents of a site.

use std::fmt;

use crate::numbers::with_commas;
use crate::op::User;

/// The number of groups that the articles of [`Groups::Each`] are spread over.
const GROUPS: u32 = 48;
/// The number of articles per day of a site with a history.
const PER_DAY: u32 = 5_000;

/// The seconds of a day.
pub const DAY: u64 = 86_400;

/// A site to load: its articles, their votes and their groups.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The number of articles; their ids are 1 to `articles`.
    pub articles: u32,
    /// The votes on each article.
    pub votes: Votes,
    /// The age of the oldest article, in seconds. The times of the articles are spread evenly.
    pub age: u64,
    /// The groups of each article.
    pub groups: Groups,
    /// The poster of each article.
    pub posters: Posters,
}

/// The votes on the articles of a site.
#[derive(Clone, Copy, PartialEq)]
pub enum Votes {
    /// This number of up votes on each article, including its poster's.
    Each(u32),
    /// Few votes on most articles and thousands on some, a part of them down votes.
    Skewed,
}

impl Plan {
    /// Returns a site without groups, on all of whose articles voting is open for another day.
    pub const fn new(articles: u32, voters: u32) -> Self {
        let (groups, posters) = (Groups::None, Posters::Different);
        Self { articles, votes: Votes::Each(voters), age: 6 * DAY, groups, posters }
    }

    /// Returns a site without groups whose articles were posted over months or years.
    pub const fn with_history(articles: u32) -> Self {
        let age = articles as u64 * DAY / PER_DAY as u64;
        Self { votes: Votes::Skewed, age, ..Self::new(articles, 1) }
    }

    /// Returns the same site with groups.
    pub const fn with_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }

    /// Returns the same site with other posters.
    pub const fn with_posters(self, posters: Posters) -> Self {
        Self { posters, ..self }
    }
}

impl Votes {
    /// Returns the number of up votes that each article has at least.
    pub fn each(self) -> u32 {
        match self {
            Self::Each(voters) => voters,
            Self::Skewed => 1,
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let articles = with_commas(self.articles);
        match self.votes {
            Votes::Each(1) => write!(formatter, "{articles} articles with 1 voter each"),
            Votes::Each(voters) => {
                write!(formatter, "{articles} articles with {} voters each", with_commas(voters))
            }
            Votes::Skewed => {
                write!(formatter, "{articles} articles, {} per day", with_commas(PER_DAY))
            }
        }
    }
}

/// The posters of the articles of a site.
#[derive(Clone, Copy)]
pub enum Posters {
    /// The posters of real stories, or different users.
    Different,
    /// [`Posters::ONE`] posted one article, [`Posters::HUNDRED`] posted 100 that are spread over
    /// the site, and [`Posters::MOST`] posted all others.
    Three,
    /// This number of users, in turn.
    InTurn(u32),
}

impl Posters {
    /// The poster of one article.
    pub const ONE: &str = "one-article";
    /// The poster of 100 articles.
    pub const HUNDRED: &str = "a-hundred";
    /// The poster of most articles.
    pub const MOST: &str = "most-of-all";

    /// Returns the poster of article `id` of a site of more than 100 articles, if it is planned.
    pub fn of(self, articles: u32, id: u32) -> Option<String> {
        let hundredth = |id: u32| u64::from(id) * 100 / u64::from(articles);
        match self {
            Self::Different => None,
            Self::Three if id == 1 => Some(Self::ONE.to_owned()),
            Self::Three if hundredth(id) > hundredth(id - 1) => Some(Self::HUNDRED.to_owned()),
            Self::Three => Some(Self::MOST.to_owned()),
            Self::InTurn(users) => Some(User(id % users).to_string()),
        }
    }
}

/// The groups that the articles of a site are in.
#[derive(Clone, Copy)]
pub enum Groups {
    /// No groups.
    None,
    /// Each article is in this number of groups, out of 48.
    Each(u32),
    /// Each of these numbers has a group: the articles whose id is a multiple of it.
    Divisors(&'static [u32]),
    /// The groups of an article by its id.
    Of(fn(u32) -> Vec<String>),
}

impl Groups {
    /// Returns the name of the group of articles whose id is a multiple of `divisor`.
    pub fn name(divisor: u32) -> String {
        format!("every-{divisor}")
    }

    /// Returns the groups of article `id`, sorted by name.
    pub fn of(self, id: u32) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::None => Vec::new(),
            Self::Each(count) => {
                (0..count).map(|nth| format!("group-{}", (id + 3 * nth) % GROUPS)).collect()
            }
            Self::Divisors(divisors) => {
                let divisors = divisors.iter().filter(|&&divisor| id.is_multiple_of(divisor));
                divisors.map(|&divisor| Self::name(divisor)).collect()
            }
            Self::Of(groups) => groups(id),
        };
        names.sort_unstable();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_posters_have_1_article_100_and_all_others() {
        for articles in [1_101, 1_000_101] {
            let posters = (1..=articles).filter_map(|id| Posters::Three.of(articles, id));
            let mut counts = [Posters::ONE, Posters::HUNDRED, Posters::MOST].map(|one| (one, 0));
            for poster in posters {
                counts.iter_mut().filter(|(one, _)| *one == poster).for_each(|one| one.1 += 1);
            }
            assert_eq!(counts.map(|(_, count)| count), [1, 100, articles - 101]);
        }
    }
}
