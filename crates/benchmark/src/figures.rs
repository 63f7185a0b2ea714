//! The results of all measurements.

use serde::Serialize;

use crate::contender::Contender;
use crate::measure::Measure;

/// The identity of a figure: the case, the quantity measured, and the contender.
pub type Key<'a> = (&'a str, Measure, Contender);

/// The result of one measurement of one contender.
#[derive(Serialize)]
pub struct Figure {
    /// The operation and the site.
    pub case: String,
    /// The quantity measured.
    pub measure: Measure,
    /// The contender.
    pub contender: Contender,
    /// The median of the samples.
    pub median: f64,
    /// One sample per round.
    pub samples: Vec<f64>,
}

impl Figure {
    /// Returns the least and the greatest sample.
    pub fn range(&self) -> (f64, f64) {
        let least = self.samples.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least, greatest)
    }

    fn has_key(&self, (case, measure, contender): Key) -> bool {
        self.case == case && self.measure == measure && self.contender == contender
    }
}

/// All figures of the run, in the order of their first samples.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// Adds a sample to a figure.
    pub fn record(&mut self, key: Key, sample: f64) {
        if let Some(figure) = self.0.iter_mut().find(|figure| figure.has_key(key)) {
            figure.samples.push(sample);
            figure.median = median(&figure.samples);
        } else {
            let (case, measure, contender) = key;
            let (case, samples) = (case.to_owned(), vec![sample]);
            self.0.push(Figure { case, measure, contender, median: sample, samples });
        }
    }

    /// Returns all figures.
    pub fn all(&self) -> &[Figure] {
        &self.0
    }

    /// Returns a figure, if it was measured.
    pub fn get(&self, key: Key) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.has_key(key))
    }

    /// Returns the median of a figure, if it was measured.
    pub fn median(&self, key: Key) -> Option<f64> {
        self.get(key).map(|figure| figure.median)
    }

    /// Returns one figure divided by another, if both were measured: the median of the ratios of
    /// the single rounds, in which both had the same conditions.
    pub fn ratio(&self, one: Key, other: Key) -> Option<f64> {
        let (one, other) = (&self.get(one)?.samples, &self.get(other)?.samples);
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| one / other).collect();
        Some(median(&ratios))
    }
}

/// Returns the median; NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match (sorted.len() % 2, sorted.get(middle)) {
        (0, Some(above)) => (sorted[middle - 1] + above) / 2.0,
        (_, Some(median)) => *median,
        (_, None) => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
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
