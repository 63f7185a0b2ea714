//! The quantities that a figure can measure.

use serde::{Deserialize, Serialize};
use serde_json::{Value, from_value};

/// The quantity that a figure measures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Time in the command, per operation.
    Command,
    /// The module's time in the command relative to the baseline's, from alternating slices.
    Baseline,
    /// Processor time of the server, per operation.
    Cpu,
    /// Processor time of the server's main thread for one command.
    Busy,
    Throughput,
    /// How often something went wrong.
    Count,
    /// A percentile of the time from request to reply, measured by the client.
    Client(Percentile),
    /// Time for the whole of an operation.
    Duration,
    /// Memory: the growth of `used_memory`, unless the case says otherwise.
    Memory,
    /// Length of the payload (RDB, DUMP), not compressed.
    Payload,
    /// Growth of the append-only file.
    Aof,
    /// Size of the RDB file.
    File,
    /// Time to save the RDB file.
    Save,
    /// Time to load the RDB file.
    Load,
}

impl Measure {
    /// Returns the measure that is named as in the record; percentiles have the names alone.
    pub fn named(name: &str) -> Option<Self> {
        let value = || Value::String(name.to_owned());
        let percentile = || from_value(value()).map(Self::Client);
        from_value(value()).or_else(|_| percentile()).ok()
    }

    /// Returns the name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Command => "time in the command".into(),
            Self::Baseline => "module / baseline, in alternating slices".into(),
            Self::Cpu => "server CPU".into(),
            Self::Busy => "the server is busy".into(),
            Self::Throughput => "operations per second".into(),
            Self::Count => "number".into(),
            Self::Client(percentile) => format!("{} for the client", percentile.name()),
            Self::Duration => "duration".into(),
            Self::Memory => "used_memory".into(),
            Self::Payload => "payload".into(),
            Self::Aof => "append-only file".into(),
            Self::File => "RDB file".into(),
            Self::Save => "RDB save".into(),
            Self::Load => "RDB load".into(),
        }
    }

    /// Returns the unit: `x` for a ratio, empty for a rate or a number.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Command | Self::Cpu | Self::Client(_) => "us",
            Self::Baseline => "x",
            Self::Memory | Self::Payload | Self::Aof | Self::File => "bytes",
            Self::Busy | Self::Duration | Self::Save | Self::Load => "ms",
            Self::Throughput | Self::Count => "",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Percentile {
    P50,
    P99,
    P999,
    P9999,
    Max,
}

impl Percentile {
    /// All percentiles, in ascending order.
    pub const ALL: [Self; 5] = [Self::P50, Self::P99, Self::P999, Self::P9999, Self::Max];

    /// Returns the name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::P50 => "p50",
            Self::P99 => "p99",
            Self::P999 => "p99.9",
            Self::P9999 => "p99.99",
            Self::Max => "maximum",
        }
    }

    /// Returns the value at this percentile of values in ascending order, if there are any.
    pub fn of<T: Copy>(self, sorted: &[T]) -> Option<T> {
        let share = match self {
            Self::P50 => 0.5,
            Self::P99 => 0.99,
            Self::P999 => 0.999,
            Self::P9999 => 0.9999,
            Self::Max => 1.0,
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
        assert_eq!(found, [500.0, 990.0, 999.0, 1000.0, 1000.0]);
    }
}
