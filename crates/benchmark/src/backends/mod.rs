//! How each contender runs the operations on its server.

mod classic;
mod client;
mod floors;
mod lua;
mod module;

use anyhow::{Result, bail};

use crate::article::Article;
use crate::connection::Connection;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::op::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

pub use floors::Hset;
pub use module::SITE;

/// Returns the backend of a contender.
pub fn backend(contender: Contender) -> Box<dyn Backend> {
    match contender {
        Contender::Module | Contender::Baseline => Box::new(module::Module),
        Contender::Function => Box::new(lua::Function),
        Contender::Script => Box::new(lua::Script::default()),
        Contender::Client => Box::new(client::Client),
        Contender::Incr => Box::new(floors::Incr),
        Contender::Zincrby => Box::new(floors::Zincrby),
        Contender::Hset => Box::new(floors::Hset),
        Contender::Ping => Box::new(floors::Ping),
        Contender::Lrange => Box::new(floors::Lrange),
        Contender::Sort => Box::new(floors::Sort),
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
    fn request(&self, op: &Op, trip: usize, replies: &[Reply], out: &mut Requests);

    /// Returns the articles of a page, given all replies to its operation.
    fn articles(&self, _replies: &[Reply]) -> Result<Vec<Article>> {
        bail!("this contender has no articles")
    }

    /// Whether this contender sends the command. The server's statistics also count commands
    /// that run inside others.
    fn sends(&self, command: &str) -> bool;
}
