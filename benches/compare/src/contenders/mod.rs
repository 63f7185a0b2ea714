//! Those who are compared: each does the same operations on the same site in its own way.

mod classic;
mod client;
mod floors;
mod lua;
mod module;

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde::Serialize;

use crate::article::Article;
use crate::data::World;
use crate::line::Line;
use crate::ops::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

pub use module::SITE;

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

    /// The contender of this name.
    pub fn contender(self) -> Box<dyn Contender> {
        match self {
            Self::Module => Box::new(module::Module),
            Self::Function => Box::new(lua::Function),
            Self::Script => Box::new(lua::Script::default()),
            Self::Client => Box::new(client::Client),
            Self::Incr => Box::new(floors::Incr),
            Self::Zincrby => Box::new(floors::Zincrby),
            Self::Ping => Box::new(floors::Ping),
            Self::Lrange => Box::new(floors::Lrange),
            Self::Sort => Box::new(floors::Sort),
        }
    }
}

/// A way to run the site on a server.
///
/// An operation takes one or more round trips: what is sent in the second may depend on the
/// replies of the first. Operations that are pipelined make their round trips together.
pub trait Contender {
    /// Brings an empty server to where `plan` says, by whichever way is quickest.
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()>;

    /// How many round trips the operation takes.
    fn trips(&self, _op: &Op) -> usize {
        1
    }

    /// Writes the commands of a round trip, having `heard` the replies of those before it.
    fn request(&self, op: &Op, trip: usize, heard: &[Reply], out: &mut Requests);

    /// The articles of a page, from all the replies to its operation.
    fn articles(&self, _heard: &[Reply]) -> Result<Vec<Article>> {
        bail!("a floor shows no articles")
    }

    /// Whether a command that the server has counted is one that this contender sends, and not
    /// one that such a command runs inside.
    fn sends(&self, command: &str) -> bool;
}
