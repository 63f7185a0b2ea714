//! What distinguishes the published designs.

/// How long voting on an article is open, in seconds.
pub const WEEK: i64 = 7 * 86_400;

/// A published design of the site, named after its language.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Design {
    /// Votes for an article only, with its voters in a set.
    Python,
    /// Votes for and against, each with a set of voters of its own.
    Java,
    /// Votes for and against, which can be changed and withdrawn, in a hash of the voters. Posters
    /// cannot vote on their own articles.
    Go,
}

impl Design {
    /// Returns the seconds that a vote adds to the score.
    pub fn vote_score(self) -> i64 {
        match self {
            Self::Python | Self::Java => 432,
            Self::Go => 100,
        }
    }

    /// Returns the names of the fields with the poster and the time of an article.
    pub fn fields(self) -> (&'static str, &'static str) {
        match self {
            Self::Python | Self::Go => ("poster", "time"),
            Self::Java => ("user", "now"),
        }
    }

    /// Whether the poster's vote is counted at posting.
    pub fn counts_poster(self) -> bool {
        self != Self::Go
    }
}
