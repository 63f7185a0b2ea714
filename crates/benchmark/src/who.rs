//! The names of those who are compared.

use clap::ValueEnum;
use serde::Serialize;

/// The name of a contender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Who {
    /// The ARTICLE commands
    Module,
    /// A Redis function over hashes, sets and sorted sets
    Function,
    /// The same code as scripts
    Script,
    /// Client code over the same keys
    Client,
    /// A floor: INCR on as many keys as there are articles
    Incr,
    /// A floor: ZINCRBY on a sorted set of as many members as there are articles
    Zincrby,
    /// A floor: a command that does nothing
    Ping,
    /// A floor: LRANGE of as many strings and bytes as a page has
    Lrange,
    /// A floor: SORT ... BY nosort GET ..., the best page of plain commands in one round trip
    Sort,
}

impl Who {
    /// The name in tables and plots.
    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Function => "function",
            Self::Script => "script",
            Self::Client => "client",
            Self::Incr => "INCR",
            Self::Zincrby => "ZINCRBY",
            Self::Ping => "PING",
            Self::Lrange => "LRANGE",
            Self::Sort => "SORT GET",
        }
    }

    /// Whether it holds a site, and so can be asked for its articles.
    pub fn has_site(self) -> bool {
        !matches!(self, Self::Incr | Self::Zincrby | Self::Ping | Self::Lrange)
    }
}
