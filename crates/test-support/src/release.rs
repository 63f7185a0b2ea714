//! Released versions of the module, which know less than the build under test.

use super::{Client, Value, int};

/// A released version, or the build under test. Later ones know everything that earlier ones know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    V0_1,
    V0_2,
    V0_3,
    UnderTest,
}

impl Release {
    /// Returns the version that the server runs, by the encoding version of what it dumps. Each
    /// release here has another.
    pub fn of(c: &mut Client) -> Self {
        assert_eq!(c.run("ARTICLE.CREATE release-of-the-server"), Value::Okay);
        let dump = c.dump("release-of-the-server");
        assert_eq!(c.run("DEL release-of-the-server"), int(1));
        // The last of the 64 bits of the type.
        match dump[9] & 0x3f {
            1 => Self::V0_1,
            2 => Self::V0_2,
            3 => Self::V0_3,
            _ => Self::UnderTest,
        }
    }
}
