//! Load on a server: voters who keep journals, and random commands of every kind.

mod load_generator;
mod operations;
mod voters;

pub use load_generator::{Findings, LoadGenerator, Progress, SITE};
pub use operations::Operations;
