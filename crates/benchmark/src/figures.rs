//! What was measured.

use serde::Serialize;

use crate::who::Who;

/// What a figure is a measure of.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Time in the command, an operation.
    Command,
    /// Processor time of the server, an operation.
    Cpu,
    /// Operations a second.
    Throughput,
    /// A percentile of the time in the command, as the server saw it.
    Server(Percentile),
    /// A percentile of the time from request to reply, as the client saw it.
    Client(Percentile),
    /// Bytes of memory.
    Memory,
    /// Bytes of the append-only file.
    Aof,
    /// Bytes of the RDB file.
    File,
    /// Time to save the RDB file.
    Save,
    /// Time to load the RDB file.
    Load,
}

/// A percentile, named as the server names it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Percentile {
    P50,
    P99,
    P999,
    P9999,
    Max,
}

impl Percentile {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::P50, Self::P99, Self::P999, Self::P9999, Self::Max];

    /// What stands for it in a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::P999 => "p99.9",
            Self::P9999 => "p99.99",
            Self::Max => "maximum",
        }
    }

    /// The name by which `INFO latencystats` gives it.
    pub fn field(self) -> &'static str {
        match self {
            Self::Max => "p100",
            other => other.name(),
        }
    }

    /// The value at this percentile of values in ascending order.
    pub fn of(self, sorted: &[f64]) -> f64 {
        let share = match self {
            Self::P50 => 0.5,
            Self::P99 => 0.99,
            Self::P999 => 0.999,
            Self::P9999 => 0.9999,
            Self::Max => 1.0,
        };
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).copied().unwrap_or(f64::NAN)
    }
}

impl Measure {
    /// What stands for it in a table.
    pub fn name(self) -> String {
        match self {
            Self::Command => "time in the command".into(),
            Self::Cpu => "server CPU".into(),
            Self::Throughput => "operations a second".into(),
            Self::Server(percentile) => format!("{} in the command", percentile.name()),
            Self::Client(percentile) => format!("{} for the client", percentile.name()),
            Self::Memory => "memory".into(),
            Self::Aof => "append-only file".into(),
            Self::File => "RDB file".into(),
            Self::Save => "RDB save".into(),
            Self::Load => "RDB load".into(),
        }
    }

    /// Its unit; a rate has it in its name.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Command | Self::Cpu | Self::Server(_) | Self::Client(_) => "us",
            Self::Memory | Self::Aof | Self::File => "bytes",
            Self::Save | Self::Load => "ms",
            Self::Throughput => "",
        }
    }
}

/// A case, what of it was measured, and who did it.
pub type Of<'a> = (&'a str, Measure, Who);

/// What one contender took for one thing, a sample a round.
#[derive(Serialize)]
pub struct Figure {
    /// What was done, on which site.
    pub case: String,
    /// What of it was measured.
    pub measure: Measure,
    /// Who did it.
    pub who: Who,
    /// The middle of the samples.
    pub median: f64,
    /// A value for each round.
    pub samples: Vec<f64>,
}

/// All that was measured in this run, in the order of the first sample.
#[derive(Default, Serialize)]
#[serde(transparent)]
pub struct Figures(Vec<Figure>);

impl Figures {
    /// Adds a sample.
    pub fn record(&mut self, case: &str, measure: Measure, who: Who, sample: f64) {
        if let Some(figure) = self.0.iter_mut().find(|figure| figure.is(case, measure, who)) {
            figure.samples.push(sample);
            figure.median = median(&figure.samples);
        } else {
            let (case, samples) = (case.to_owned(), vec![sample]);
            self.0.push(Figure { case, measure, who, median: sample, samples });
        }
    }

    /// All of them.
    pub fn all(&self) -> &[Figure] {
        &self.0
    }

    /// The figure of a contender, if it was measured.
    pub fn figure(&self, case: &str, measure: Measure, who: Who) -> Option<&Figure> {
        self.0.iter().find(|figure| figure.is(case, measure, who))
    }

    /// How many times the other's figure a contender's is, if both were measured: the median of
    /// what it is in each round.
    pub fn ratio(&self, one: Of, other: Of) -> Option<f64> {
        let samples = |(case, measure, who)| Some(&self.figure(case, measure, who)?.samples);
        let (one, other) = (samples(one)?, samples(other)?);
        let ratios: Vec<f64> = one.iter().zip(other).map(|(one, other)| one / other).collect();
        Some(median(&ratios))
    }

    /// The median of a contender, if it was measured.
    pub fn median(&self, case: &str, measure: Measure, who: Who) -> Option<f64> {
        self.figure(case, measure, who).map(|figure| figure.median)
    }
}

impl Figure {
    /// The least and the greatest sample.
    pub fn range(&self) -> (f64, f64) {
        let least = self.samples.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = self.samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least, greatest)
    }

    fn is(&self, case: &str, measure: Measure, who: Who) -> bool {
        self.case == case && self.measure == measure && self.who == who
    }
}

/// The middle of some values, of which there is at least one.
fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() % 2 {
        0 => (sorted[middle - 1] + sorted[middle]) / 2.0,
        _ => sorted[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_ratio_is_that_of_most_rounds() {
        let mut figures = Figures::default();
        // The machine was slow in the second round, and hit one of both in the third.
        for (module, incr) in [(2.0, 1.0), (8.0, 4.0), (9.0, 1.0)] {
            figures.record("case", Measure::Command, Who::Module, module);
            figures.record("case", Measure::Command, Who::Incr, incr);
        }
        let of = |who| ("case", Measure::Command, who);
        assert_eq!(figures.ratio(of(Who::Module), of(Who::Incr)), Some(2.0));
        assert_eq!(figures.ratio(of(Who::Module), of(Who::Script)), None);
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=1000).map(f64::from).collect();
        let found = Percentile::ALL.map(|percentile| percentile.of(&values));
        assert_eq!(found, [500.0, 990.0, 999.0, 1000.0, 1000.0]);
    }
}
