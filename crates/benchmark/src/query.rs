//! Queries: pages of listings in any order and with filters.

use std::collections::BTreeSet;
use std::fmt;

use crate::article::Standing;

/// A page of a listing.
#[derive(Clone, Debug)]
pub struct Query {
    /// The group whose articles are listed, if it is not the whole site.
    pub group: Option<String>,
    /// The poster whose articles are listed, if it is not the whole site.
    pub poster: Option<String>,
    /// The number of the page.
    pub page: u32,
    /// The order.
    pub order: Order,
    /// The earliest time.
    pub since: Option<i64>,
    /// Groups of which an article is in at least one, unless there are none.
    pub any_of: BTreeSet<String>,
    /// Groups of which an article is in each.
    pub all_of: Vec<String>,
    /// Groups of which an article is in none.
    pub none_of: Vec<String>,
    /// The position after which the page begins.
    pub after: Option<Position>,
    /// Whether to return the cursor of the page's last article.
    pub with_cursor: bool,
    /// The fields to return of each article, unless there are none.
    pub fields: &'static [&'static str],
}

impl Query {
    /// Returns the query for the first page of the site in an order.
    pub fn new(order: Order) -> Self {
        Self {
            group: None,
            poster: None,
            page: 1,
            order,
            since: None,
            any_of: BTreeSet::new(),
            all_of: Vec::new(),
            none_of: Vec::new(),
            after: None,
            with_cursor: false,
            fields: &[],
        }
    }

    /// Whether the groups of an article decide whether it is in the listing.
    pub fn needs_groups(&self) -> bool {
        let Self { group, any_of, all_of, none_of, .. } = self;
        group.is_some() || !(any_of.is_empty() && all_of.is_empty() && none_of.is_empty())
    }

    /// Whether an article with this time, by this poster, and in these groups is in the listing.
    pub fn admits(&self, time: i64, poster: &str, groups: &[String]) -> bool {
        let is_in = |group: &String| groups.contains(group);
        self.since.is_none_or(|since| since <= time)
            && self.poster.as_ref().is_none_or(|one| one == poster)
            && self.group.iter().all(is_in)
            && (self.any_of.is_empty() || groups.iter().any(|group| self.any_of.contains(group)))
            && self.all_of.iter().all(is_in)
            && !self.none_of.iter().any(is_in)
    }
}

/// A position in a listing by score or by time: after an article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The score or the time of the article.
    pub value: i64,
    /// The article.
    pub id: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}", self.value, self.id)
    }
}

/// An order of articles. All are descending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    Score,
    Time,
    Votes,
    Best,
    Controversy,
    Gravity,
}

impl Order {
    /// Returns the value by which an article is ordered at a UNIX time.
    ///
    /// Unlike the module's integers, it is not rounded.
    pub fn value(self, article: Standing, now: i64) -> f64 {
        let Standing { time, score, upvotes, downvotes } = article;
        let (up, down) = (upvotes as f64, downvotes as f64);
        match self {
            Self::Score => score as f64,
            Self::Time => time as f64,
            Self::Votes => up - down,
            Self::Best => wilson(up, up + down),
            Self::Controversy if up.min(down) == 0.0 => 0.0,
            Self::Controversy => (up + down).log2() * up.min(down) / up.max(down),
            Self::Gravity => {
                // Without the poster's own vote.
                let votes = up - down - 1.0;
                let hours = (now - time) as f64 / 3600.0;
                votes.signum() * votes.abs().powf(0.8) / (hours + 2.0).powf(1.8)
            }
        }
    }

    /// Returns the difference between two values up to which they count as the same.
    pub fn tolerance(self, value: f64) -> f64 {
        match self {
            Self::Score | Self::Time | Self::Votes => 0.0,
            Self::Best | Self::Controversy => 1e-8,
            // A second or two pass between computing a page and checking it.
            Self::Gravity => value.abs() * 1e-3,
        }
    }
}

/// Returns the lower bound of the Wilson score interval at 80 %.
fn wilson(up: f64, votes: f64) -> f64 {
    const Z: f64 = 1.281551565545;
    if votes == 0.0 {
        return 0.0;
    }
    let share = up / votes;
    let deviation = ((share * (1.0 - share) + Z * Z / (4.0 * votes)) / votes).sqrt();
    (share + Z * Z / (2.0 * votes) - Z * deviation) / (1.0 + Z * Z / votes)
}

impl fmt::Display for Order {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Score => "SCORE",
            Self::Time => "TIME",
            Self::Votes => "VOTES",
            Self::Best => "BEST",
            Self::Controversy => "CONTROVERSY",
            Self::Gravity => "GRAVITY",
        })
    }
}
