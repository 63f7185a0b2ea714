//! What the module has to reach.

use serde::Serialize;

use crate::figures::{Figures, Measure, Of};
use crate::who::Who;

/// A bar, with the figure of this run.
#[derive(Serialize)]
pub struct Bar {
    /// What is limited.
    pub what: String,
    /// The figure, if what it takes was measured.
    pub figure: Option<f64>,
    /// The most that it may be.
    pub limit: f64,
    /// The unit of both; `x` for a ratio.
    pub unit: &'static str,
}

impl Bar {
    /// A limit for a value.
    pub fn value(
        what: impl Into<String>,
        figure: Option<f64>,
        unit: &'static str,
        limit: f64,
    ) -> Self {
        Self { what: what.into(), figure, limit, unit }
    }

    /// A limit for how many times the other figure the one is.
    pub fn ratio(
        what: impl Into<String>,
        figures: &Figures,
        one: Of,
        other: Of,
        limit: f64,
    ) -> Self {
        Self::value(what, figures.ratio(one, other), "x", limit)
    }

    /// Whether the bar is reached, if that is known.
    pub fn passed(&self) -> Option<bool> {
        self.figure.map(|figure| figure <= self.limit)
    }
}

/// Limits for a case of the module beside other contenders: what is measured, beside whom, and
/// how many times as much it may be. `operation` names the case in short.
pub fn beside(
    figures: &Figures,
    operation: &str,
    case: &str,
    limits: &[(Measure, Who, f64)],
) -> Vec<Bar> {
    let bar = |&(measure, who, limit): &(Measure, Who, f64)| {
        let what = format!("{operation}: {}, module / {}", measure.name(), who.name());
        Bar::ratio(what, figures, (case, measure, Who::Module), (case, measure, who), limit)
    };
    limits.iter().map(bar).collect()
}

/// By how much the module is above `INCR` beside it, each in the round in which it was least.
///
/// A pause that the module makes is in every round, since each does the same; one that is only
/// in some is the machine's. It may hit the module without hitting `INCR`, which runs for a
/// shorter time.
pub fn above_incr(figures: &Figures, case: &str, measure: Measure) -> Option<f64> {
    let least = |who| figures.figure(case, measure, who).map(|figure| figure.range().0);
    Some((least(Who::Module)? - least(Who::Incr)?).max(0.0))
}
