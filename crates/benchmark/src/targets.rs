//! The limits that the module must meet, called bars in the output.

use serde::Serialize;

use crate::contender::Contender;
use crate::figures::{Figures, Key};
use crate::measure::Measure;

/// An upper limit for a figure of the module.
#[derive(Serialize)]
pub struct Target {
    /// A description of the figure.
    pub what: String,
    /// The figure in this run, if it was measured.
    pub figure: Option<f64>,
    /// The upper limit.
    pub limit: f64,
    /// The unit of figure and limit; `x` for a ratio.
    pub unit: &'static str,
}

impl Target {
    /// Returns a limit for a value.
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

    /// Whether the module meets the target; `None` if the figure was not measured.
    pub fn is_met(&self) -> Option<bool> {
        self.figure.map(|figure| figure <= self.limit)
    }
}

/// Returns limits for a case of the module relative to other contenders, each given as the
/// quantity measured, the other contender and the highest ratio. `operation` is the short name
/// of the case.
pub fn relative(
    figures: &Figures,
    operation: &str,
    case: &str,
    limits: &[(Measure, Contender, f64)],
) -> Vec<Target> {
    let target = |&(measure, other, limit): &(Measure, Contender, f64)| {
        let what = format!("{operation}: {}, module / {}", measure.name(), other.name());
        let (one, other) = ((case, measure, Contender::Module), (case, measure, other));
        Target::ratio(what, figures, one, other, limit)
    };
    limits.iter().map(target).collect()
}

/// Returns by how much the module exceeds HSET, each in its best round.
///
/// All rounds do the same, so a pause of the module's own making is in each of them. A pause in
/// only some rounds comes from the machine.
pub fn above_hset(figures: &Figures, case: &str, measure: Measure) -> Option<f64> {
    let least = |contender| Some(figures.get((case, measure, contender))?.range().0);
    Some((least(Contender::Module)? - least(Contender::Hset)?).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_met_up_to_its_limit() {
        let is_met = |figure| Target::value("what", figure, "us", 2.0).is_met();
        assert_eq!(
            [Some(1.9), Some(2.0), Some(2.1), None].map(is_met),
            [Some(true), Some(true), Some(false), None]
        );
        assert_eq!(is_met(Some(f64::NAN)), Some(false));
    }

    #[test]
    fn pauses_are_compared_by_their_best_rounds() {
        let mut figures = Figures::default();
        for (module, hset) in [(500.0, 100.0), (300.0, 700.0)] {
            figures.record(("case", Measure::Command, Contender::Module), module);
            figures.record(("case", Measure::Command, Contender::Hset), hset);
        }
        assert_eq!(above_hset(&figures, "case", Measure::Command), Some(200.0));
    }
}
