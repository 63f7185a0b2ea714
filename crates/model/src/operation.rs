//! The operations that tests and fuzzers generate.

use article_site::{Condition, Kind, Moderation, Relation, Setting, Vote};

/// An operation on a site and its model.
///
/// Small numbers name users, groups, fields and texts, so that operations often meet. An id below
/// 0 counts back from the last id, which is -1. An age is the number of seconds before now, and
/// negative in the future.
#[derive(Clone, Debug)]
pub enum Operation {
    Post(PostArgs),
    Comment(CommentArgs),
    Edit(EditArgs),
    Delete {
        id: i16,
    },
    /// Sets or withdraws a user's vote.
    Vote {
        user: u8,
        id: i16,
        vote: Option<Vote>,
        is_silent: bool,
    },
    /// Withdraws the votes of a user.
    Unvote {
        user: u8,
        /// The first id to visit.
        from: i16,
        /// One less than the number of articles and comments to visit.
        count: u8,
    },
    /// Has votes of a user not count, or count again.
    Silence {
        user: u8,
        is_silenced: bool,
        /// The first id to visit; 0 decides about votes to come.
        from: i16,
        /// One less than the number of articles and comments to visit.
        count: u8,
    },
    /// Reads who votes for a user.
    Affinity {
        poster: u8,
        /// One less than the number of voters.
        count: u8,
    },
    /// Gives articles and comments of a user to another.
    Transfer {
        user: u8,
        new_user: u8,
        /// Whether the user becomes the other.
        all: bool,
        /// One less than the number of things to transfer.
        count: u8,
    },
    GroupAdd {
        id: i16,
        groups: Vec<u8>,
    },
    GroupRemove {
        id: i16,
        groups: Vec<u8>,
    },
    /// Drops the vote records of articles and comments whose voting has closed.
    DropClosed,
    /// Sets settings, whose times are in seconds of an operation.
    Alter(Vec<(Setting, i64)>),
    Moderate {
        moderation: Moderation,
        ids: Vec<i16>,
    },
    Boost {
        id: i16,
        /// The boost in units of 10,000 seconds: the largest are beyond the limit.
        seconds: i16,
        /// Whether to add to the boost before.
        is_increment: bool,
    },
    /// Sets when something last happened on an article, and adds to its number of comments.
    Bump {
        id: i16,
        /// The age of what happened, or None for now.
        age: Option<i16>,
        /// The increment: in units of 100,000,000, of which the largest are beyond the limit, if
        /// its distance from zero is 10 or more, and what is missing to the limit if it is the
        /// maximum.
        comments: i16,
    },
    /// Adds to the integer in a custom field.
    Increment {
        id: i16,
        field: u8,
        /// The increment in units of 2^50: the largest are beyond the limit.
        increment: i16,
    },
    /// Reads a listing, page by page.
    Read(ListingRead),
    /// Reads what a user has voted on, page by page.
    Voted {
        user: u8,
        /// Only such votes.
        vote: Option<Vote>,
        /// Only articles or only comments.
        kind: Option<Kind>,
        /// One less than the number of articles and comments per page.
        size: u8,
    },
    /// Reads the answers to a user, page by page.
    Answers {
        user: u8,
        /// Only answers after the last one seen.
        is_unseen: bool,
        /// No answers by these users.
        not_from: Vec<u8>,
        /// One less than the number of comments per page.
        size: u8,
    },
    /// Notes the last answer that a user has seen.
    See {
        user: u8,
        id: i16,
    },
    /// Puts articles and comments on a list of a user.
    Mark {
        user: u8,
        list: u8,
        ids: Vec<i16>,
    },
    /// Takes articles and comments off a list of a user.
    Unmark {
        user: u8,
        list: u8,
        /// The ids, or None for all.
        ids: Option<Vec<i16>>,
    },
    /// Reads a list of a user, page by page.
    Marked {
        user: u8,
        list: u8,
        /// Only articles or only comments.
        kind: Option<Kind>,
        /// One less than the number of articles and comments per page.
        size: u8,
    },
    /// Has a user follow or mute groups or users, or no longer.
    Relate {
        user: u8,
        relation: Relation,
        ends: bool,
        /// Whether they are groups.
        of_groups: bool,
        names: Vec<u8>,
    },
    /// Removes what the site keeps for a user to read.
    Forget {
        user: u8,
    },
    /// Reads a thread, page by page.
    Thread {
        read: ThreadRead,
        /// How the cursors are damaged that must do no harm.
        mutation: [u8; 5],
    },
    /// Reads a thread, page by page, while it changes.
    ThreadMeanwhile {
        read: ThreadRead,
        /// The operations, of which each follows a page.
        operations: Vec<Operation>,
    },
    /// Moves the clock.
    Tick {
        /// Seconds forwards; negative backwards.
        seconds: i16,
    },
    /// Encodes the site and goes on with the decoded one.
    Reload,
    /// Has the copy follow the site's changes by one step.
    Follow {
        /// One less than the number of changes.
        count: u8,
    },
}

/// An article. Its title follows from the poster.
#[derive(Clone, Debug, Default)]
pub struct PostArgs {
    pub poster: u8,
    /// The link, or None for an empty one.
    pub link: Option<u8>,
    pub groups: Vec<u8>,
    /// The names and values of custom fields.
    pub fields: Vec<(u8, u8)>,
    /// The id's distance from the last id, or None for the next id. 126 and 127 stand for the
    /// largest distance and one more.
    pub id_step: Option<i8>,
    pub age: i16,
}

#[derive(Clone, Debug, Default)]
pub struct CommentArgs {
    pub poster: u8,
    pub parent: i16,
    pub text: u8,
    /// The names and values of custom fields.
    pub fields: Vec<(u8, u8)>,
    /// As for an article.
    pub id_step: Option<i8>,
    pub age: i16,
}

/// Changes of the texts and custom fields of an article or comment.
#[derive(Clone, Debug, Default)]
pub struct EditArgs {
    pub id: i16,
    pub title: Option<u8>,
    /// The new link, or None within for an empty one.
    pub link: Option<Option<u8>>,
    pub text: Option<u8>,
    /// The names and values of custom fields to set.
    pub fields: Vec<(u8, u8)>,
    /// The names of custom fields to remove first.
    pub unset: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
pub struct ListingRead {
    pub source: ReadSource,
    /// The order, modulo their number.
    pub order: u8,
    pub is_ascending: bool,
    /// The age of the oldest.
    pub since: Option<i16>,
    /// The age that all others exceed.
    pub until: Option<i16>,
    pub min_votes: Option<i8>,
    /// Conditions on articles alone do not count for comments. Ids are as in an operation.
    pub conditions: Vec<Condition<'static>>,
    pub hidden: bool,
    /// PER: what, modulo three, and one less than the most of each.
    pub per: Option<(u8, u8)>,
    /// The age of AT.
    pub at: Option<i16>,
    /// One less than the number of articles per page.
    pub size: u8,
}

/// The articles or comments from which a listing is taken.
#[derive(Clone, Copy, Debug, Default)]
pub enum ReadSource {
    #[default]
    Site,
    Group(u8),
    User(u8),
    Comments,
    Below(i16),
}

#[derive(Clone, Debug, Default)]
pub struct ThreadRead {
    pub id: i16,
    /// The order, modulo their number.
    pub order: u8,
    pub is_ascending: bool,
    /// NOTFROM.
    pub not_from: Vec<u8>,
    pub unmuted: Option<u8>,
    /// One less than the number of levels.
    pub depth: Option<u8>,
    /// The number of answers to each comment that is returned.
    pub children: Option<u8>,
    /// One less than the number of comments per page.
    pub size: u8,
}

/// Returns the number of comments that [`Operation::Bump`] adds to those before.
pub(crate) fn added_comments(comments: i16, before: u32) -> i64 {
    match comments {
        few @ -9..10 => few.into(),
        i16::MAX => i64::from(u32::MAX - before),
        many => 100_000_000 * i64::from(many),
    }
}
