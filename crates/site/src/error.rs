//! What a site can refuse. The texts are the contract's: ASCII, with their code word first, and
//! without anything that the client sent.

/// Why an operation was refused. A refused operation has changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no article of that id.
    #[error("NOARTICLE no such article")]
    NoArticle,
    /// The article's window has passed.
    #[error("VOTECLOSED voting on this article has closed")]
    VoteClosed,
    /// The site bars posters from voting on their own articles.
    #[error("SELFVOTE posters cannot vote on their own articles")]
    SelfVote,
    /// A text is too short or too long; the limits are in bytes.
    #[error("ERR {what} must be {min} to {max} bytes long")]
    Length {
        /// Which text.
        what: &'static str,
        /// Its least length.
        min: usize,
        /// Its greatest length.
        max: usize,
    },
    /// A number is out of its range.
    #[error("ERR {what} must be an integer from {min} to {max}")]
    Range {
        /// Which number.
        what: &'static str,
        /// Its least value.
        min: i64,
        /// Its greatest value.
        max: i64,
    },
    /// A setting has none of its words as its value.
    #[error("ERR {what} must be {}", alternatives(words))]
    Words {
        /// The setting's name.
        what: &'static str,
        /// The words that are valid.
        words: &'static [&'static str],
    },
    /// A custom field would have a name of the article's own.
    #[error("ERR field name is one of the article's own")]
    ReservedField,
    /// The article would be in too many groups.
    #[error("ERR an article can be in at most 32 groups")]
    TooManyGroups,
    /// The article would have too many custom fields.
    #[error("ERR an article can have at most 32 custom fields")]
    TooManyFields,
    /// The article would have more votes than can be counted.
    #[error("ERR an article can have at most 4294967295 votes")]
    TooManyVotes,
    /// A vote is loaded of a user whose vote is there.
    #[error("ERR a user can have one vote on an article")]
    VotedBefore,
    /// The site would have more groups at once than can be numbered.
    #[error("ERR a site can have at most 4294967295 groups")]
    SiteFullOfGroups,
    /// The id that was asked for was given before, or passed over.
    #[error("ERR ID must be greater than every id given so far")]
    IdNotGreater,
    /// Every id has been given.
    #[error("ERR ids of a site go up to 4294967295, and all have been given")]
    IdsExhausted,
    /// An article would be posted in the future.
    #[error("ERR TIME must not be in the future")]
    TimeInFuture,
}

fn alternatives(words: &[&str]) -> String {
    match words {
        // The value of yes is 1, but yes is named first.
        ["no", "yes"] => "yes or no".into(),
        words => words.join(" or "),
    }
}
