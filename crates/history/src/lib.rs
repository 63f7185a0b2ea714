//! Checks histories: whether some order of the operations of concurrent clients explains every
//! reply.
//!
//! A history has an [`Event`] for each operation: when a client sent it, when its reply came, and
//! the reply. It is linearizable if the operations can be put in an order, with each between its
//! sending and its reply, in which a [`Site`] that knows no concurrency gives every reply as
//! recorded (M. Herlihy and J. Wing, "Linearizability: A Correctness Condition for Concurrent
//! Objects", 1990). An operation whose reply was lost has happened once or never.
//!
//! [`check_site`] searches for such an order: of what is said about each article by itself, then
//! of the whole site. Its site is the naive model, which property tests compare with the module's
//! core. [`with_crashes`] adds crashes that lose the latest operations, as a failover to a replica
//! does.

mod check;
mod done;
mod event;
mod failure;
mod projection;
mod search;
mod site;

pub use check::{Checked, check_site};
pub use event::{Event, Operation, Reply, View, with_crashes};
pub use site::{Site, State};
