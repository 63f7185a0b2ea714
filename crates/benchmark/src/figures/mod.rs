//! The results of all measurements.

mod bars;
mod figure;
mod measure;

pub use bars::{Bar, module};
pub use figure::{Figure, Figures, Key, median, significant};
pub use measure::Measure;
