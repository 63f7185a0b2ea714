//! The operations that tests and fuzzers generate.

/// An operation on a site and its model.
///
/// Small numbers name users, groups, fields and articles, so that operations often meet.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Posts an article. Its title and link follow from the poster.
    Post {
        /// The poster.
        poster: u8,
        /// The groups to join.
        groups: Vec<u8>,
        /// The names and values of custom fields.
        fields: Vec<(u8, u8)>,
        /// The id's distance from the last id, or None for the next id. 126 and 127 stand for the
        /// largest distance and one more.
        id_step: Option<i8>,
        /// How long before now the article is posted, in seconds; negative in the future.
        age: i16,
    },
    /// Changes an article's title and custom fields.
    Edit {
        /// The article.
        id: u8,
        /// The new title.
        title: Option<u8>,
        /// The names and values of custom fields to set.
        fields: Vec<(u8, u8)>,
        /// The names of custom fields to remove first.
        unset: Vec<u8>,
    },
    /// Deletes an article.
    Delete {
        /// The article.
        id: u8,
    },
    /// Sets or withdraws a user's vote.
    Vote {
        /// The voter.
        user: u8,
        /// The article.
        id: u8,
        /// True for an upvote, None to withdraw.
        vote: Option<bool>,
    },
    /// Adds an article to groups.
    GroupAdd {
        /// The article.
        id: u8,
        /// The groups.
        groups: Vec<u8>,
    },
    /// Removes an article from groups.
    GroupRemove {
        /// The article.
        id: u8,
        /// The groups.
        groups: Vec<u8>,
    },
    /// Drops the vote records of articles whose voting has closed.
    DropClosed,
    /// Changes the settings.
    Alter {
        /// One less than the seconds of score per vote.
        vote_score: u16,
        /// One less than the seconds for which voting is open.
        window: u16,
        /// Whether the poster's own vote counts.
        self_vote: bool,
    },
    /// Moves the clock.
    Tick {
        /// Seconds forwards; negative backwards.
        seconds: i16,
    },
    /// Encodes the site and goes on with the decoded one.
    Reload,
}
