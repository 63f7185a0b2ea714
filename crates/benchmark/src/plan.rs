//! What a site is to hold.

use std::fmt;

use crate::numbers::grouped;

/// How many groups an article of [`Groups::Each`] chooses from.
const CHOICE: u32 = 48;

/// A site to be loaded: how many articles, how many votes on each, in which groups.
#[derive(Clone, Copy)]
pub struct Plan {
    /// How many articles; their ids are 1 and up.
    pub articles: u32,
    /// How many users have voted on each article, the poster among them.
    pub voters: u32,
    /// Which groups the articles are in.
    pub groups: Groups,
}

impl Plan {
    /// A site without groups.
    pub const fn new(articles: u32, voters: u32) -> Self {
        Self { articles, voters, groups: Groups::None }
    }

    /// The same site with groups.
    pub const fn with_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (articles, voters) = (grouped(self.articles), grouped(self.voters));
        let plural = if self.voters == 1 { "" } else { "s" };
        write!(formatter, "{articles} articles, {voters} voter{plural} each")
    }
}

/// Which groups the articles of a site are in.
#[derive(Clone, Copy)]
pub enum Groups {
    /// None at all.
    None,
    /// Each article is in as many as this, of 48.
    Each(u32),
    /// For each of these numbers there is a group of the articles whose ids it divides.
    Divisors(&'static [u32]),
}

impl Groups {
    /// The name of the group of articles whose ids `divisor` divides.
    pub fn name(divisor: u32) -> String {
        format!("every-{divisor}")
    }

    /// The groups of article `id`, sorted by name.
    pub fn of(self, id: u32) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Self::None => Vec::new(),
            Self::Each(count) => {
                (0..count).map(|nth| format!("group-{}", (id + 3 * nth) % CHOICE)).collect()
            }
            Self::Divisors(divisors) => {
                let dividing = divisors.iter().filter(|&&divisor| id.is_multiple_of(divisor));
                dividing.map(|&divisor| Self::name(divisor)).collect()
            }
        };
        names.sort_unstable();
        names
    }
}
