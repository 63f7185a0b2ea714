//! What the run prints and writes.

pub mod documents;
pub mod numbers;
pub mod plot;
pub mod record;
pub mod report;
