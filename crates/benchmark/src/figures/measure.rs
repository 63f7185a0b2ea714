//! The quantities that a figure can measure.

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
    /// Returns the measure that is named as in the record.
    pub fn named(name: &str) -> Option<Self> {
        from_value(Value::String(name.to_owned())).ok()
    }

    pub fn name(self) -> &'static str {
        self.terms().0
    }

    /// Returns the unit: `x` for a ratio, empty for a rate or a number.
    pub fn unit(self) -> &'static str {
        self.terms().1
    }

    /// Returns the name and the unit.
    fn terms(self) -> (&'static str, &'static str) {
        match self {
            Self::Command => ("time in the command", "us"),
            Self::Baseline => ("module / baseline, in alternating slices", "x"),
            Self::Cpu => ("server CPU", "us"),
            Self::Throughput => ("operations per second", ""),
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
