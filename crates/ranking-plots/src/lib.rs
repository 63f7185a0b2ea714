//! The plots of `docs/ranking.md`: the place of a few articles over their first week in each
//! order.
//!
//! A simulated site posts articles and casts votes on them, the same ones in every run. It asks
//! the core crate for the places, by the same queries that the server makes.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod background;
mod chart;
mod course;
mod listing;
mod plot;
mod simulation;

pub use course::Course;
pub use listing::Listing;
pub use plot::{Plot, draw};
pub use simulation::{Hour, simulate};
