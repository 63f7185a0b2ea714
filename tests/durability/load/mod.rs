//! Load on a server: voters who keep journals, and random commands of every kind.

mod load_generator;
mod operations;
mod random_commands;
mod voters;

pub use load_generator::{Findings, LoadGenerator, SITE};
pub use operations::Operations;
pub use random_commands::SITES;
