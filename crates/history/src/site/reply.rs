use std::fmt;

use article_site::{Error, Tally};

use super::item::{Counts, View};

/// A reply of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Changed(bool),
    /// The reply of VOTE WITHCOUNTS.
    Counted {
        changed: bool,
        tally: Tally,
        /// The user's vote before.
        previous: i64,
    },
    Id(u32),
    /// Articles and comments; None for one that does not exist.
    Shown(Vec<Option<View>>),
    Refused(Error),
}

impl Reply {
    /// Returns whether it acknowledges a change.
    pub fn is_change(&self) -> bool {
        match self {
            Self::Changed(changed) | Self::Counted { changed, .. } => *changed,
            Self::Id(_) => true,
            Self::Shown(_) | Self::Refused(_) => false,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(changed) => write!(f, "{}", u8::from(*changed)),
            Self::Counted { changed, tally, previous } => {
                let (changed, counts) = (u8::from(*changed), Counts(*tally));
                write!(f, "changed {changed} {counts} previous {previous}")
            }
            Self::Id(id) => write!(f, "{id}"),
            Self::Shown(views) => {
                for (place, view) in views.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { " " })?;
                    match view {
                        Some(view) => write!(f, "{view}")?,
                        None => f.write_str("nil")?,
                    }
                }
                Ok(())
            }
            Self::Refused(error) => write!(f, "{error}"),
        }
    }
}
