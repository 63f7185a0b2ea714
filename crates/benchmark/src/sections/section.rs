//! What a section consists of.

use anyhow::Result;

use crate::bench::Bench;
use crate::figures::Bar;
use crate::plot::Panel;

/// A part of the run.
pub struct Section {
    pub name: &'static str,
    pub run: fn(&mut Bench) -> Result<()>,
    /// Returns its bars with the figures of this run.
    pub bars: fn(&Bench) -> Vec<Bar>,
    pub panels: fn(&Bench) -> Vec<Panel>,
}

/// Returns nothing, for sections without bars or panels.
pub fn none<T>(_bench: &Bench) -> Vec<T> {
    Vec::new()
}
