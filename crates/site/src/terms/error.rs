//! The errors of a site. The contract fixes their texts: ASCII, code word first, and never a copy
//! of what the client sent.

use crate::terms::entry::EntryNames;
use crate::terms::kind::Kind;

/// The reason why an operation was refused. A refused operation has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No article has that id.
    #[error("NOARTICLE no such article")]
    NoArticle,
    /// What has changed since a version is not known.
    #[error("RESYNC this version is not of this copy of the site; start again from 0")]
    Resync,
    /// A text is not a version.
    #[error("ERR invalid version: it must be 0 or a version that CHANGES or INFO returned")]
    InvalidVersion,
    /// The article's window has passed, or it is locked.
    #[error("VOTECLOSED voting on this article has closed")]
    VoteClosed,
    /// The site does not accept downvotes.
    #[error("NODOWNVOTE this site does not accept downvotes")]
    NoDownVote,
    /// The article is hidden.
    #[error("HIDDEN this article is hidden")]
    Hidden,
    /// The article or comment takes no comments.
    #[error("LOCKED this article is locked")]
    Locked,
    /// A comment would be too deep in its thread.
    #[error("ERR comments can be nested at most 255 deep")]
    TooDeep,
    /// An article is edited as if it were a comment.
    #[error("ERR TEXT is for comments; an article has TITLE and LINK")]
    TextOfArticle,
    /// A comment is edited as if it were an article.
    #[error("ERR TITLE and LINK are for articles; a comment has TEXT")]
    TitleOfComment,
    /// A comment or a tombstone to load answers nothing that is there.
    #[error("ERR the parent must be an article, a comment or a place of a lower id")]
    NoParent,
    /// The site bars posters from voting on their own articles.
    #[error("SELFVOTE posters cannot vote on their own articles")]
    SelfVote,
    /// A text is too short or too long.
    #[error("ERR {what} must be {min} to {max} bytes long")]
    Length {
        /// The name of the text.
        what: &'static str,
        /// The minimum length in bytes.
        min: usize,
        /// The maximum length in bytes.
        max: usize,
    },
    /// A number is out of its range.
    #[error("ERR {what} must be an integer from {min} to {max}")]
    Range {
        /// The name of the number.
        what: &'static str,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// A value is not one of its setting's words.
    #[error("ERR {what} must be {}", words.join(" or "))]
    Words {
        /// The setting's name.
        what: &'static str,
        /// The words that are valid.
        words: &'static [&'static str],
    },
    /// The name of a custom field is reserved.
    #[error("ERR field name is reserved, as are {}", EntryNames(*.0))]
    ReservedField(Kind),
    /// The article would be in too many groups.
    #[error("ERR an article can be in at most 32 groups")]
    TooManyGroups,
    /// The article would have too many custom fields.
    #[error("ERR an article can have at most 32 custom fields")]
    TooManyFields,
    /// The article would have more votes than can be counted.
    #[error("ERR an article can have at most 4294967295 votes")]
    TooManyVotes,
    /// A user to load has voted on the article already, or is listed twice.
    #[error("ERR a user can have only one vote on an article")]
    VotedBefore,
    /// Votes to load are kept, and the site keeps none.
    #[error("ERR kept votes need a site with KEEPVOTES yes")]
    KeepsNoVotes,
    /// Votes to load are kept, and the vote records of the article are still there.
    #[error("ERR kept votes need an article that was loaded with COUNTS")]
    KeptWhileOpen,
    /// The site would have more users than ledgers tell apart.
    #[error("ERR a site can have at most 1073741824 users")]
    TooManyUsers,
    /// The user would have too many lists.
    #[error("ERR a user can have at most 16 lists")]
    TooManyLists,
    /// The user would follow too much.
    #[error("ERR a user can follow at most 10000 groups and users")]
    TooManyFollowed,
    /// The user would mute too much.
    #[error("ERR a user can mute at most 10000 groups and users")]
    TooManyMuted,
    /// The list would have too many ids.
    #[error("ERR a list can have at most 1000000 ids")]
    ListTooLong,
    /// The site would have more groups than can be numbered.
    #[error("ERR a site can have at most 4294967295 groups")]
    TooManySiteGroups,
    /// An id is not above every id assigned so far.
    #[error("ERR {what} must be greater than every id assigned so far")]
    IdNotGreater {
        /// The name of the argument.
        what: &'static str,
    },
    /// An id would leave too large a gap.
    #[error("ERR ID must be at most 1000 ids above the last one assigned")]
    IdTooFar,
    /// An id is another part's.
    #[error(
        "ERR this site has no such id: its ids are ids_first of INFO and every ids_step after"
    )]
    IdOfOtherPart,
    /// LASTID is less than the site's last id.
    #[error("ERR LASTID must not be less than the last id assigned")]
    LastIdLowered,
    /// Every id has been assigned.
    #[error("ERR ids go up to 4294967295, and this site has assigned them all")]
    IdsExhausted,
    /// An order other than those by score and time is asked for in ascending direction.
    #[error("ERR ASC needs BY SCORE or BY TIME")]
    AscendingOrder,
    /// A page of a filtered listing is too far from its beginning.
    #[error("ERR page numbers reach 1000 articles into a filtered listing; use AFTER")]
    PageTooFar,
    /// A page on which PER leaves articles out has no number.
    #[error("ERR PER needs page 1; use AFTER")]
    PerNeedsFirstPage,
    /// A cursor of a listing is malformed, or of another listing.
    #[error("BADCURSOR this is not a cursor of this listing")]
    BadCursor,
    /// The cursor of a scan is malformed.
    #[error("ERR invalid cursor")]
    InvalidCursor,
    /// A read would visit more than its budget allows.
    #[error("TOOLONG this command would read more than article.read-limit allows; narrow it")]
    TooLong,
    /// A bump is before the article's posting.
    #[error("ERR {what} must not be before the time of the article")]
    BumpedTooEarly {
        /// The name of the argument.
        what: &'static str,
    },
    /// An article would have fewer comments than none, or more than can be counted.
    #[error("ERR the number of comments must be from 0 to 4294967295")]
    CommentsOutOfRange,
    /// The value of a custom field to be incremented is not an integer.
    #[error("ERR field value is not an integer")]
    NotAnInteger,
    /// A custom field would exceed 64 bits.
    #[error("ERR increment would overflow")]
    Overflow,
    /// A time that a client gave is in the future.
    #[error("ERR TIME must not be in the future")]
    TimeInFuture,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reserved_names_are_listed() {
        assert_eq!(
            Error::ReservedField(Kind::Article).to_string(),
            "ERR field name is reserved, as are id, title, link, poster, time, closes, votes, \
             upvotes, downvotes, score, comments, bumped, groups, vote, marks, boost, hidden, \
             locked, pinned, listed, votable and answerable"
        );
    }
}
