//! What a section consists of.

use anyhow::Result;

use crate::bench::Bench;
use crate::figures::Bar;

/// A part of the run.
pub struct Section {
    pub name: &'static str,
    pub run: fn(&mut Bench) -> Result<()>,
    /// Returns its bars with the figures of this run.
    pub bars: fn(&Bench) -> Vec<Bar>,
}
