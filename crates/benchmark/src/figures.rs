//! The results of all measurements.

use serde::Serialize;

use crate::contenders::Contender;
use crate::measure::Measure;

/// The identity of a figure: the case, the quantity measured, and the contender.
pub type Key<'a> = (&'a str, Measure, Contender);

/// The result of one measurement of one contender.
pub struct Figure {
    /// The operation and the site.
    pub case: String,
    /// The quantity measured.
    pub measure: Measure,
    /// The contender.
    pub contender: Contender,
    /// One sample per round.
    samples: Vec<f64>,
}

/// A figure in `results.json`.
#[derive(Serialize)]
pub struct Summary<'a> {
    case: &'a str,
    measure: Measure,
    contender: Contender,
    /// The lower quartile, the median and the upper quartile of the rounds.
    quartiles: [f64; 3],
}

impl Figure {
    /// Returns the lower quartile, the median and the upper quartile.
    pub fn quartiles(&self) -> [f64; 3] {
        [0.25, 0.5, 0.75].map(|share| quantile(&self.samples, share))
    }

    /// Returns the median.
    pub fn median(&self) -> f64 {
        quantile(&self.samples, 0.5)
    }

    /// Returns the figure as it is stored, with five significant digits.
    pub fn summary(&self) -> Summary<'_> {
        let Self { case, measure, contender, .. } = self;
        let quartiles = self.quartiles().map(|value| {
            let digits = 10f64.powi(4 - value.abs().max(1e-9).log10().floor() as i32);
            (value * digits).round() / digits
        });
        Summary { case, measure: *measure, contender: *contender, quartiles }
    }

    fn has_key(&self, (case, measure, contender): Key) -> bool {
        self.case == case && self.measure == measure && self.contender == contender
    }
}

/// All figures of the run, in the order of their first samples.
#[derive(Default)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// Adds a sample to a figure.
    pub fn record(&mut self, key: Key, sample: f64) {
        if let Some(figure) = self.0.iter_mut().find(|figure| figure.has_key(key)) {
            figure.samples.push(sample);
        } else {
            let (case, measure, contender) = key;
            let (case, samples) = (case.to_owned(), vec![sample]);
            self.0.push(Figure { case, measure, contender, samples });
        }
    }

    /// Returns all figures.
    pub fn all(&self) -> &[Figure] {
        &self.0
    }

    /// Returns the median of a figure, if it was measured.
    pub fn median(&self, key: Key) -> Option<f64> {
        self.get(key).map(Figure::median)
    }

    /// Returns one figure divided by another, if both were measured: the median of the ratios of
    /// the single rounds, in which both had the same conditions.
    pub fn ratio(&self, one: Key, other: Key) -> Option<f64> {
        let (one, other) = (&self.get(one)?.samples, &self.get(other)?.samples);
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| one / other).collect();
        Some(quantile(&ratios, 0.5))
    }

    fn get(&self, key: Key) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.has_key(key))
    }
}

/// Returns the median; NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// Returns the value below which this share of the values is, interpolated between two of them;
/// NaN if there are no values.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = share * sorted.len().saturating_sub(1) as f64;
    match (sorted.get(place as usize), sorted.get(place.ceil() as usize)) {
        (Some(below), Some(above)) => below + (above - below) * place.fract(),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(quantile(&[4.0, 1.0, 2.0, 3.0, 5.0], 0.25), 2.0);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn a_ratio_is_the_median_of_the_ratios_of_rounds() {
        let mut figures = Figures::default();
        let key = |contender| ("case", Measure::Command, contender);
        // The machine was slow in the second round, and slowed down only the module in the third.
        for (module, incr) in [(2.0, 1.0), (8.0, 4.0), (9.0, 1.0)] {
            figures.record(key(Contender::Module), module);
            figures.record(key(Contender::Incr), incr);
        }
        assert_eq!(figures.ratio(key(Contender::Module), key(Contender::Incr)), Some(2.0));
        assert_eq!(figures.ratio(key(Contender::Module), key(Contender::Script)), None);
    }
}
