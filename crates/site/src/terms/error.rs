//! The errors of a site. The contract fixes their texts: ASCII, code word first, and never a copy
//! of what the client sent.

use crate::terms::entry::EntryNames;
use crate::terms::kind::Kind;

/// The reason why an operation was refused. A refused operation has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // The messages say what is wrong.
pub enum Error {
    #[error("NOARTICLE no such article")]
    NoArticle,
    #[error("RESYNC this version is not of this copy of the site; start again from 0")]
    Resync,
    #[error("ERR invalid version: it must be 0 or a version that CHANGES or INFO returned")]
    InvalidVersion,
    #[error("VOTECLOSED voting on this article has closed")]
    VoteClosed,
    #[error("NODOWNVOTE this site does not accept downvotes")]
    NoDownVote,
    #[error("HIDDEN this article is hidden")]
    Hidden,
    #[error("LOCKED this article is locked")]
    Locked,
    #[error("ERR comments can be nested at most 255 deep")]
    TooDeep,
    #[error("ERR TEXT is for comments; an article has TITLE and LINK")]
    TextOfArticle,
    #[error("ERR TITLE and LINK are for articles; a comment has TEXT")]
    TitleOfComment,
    #[error("ERR the parent must be an article, a comment or a place of a lower id")]
    NoParent,
    #[error("SELFVOTE posters cannot vote on their own articles")]
    SelfVote,
    #[error("ERR {what} must be {min} to {max} bytes long")]
    Length { what: &'static str, min: usize, max: usize },
    #[error("ERR {what} must be an integer from {min} to {max}")]
    Range { what: &'static str, min: i64, max: i64 },
    #[error("ERR {what} must be {}", words.join(" or "))]
    Words { what: &'static str, words: &'static [&'static str] },
    #[error("ERR field name is reserved, as are {}", EntryNames(*.0))]
    ReservedField(Kind),
    #[error("ERR an article can be in at most 32 groups")]
    TooManyGroups,
    #[error("ERR an article can have at most 32 custom fields")]
    TooManyFields,
    #[error("ERR an article can have at most 4294967295 votes")]
    TooManyVotes,
    #[error("ERR a user can have only one vote on an article")]
    VotedBefore,
    #[error("ERR kept votes need a site with KEEPVOTES yes")]
    KeepsNoVotes,
    #[error("ERR kept votes need an article that was loaded with COUNTS")]
    KeptWhileOpen,
    #[error("ERR a site can have at most 1073741824 users")]
    TooManyUsers,
    #[error("ERR a user can have at most 16 lists")]
    TooManyLists,
    #[error("ERR a user can follow at most 10000 groups and users")]
    TooManyFollowed,
    #[error("ERR a user can mute at most 10000 groups and users")]
    TooManyMuted,
    #[error("ERR a list can have at most 1000000 ids")]
    ListTooLong,
    #[error("ERR a site can have at most 4294967295 groups")]
    TooManySiteGroups,
    #[error("ERR {what} must be greater than every id assigned so far")]
    IdNotGreater { what: &'static str },
    #[error("ERR ID must be at most 1000 ids above the last one assigned")]
    IdTooFar,
    #[error(
        "ERR this site has no such id: its ids are ids_first of INFO and every ids_step after"
    )]
    IdOfOtherPart,
    #[error("ERR LASTID must not be less than the last id assigned")]
    LastIdLowered,
    #[error("ERR ids go up to 4294967295, and this site has assigned them all")]
    IdsExhausted,
    #[error("ERR ASC needs BY SCORE or BY TIME")]
    AscendingOrder,
    #[error("ERR page numbers reach 1000 articles into a filtered listing; use AFTER")]
    PageTooFar,
    #[error("ERR PER needs page 1; use AFTER")]
    PerNeedsFirstPage,
    #[error("BADCURSOR this is not a cursor of this listing")]
    BadCursor,
    #[error("ERR invalid cursor")]
    InvalidCursor,
    #[error("TOOLONG this command would read more than article.read-limit allows; narrow it")]
    TooLong,
    #[error("ERR {what} must not be before the time of the article")]
    BumpedTooEarly { what: &'static str },
    #[error("ERR the number of comments must be from 0 to 4294967295")]
    CommentsOutOfRange,
    #[error("ERR field value is not an integer")]
    NotAnInteger,
    #[error("ERR increment would overflow")]
    Overflow,
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
