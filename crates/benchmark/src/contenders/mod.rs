//! Those who are compared: each does the same operations on the same site in its own way.

mod classic;
mod client;
mod floors;
mod lua;
mod module;

use anyhow::{Result, bail};

use crate::article::Article;
use crate::data::World;
use crate::line::Line;
use crate::ops::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;
use crate::who::Who;

pub use module::SITE;

/// The contender of this name.
pub fn contender(who: Who) -> Box<dyn Contender> {
    match who {
        Who::Module => Box::new(module::Module),
        Who::Function => Box::new(lua::Function),
        Who::Script => Box::new(lua::Script::default()),
        Who::Client => Box::new(client::Client),
        Who::Incr => Box::new(floors::Incr),
        Who::Zincrby => Box::new(floors::Zincrby),
        Who::Ping => Box::new(floors::Ping),
        Who::Lrange => Box::new(floors::Lrange),
        Who::Sort => Box::new(floors::Sort),
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
