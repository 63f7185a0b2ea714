//! Bars: the limits within which the module keeps the promises of the documents.

use crate::contenders::Contender;
use crate::figures::figure::{Figures, Key};
use crate::figures::measure::Measure;

/// An upper limit for a figure of the module.
pub struct Bar {
    pub what: String,
    pub figure: Option<f64>,
    pub limit: f64,
    /// The unit of figure and limit; `x` for a ratio.
    pub unit: &'static str,
}

impl Bar {
    pub fn value(
        what: impl Into<String>,
        figure: Option<f64>,
        unit: &'static str,
        limit: f64,
    ) -> Self {
        Self { what: what.into(), figure, limit, unit }
    }

    /// Returns a limit for the ratio of one figure to another.
    pub fn ratio(
        what: impl Into<String>,
        figures: &Figures,
        one: Key,
        other: Key,
        limit: f64,
    ) -> Self {
        Self::value(what, figures.ratio(one, other), "x", limit)
    }

    /// Returns a limit for a figure of the module relative to another contender's.
    pub fn beside(
        figures: &Figures,
        case: &str,
        measure: Measure,
        other: Contender,
        limit: f64,
    ) -> Self {
        let what = format!("{case}: {}, / {}", measure.name(), other.name());
        let (one, other) = ((case, measure, Contender::Module), (case, measure, other));
        Self::ratio(what, figures, one, other, limit)
    }

    /// Whether the bar was missed; `false` if the figure was not measured.
    pub fn is_missed(&self) -> bool {
        self.figure.is_some_and(|figure| figure.is_nan() || figure > self.limit)
    }
}

/// Returns the key of the module's time in the command.
pub fn module(case: &str) -> Key<'_> {
    (case, Measure::Command, Contender::Module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_missed_above_its_limit() {
        let is_missed = |figure| Bar::value("what", figure, "us", 2.0).is_missed();
        let figures = [Some(2.0), Some(2.1), Some(f64::NAN), None];
        assert_eq!(figures.map(is_missed), [false, true, true, false]);
    }
}
