//! Checks histories: whether some order of the operations of concurrent clients explains every
//! reply.
//!
//! A history has an [`Event`] for each operation: when a client sent it, when its reply came, and
//! the reply. It is linearizable if the operations can be put in an order, with each between its
//! sending and its reply, in which a [`Specification`] that knows no concurrency gives every reply
//! as recorded (M. Herlihy and J. Wing, "Linearizability: A Correctness Condition for Concurrent
//! Objects", 1990). An operation whose reply was lost has happened once or never.
//!
//! [`check`] searches for such an order. [`Site`] is the specification of a site with articles,
//! votes, and comments: the naive model of a site, which property tests compare with the module's
//! core. [`Crashing`] adds crashes that lose the latest operations, as a failover to a replica
//! does. [`check_site`] checks each article by itself, then the site as a whole.

mod checker;
mod crash;
mod event;
mod failure;
mod search;
mod site;
mod specification;
mod verify;

pub use checker::{Verdict, check};
pub use crash::{Crashing, Outcome, Step, with_crashes};
pub use event::Event;
pub use failure::Failure;
pub use search::Order;
pub use site::{Operation, Reply, Site, SiteState, View, vote_words};
pub use specification::Specification;
pub use verify::{Checked, SiteEvent, check_site};
