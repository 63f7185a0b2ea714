//! The contents of a site.

use std::fmt;

use crate::numbers::with_commas;

/// The number of groups that the articles of [`Groups::Each`] are spread over.
const GROUPS: u32 = 48;

/// A site to load: its articles, their votes and their groups.
#[derive(Clone, Copy)]
pub struct Plan {
    /// The number of articles; their ids are 1 to `articles`.
    pub articles: u32,
    /// The number of voters on each article, including its poster.
    pub voters: u32,
    /// The groups of each article.
    pub groups: Groups,
}

impl Plan {
    /// Returns a site without groups.
    pub const fn new(articles: u32, voters: u32) -> Self {
        Self { articles, voters, groups: Groups::None }
    }

    /// Returns the same site with groups.
    pub const fn with_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (articles, voters) = (with_commas(self.articles), with_commas(self.voters));
        let plural = if self.voters == 1 { "" } else { "s" };
        write!(formatter, "{articles} articles with {voters} voter{plural} each")
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
        };
        names.sort_unstable();
        names
    }
}
