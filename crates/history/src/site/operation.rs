use std::fmt;

use article_site::{Moderation, RecordedVote};

use super::item::vote_words;

/// An operation on a site. Users are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    Vote {
        user: usize,
        id: u32,
        vote: Option<RecordedVote>,
        /// Whether the reply has the counts.
        with_counts: bool,
    },
    /// ARTICLE.MODERATE of one article.
    Moderate { id: u32, moderation: Moderation },
    Comment {
        user: usize,
        /// The article or comment that it answers.
        parent: u32,
        time: i64,
    },
    /// ARTICLE.GET, ARTICLE.MGET, or what ARTICLE.CHANGES returns of some articles and comments.
    Show { ids: Vec<u32>, viewer: Option<usize> },
    /// The entry that an article has in a page, if it is listed.
    ShowListed { id: u32, viewer: Option<usize> },
    /// ARTICLE.PAGE with all articles that are listed.
    Page { viewer: Option<usize> },
    /// All articles and comments in a copy of the site, once ARTICLE.CHANGES returns no more.
    ShowAll,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen_by = |f: &mut fmt::Formatter<'_>, viewer: &Option<usize>| match viewer {
            Some(user) => write!(f, " VIEWER u{user}"),
            None => Ok(()),
        };
        match self {
            Self::Vote { user, id, vote, with_counts } => {
                write!(f, "VOTE u{user} {id} {}", vote_words(*vote))?;
                f.write_str(if *with_counts { " WITHCOUNTS" } else { "" })
            }
            Self::Moderate { id, moderation } => write!(f, "MODERATE {} {id}", moderation.name()),
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
