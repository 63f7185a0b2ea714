//! The entries of the maps of articles and comments.

use std::fmt;

use crate::listed_enum;
use crate::terms::kind::Kind;

listed_enum! {
    /// An entry of the map of an article or a comment, other than its custom fields.
    #[allow(missing_docs)] // Their names say what most are.
    pub enum Entry {
        Id = "id",
        Parent = "parent",
        Article = "article",
        Text = "text",
        Title = "title",
        Link = "link",
        Poster = "poster",
        Time = "time",
        /// The time at which voting closes.
        Closes = "closes",
        /// Upvotes less downvotes.
        Votes = "votes",
        Upvotes = "upvotes",
        Downvotes = "downvotes",
        Score = "score",
        /// The number of listed comments below it.
        Comments = "comments",
        /// The time at which something last happened on the article.
        Bumped = "bumped",
        Groups = "groups",
        /// How deep a comment is below the item whose thread is shown.
        Depth = "depth",
        Vote = "vote",
        /// The viewer's lists that hold it.
        Marks = "marks",
        /// What moderators added to the score.
        Boost = "boost",
        Hidden = "hidden",
        Locked = "locked",
        Pinned = "pinned",
        Muted = "muted",
        Deleted = "deleted",
        /// Whether it is in listings. It and the next ones are for RETURN only.
        Listed = "listed",
        Votable = "votable",
        Answerable = "answerable",
    }
}

impl Entry {
    /// The entries that only RETURN names, which come last in [`Entry::of`].
    const ON_REQUEST: usize = 3;

    /// Returns the entries of the maps of articles or of comments, in their order.
    pub fn of_map(kind: Kind) -> &'static [Self] {
        let (of_map, _) = Self::of(kind).split_at(Self::of(kind).len() - Self::ON_REQUEST);
        of_map
    }

    /// Returns the entries of articles or of comments. No custom field of these has the name of
    /// one.
    pub const fn of(kind: Kind) -> &'static [Self] {
        match kind {
            Kind::Article => &[
                Self::Id,
                Self::Title,
                Self::Link,
                Self::Poster,
                Self::Time,
                Self::Closes,
                Self::Votes,
                Self::Upvotes,
                Self::Downvotes,
                Self::Score,
                Self::Comments,
                Self::Bumped,
                Self::Groups,
                Self::Vote,
                Self::Marks,
                Self::Boost,
                Self::Hidden,
                Self::Locked,
                Self::Pinned,
                Self::Listed,
                Self::Votable,
                Self::Answerable,
            ],
            Kind::Comment => &[
                Self::Id,
                Self::Parent,
                Self::Article,
                Self::Text,
                Self::Poster,
                Self::Time,
                Self::Closes,
                Self::Votes,
                Self::Upvotes,
                Self::Downvotes,
                Self::Score,
                Self::Comments,
                Self::Depth,
                Self::Vote,
                Self::Marks,
                Self::Boost,
                Self::Hidden,
                Self::Locked,
                Self::Pinned,
                Self::Listed,
                Self::Votable,
                Self::Answerable,
            ],
        }
    }

    /// Returns whether it is an entry of articles, or of comments.
    pub const fn is_of(self, kind: Kind) -> bool {
        const ARTICLES: u32 = bits(Entry::of(Kind::Article));
        const COMMENTS: u32 = bits(Entry::of(Kind::Comment));
        let entries = match kind {
            Kind::Article => ARTICLES,
            Kind::Comment => COMMENTS,
        };
        entries & (1 << self as u32) != 0
    }
}

/// Returns some entries as a number with a bit for each.
const fn bits(entries: &[Entry]) -> u32 {
    match entries {
        [] => 0,
        [entry, rest @ ..] => 1 << *entry as u32 | bits(rest),
    }
}

/// The names of the entries of a kind, as a list in a sentence.
pub struct EntryNames(pub Kind);

impl fmt::Display for EntryNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Entry::of(self.0).iter().map(|entry| entry.name()).collect();
        match names.split_last() {
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
            None => Ok(()),
        }
    }
}
