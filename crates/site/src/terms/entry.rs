//! The entries of an article's map.

use std::fmt;

use crate::listed_enum;

listed_enum! {
    /// An entry of an article's map, other than its custom fields, in the order of the map. No custom
    /// field can have its name.
    pub enum Entry {
        /// The id.
        Id = "id",
        /// The title.
        Title = "title",
        /// The link.
        Link = "link",
        /// The user who posted the article.
        Poster = "poster",
        /// The time of posting.
        Time = "time",
        /// The time at which voting closes.
        Closes = "closes",
        /// Upvotes less downvotes.
        Votes = "votes",
        /// The number of upvotes.
        Upvotes = "upvotes",
        /// The number of downvotes.
        Downvotes = "downvotes",
        /// The score.
        Score = "score",
        /// The number of listed comments below the article.
        Comments = "comments",
        /// The time at which something last happened on the article.
        Bumped = "bumped",
        /// The groups.
        Groups = "groups",
        /// The viewer's vote.
        Vote = "vote",
        /// What moderators added to the score.
        Boost = "boost",
        /// Whether the article is hidden.
        Hidden = "hidden",
        /// Whether the article is locked.
        Locked = "locked",
        /// Whether the article is pinned.
        Pinned = "pinned",
    }
}

/// The names of all entries, as a list in a sentence.
pub struct EntryNames;

impl fmt::Display for EntryNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Entry::NAMES.split_last() {
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
            None => Ok(()),
        }
    }
}
