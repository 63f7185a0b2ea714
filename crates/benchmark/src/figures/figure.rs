//! Figures: the results of measurements.

use serde::{Deserialize, Serialize, Serializer};

use crate::contenders::Contender;
use crate::figures::measure::Measure;

/// The identity of a figure: the case, the quantity measured, and the contender.
pub type Key<'a> = (&'a str, Measure, Contender);

/// The result of one measurement of one contender, as it is recorded.
#[derive(Clone, Serialize, Deserialize)]
pub struct Figure {
    pub case: String,
    pub measure: Measure,
    pub contender: Contender,
    /// One sample per round.
    #[serde(serialize_with = "rounded")]
    samples: Vec<f64>,
}

impl Figure {
    pub fn median(&self) -> f64 {
        median(&self.samples)
    }

    pub fn key(&self) -> Key<'_> {
        (&self.case, self.measure, self.contender)
    }

    fn has_key(&self, key: Key) -> bool {
        self.key() == key
    }
}

/// Writes samples with five significant digits.
fn rounded<S: Serializer>(samples: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(samples.iter().map(|&sample| significant(sample, 5)))
}

/// Rounds a value to this number of significant digits.
pub fn significant(value: f64, digits: i32) -> f64 {
    let factor = 10f64.powi(digits - 1 - value.abs().max(1e-9).log10().floor() as i32);
    (value * factor).round() / factor
}

/// All figures of a run, in the order of their first samples.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Figures(Vec<Figure>);

impl Figures {
    pub fn record(&mut self, key: Key, sample: f64) {
        if let Some(figure) = self.0.iter_mut().find(|figure| figure.has_key(key)) {
            figure.samples.push(sample);
        } else {
            let (case, measure, contender) = key;
            let (case, samples) = (case.to_owned(), vec![sample]);
            self.0.push(Figure { case, measure, contender, samples });
        }
    }

    pub fn retain(&mut self, is_kept: impl Fn(&Figure) -> bool) {
        self.0.retain(is_kept);
    }

    #[cfg(test)]
    pub fn extend(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    pub fn all(&self) -> &[Figure] {
        &self.0
    }

    pub fn median(&self, key: Key) -> Option<f64> {
        self.get(key).map(Figure::median)
    }

    /// Returns one figure divided by another, if both were measured: the median of the ratios of
    /// the single rounds, in which both had the same conditions.
    pub fn ratio(&self, one: Key, other: Key) -> Option<f64> {
        let (one, other) = (&self.get(one)?.samples, &self.get(other)?.samples);
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| one / other).collect();
        Some(median(&ratios))
    }

    pub fn get(&self, key: Key) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.has_key(key))
    }
}

/// Returns the median, between the two in the middle if there are; NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.len() % 2) {
        (Some(above), 0) => (sorted[middle - 1] + above) / 2.0,
        (Some(middle), _) => *middle,
        (None, _) => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_interpolated() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn values_are_rounded_to_their_significant_digits() {
        let values = [0.012_345_678, 206_622.2, 0.0].map(|value| significant(value, 3));
        assert_eq!(values, [0.0123, 207_000.0, 0.0]);
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
        assert_eq!(figures.ratio(key(Contender::Module), key(Contender::Client)), None);
    }
}
