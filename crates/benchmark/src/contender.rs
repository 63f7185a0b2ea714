//! The names of the contenders.

use clap::ValueEnum;
use serde::Serialize;

/// A way to run the site, or a native command to compare it with.
///
/// A floor is a native command that does far less than a site needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Contender {
    /// The ARTICLE commands
    Module,
    /// The ARTICLE commands of an older build
    #[value(skip)]
    Baseline,
    /// A Redis function over hashes, sets and sorted sets
    Function,
    /// The code of the function as scripts
    Script,
    /// Client code over the same keys
    Client,
    /// A floor: INCR on one of as many keys as the site has articles
    Incr,
    /// A floor: ZINCRBY on a sorted set with as many members as the site has articles
    Zincrby,
    /// A floor: HSET of a new key with the texts of an article
    Hset,
    /// A floor: a command that does nothing
    Ping,
    /// A floor: LRANGE of the same number of strings and bytes as a page
    Lrange,
    /// A floor: SORT ... BY nosort GET ..., which reads a page in one round trip
    Sort,
}

impl Contender {
    /// Returns the name in tables and plots.
    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Baseline => "baseline",
            Self::Function => "function",
            Self::Script => "script",
            Self::Client => "client",
            Self::Incr => "INCR",
            Self::Zincrby => "ZINCRBY",
            Self::Hset => "HSET",
            Self::Ping => "PING",
            Self::Lrange => "LRANGE",
            Self::Sort => "SORT GET",
        }
    }

    /// Whether the contender holds a site, and can show its articles.
    pub fn has_site(self) -> bool {
        match self {
            Self::Module | Self::Baseline | Self::Function | Self::Script | Self::Client => true,
            Self::Sort => true,
            Self::Incr | Self::Zincrby | Self::Hset | Self::Ping | Self::Lrange => false,
        }
    }
}
