//! Released versions of the module, which know less than the build under test.

use super::{Client, Value};

/// A released version, or the build under test. Later ones know everything that earlier ones know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    V0_1,
    V0_2,
    UnderTest,
}

impl Release {
    /// Returns the version that the server runs.
    pub fn of(c: &mut Client) -> Self {
        let mut knows =
            |command| c.run(&format!("COMMAND INFO {command}")) != Value::Array(vec![Value::Nil]);
        if knows("article.comment") {
            Self::UnderTest
        } else if knows("article.moderate") {
            Self::V0_2
        } else {
            Self::V0_1
        }
    }
}
