//! The quantities that a figure can measure.

use article_site::listed_enum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value};

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Time in the command, per operation.
    Command,
    /// The module's time in the command relative to the baseline's, from alternating slices.
    Baseline,
    /// Processor time of the server, per operation.
    Cpu,
    Throughput,
    /// A percentile of the time from request to reply, measured by the client.
    Client(Percentile),
    Duration,
    /// Memory: the growth of `used_memory`, unless the case says otherwise.
    Memory,
    /// Length of the payload (RDB, DUMP), not compressed.
    Payload,
    Aof,
    File,
    Save,
    Load,
}

impl Measure {
    /// Returns the measure that is named as in the record; percentiles have the names alone.
    pub fn named(name: &str) -> Option<Self> {
        let value = || Value::String(name.to_owned());
        let percentile = || from_value(value()).map(Self::Client);
        from_value(value()).or_else(|_| percentile()).ok()
    }

    pub fn name(self) -> String {
        match self {
            Self::Client(percentile) => format!("{} {}", percentile.name(), self.terms().0),
            _ => self.terms().0.to_owned(),
        }
    }

    /// Returns the unit: `x` for a ratio, empty for a rate or a number.
    pub fn unit(self) -> &'static str {
        self.terms().1
    }

    /// Returns the name, of a percentile without which, and the unit.
    fn terms(self) -> (&'static str, &'static str) {
        match self {
            Self::Command => ("time in the command", "us"),
            Self::Baseline => ("module / baseline, in alternating slices", "x"),
            Self::Cpu => ("server CPU", "us"),
            Self::Throughput => ("operations per second", ""),
            Self::Client(_) => ("for the client", "us"),
            Self::Duration => ("duration", "ms"),
            Self::Memory => ("used_memory", "bytes"),
            Self::Payload => ("payload", "bytes"),
            Self::Aof => ("append-only file", "bytes"),
            Self::File => ("RDB file", "bytes"),
            Self::Save => ("RDB save", "ms"),
            Self::Load => ("RDB load", "ms"),
        }
    }
}

listed_enum! {
    /// A percentile, with its name in tables.
    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Percentile {
        P50 = "p50",
        P99 = "p99",
    }
}

#[cfg(any(test, feature = "peers"))]
impl Percentile {
    /// Returns the value at this percentile of values in ascending order, if there are any.
    pub fn of<T: Copy>(self, sorted: &[T]) -> Option<T> {
        let share = match self {
            Self::P50 => 0.5,
            Self::P99 => 0.99,
        };
        let rank = (share * sorted.len() as f64).ceil() as usize;
        sorted.get(rank.max(1) - 1).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values: Vec<f64> = (1..=1000).map(f64::from).collect();
        let found = Percentile::ALL.map(|percentile| percentile.of(&values).unwrap());
        assert_eq!(found, [500.0, 990.0]);
    }
}
