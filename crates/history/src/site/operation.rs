use std::fmt;

use super::Ballot;

/// An operation on a site. Users are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// ARTICLE.VOTE.
    Vote {
        /// The user.
        user: usize,
        /// The article or comment.
        id: u32,
        /// The vote.
        ballot: Ballot,
        /// Whether the reply has the counts.
        with_counts: bool,
    },
    /// ARTICLE.MODERATE of one article.
    Moderate {
        /// The article.
        id: u32,
        /// What is done with it.
        action: Action,
    },
    /// ARTICLE.COMMENT.
    Comment {
        /// The user.
        user: usize,
        /// The article or comment that it answers.
        parent: u32,
        /// The time, in UNIX seconds.
        time: i64,
    },
    /// ARTICLE.GET, ARTICLE.MGET, or what ARTICLE.CHANGES returns of some articles and comments.
    Show {
        /// The articles and comments.
        ids: Vec<u32>,
        /// The viewer.
        viewer: Option<usize>,
    },
    /// The entry that an article has in a page, if it is listed.
    ShowListed {
        /// The article.
        id: u32,
        /// The viewer.
        viewer: Option<usize>,
    },
    /// ARTICLE.PAGE with all articles that are listed.
    Page {
        /// The viewer.
        viewer: Option<usize>,
    },
    /// All articles and comments in a copy of the site, once ARTICLE.CHANGES returns no more.
    ShowAll,
}

/// What moderators do with an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It leaves all listings and takes no votes.
    Hide,
    /// The reverse.
    Show,
    /// It takes no votes.
    Lock,
    /// The reverse.
    Unlock,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hide => "HIDE",
            Self::Show => "SHOW",
            Self::Lock => "LOCK",
            Self::Unlock => "UNLOCK",
        })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen_by = |f: &mut fmt::Formatter<'_>, viewer: &Option<usize>| match viewer {
            Some(user) => write!(f, " VIEWER u{user}"),
            None => Ok(()),
        };
        match self {
            Self::Vote { user, id, ballot, with_counts } => {
                write!(f, "VOTE u{user} {id} {ballot}")?;
                f.write_str(if *with_counts { " WITHCOUNTS" } else { "" })
            }
            Self::Moderate { id, action } => write!(f, "MODERATE {action} {id}"),
            Self::Comment { user, parent, time } => {
                write!(f, "COMMENT u{user} {parent} TIME {time}")
            }
            Self::Show { ids, viewer } => {
                f.write_str("GET")?;
                ids.iter().try_for_each(|id| write!(f, " {id}"))?;
                seen_by(f, viewer)
            }
            Self::ShowListed { id, viewer } => {
                write!(f, "the entry of {id} in a PAGE")?;
                seen_by(f, viewer)
            }
            Self::Page { viewer } => {
                f.write_str("PAGE")?;
                seen_by(f, viewer)
            }
            Self::ShowAll => f.write_str("the copy after CHANGES without a change"),
        }
    }
}
