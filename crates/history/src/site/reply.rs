use std::fmt;

use super::{Tally, View};

/// A reply of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Whether something changed.
    Changed(bool),
    /// The reply of VOTE WITHCOUNTS.
    Counted {
        /// Whether the vote changed.
        changed: bool,
        /// The counts after it.
        tally: Tally,
        /// The user's vote before.
        previous: i64,
    },
    /// The id of a new comment.
    Id(u32),
    /// Articles and comments; None for one that does not exist.
    Shown(Vec<Option<View>>),
    /// An error.
    Refused(Refusal),
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

/// Why an operation was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such article or comment.
    NoArticle,
    /// It is hidden.
    Hidden,
    /// It takes no votes.
    VoteClosed,
    /// It takes no comments.
    Locked,
}

impl Refusal {
    /// Returns the refusal with this code, the first word of the server's error.
    pub fn of_code(code: &str) -> Option<Self> {
        let all = [Self::NoArticle, Self::Hidden, Self::VoteClosed, Self::Locked];
        all.into_iter().find(|refusal| refusal.to_string() == code)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoArticle => "NOARTICLE",
            Self::Hidden => "HIDDEN",
            Self::VoteClosed => "VOTECLOSED",
            Self::Locked => "LOCKED",
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed(changed) => write!(f, "{}", u8::from(*changed)),
            Self::Counted { changed, tally, previous } => {
                write!(f, "changed {} {tally} previous {previous}", u8::from(*changed))
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
            Self::Refused(refusal) => write!(f, "{refusal}"),
        }
    }
}
