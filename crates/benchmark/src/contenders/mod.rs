//! The contenders, and how each runs the operations on its server.

mod classic;
mod client;
mod lua;
mod module;
mod native;

use anyhow::{Result, bail};
use article_site::listed_enum;
use redis::Value;
use serde::{Deserialize, Serialize};

use crate::server::{Connection, Requests};
use crate::site::{Article, Dataset, Op, Plan};

pub use module::commands::{SITE, post};

listed_enum! {
    /// A way to run the site, or a native command that does far less than a site needs, with its
    /// name in tables and plots.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Contender {
        /// The ARTICLE commands.
        Module = "module",
        /// The ARTICLE commands of an older build.
        Baseline = "baseline",
        /// A Redis function over hashes, sets and sorted sets.
        Function = "function",
        /// Client code over the same keys.
        Client = "client",
        /// INCR on one of as many keys as the site has articles.
        Incr = "INCR",
        /// HSET of a new key with the five fields of an article.
        Hset = "HSET",
        /// A command that does nothing.
        Ping = "PING",
        /// LRANGE of as many strings as the reply of a page has parts.
        Lrange = "LRANGE",
    }
}

impl Contender {
    /// The ways to run the site.
    pub const WAYS: [Self; 3] = [Self::Module, Self::Function, Self::Client];

    /// Returns the ways to run the site, and others beside them.
    pub fn ways_and(others: &[Self]) -> Vec<Self> {
        [&Self::WAYS, others].concat()
    }

    pub fn backend(self) -> Box<dyn Backend> {
        match self {
            Self::Module | Self::Baseline => Box::new(module::Module),
            Self::Function => Box::new(lua::Function),
            Self::Client => Box::new(client::Client),
            other => Box::new(native::Native(other)),
        }
    }

    /// Whether the contender holds a site, and can show its articles.
    pub fn has_site(self) -> bool {
        use Contender::{Baseline, Client, Function, Module};
        matches!(self, Module | Baseline | Function | Client)
    }
}

/// A way to run the site on a server.
///
/// An operation takes one or more round trips. The requests of a later trip may depend on the
/// replies of earlier ones. Pipelined operations make their round trips together.
pub trait Backend {
    /// Loads the site into an empty server by the fastest means.
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()>;

    /// Returns the number of round trips that the operation takes.
    fn round_trips(&self, _op: &Op) -> usize {
        1
    }

    /// Writes the commands of a round trip. `replies` has the replies of all earlier ones.
    fn request(&self, op: &Op, trip: usize, replies: &[Value], out: &mut Requests);

    /// Returns the articles of a page, given all replies to its operation.
    fn articles(&self, _replies: &[Value]) -> Result<Vec<Article>> {
        bail!("this contender has no articles")
    }

    /// Whether this contender sends the command. The server's statistics also count commands
    /// that run inside others.
    fn sends(&self, command: &str) -> bool;
}
