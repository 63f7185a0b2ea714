//! The operations that tests and fuzzers generate.

use article_site::{
    Direction, Filters, ItemId, Kind, Order, Query, Setting, SettingsChange, Source, ThreadQuery,
};

use crate::names::{self, time};
use crate::thread::THREAD_ORDERS;

/// An operation on a site and its model.
///
/// Small numbers name users, groups, fields and articles, so that operations often meet.
#[derive(Clone, Debug)]
pub enum Operation {
    /// Posts an article. Its title follows from the poster.
    Post {
        /// The poster.
        poster: u8,
        /// The link, or None for an empty one.
        link: Option<u8>,
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
    /// Posts a comment.
    Comment {
        /// The poster.
        poster: u8,
        /// The id of what it answers. Negative ones count back from the last id, which -1 stands for.
        parent: i8,
        /// The text.
        text: u8,
        /// The names and values of custom fields.
        fields: Vec<(u8, u8)>,
        /// As for a post.
        id_step: Option<i8>,
        /// As for a post.
        age: i16,
    },
    /// Changes the texts and custom fields of an article or comment.
    Edit {
        /// The article or comment.
        id: u8,
        /// The new title.
        title: Option<u8>,
        /// The new link, or None within for an empty one.
        link: Option<Option<u8>>,
        /// The new text.
        text: Option<u8>,
        /// The names and values of custom fields to set.
        fields: Vec<(u8, u8)>,
        /// The names of custom fields to remove first.
        unset: Vec<u8>,
    },
    /// Deletes an article or comment.
    Delete {
        /// The article or comment.
        id: u8,
    },
    /// Sets or withdraws a user's vote.
    Vote {
        /// The voter.
        user: u8,
        /// The article or comment.
        id: u8,
        /// True for an upvote, None to withdraw.
        vote: Option<bool>,
        /// Whether the vote does not count.
        is_silent: bool,
    },
    /// Withdraws the votes of a user.
    Unvote {
        /// The user.
        user: u8,
        /// The first id to visit.
        from: u8,
        /// One less than the number of articles and comments to visit.
        count: u8,
    },
    /// Gives articles and comments of a user to another.
    Transfer {
        /// The user.
        user: u8,
        /// The other.
        new_user: u8,
        /// One less than the number of articles and comments to transfer.
        count: u8,
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
    /// Drops the vote records of articles and comments whose voting has closed.
    DropClosed,
    /// Changes the settings.
    Alter {
        /// One less than the seconds of score per vote.
        vote_score: u16,
        /// One less than the seconds for which voting is open.
        window: u16,
        /// Whether the poster's own vote counts.
        self_vote: bool,
        /// Whether the formula is log.
        is_log: bool,
        /// Whether there are votes against articles.
        down_votes: bool,
        /// Seconds within which a post of the same link is a vote.
        dedupe: u16,
        /// Seconds after its posting for which comments bump an article; 0 for always.
        bump_window: u16,
    },
    /// Changes the flags of articles and comments.
    Moderate {
        /// The change, modulo their number.
        moderation: u8,
        /// The articles and comments.
        ids: Vec<u8>,
    },
    /// Boosts an article or comment.
    Boost {
        /// The article or comment.
        id: u8,
        /// The boost in units of 10,000 seconds: the largest are beyond the limit.
        seconds: i16,
        /// Whether to add to the boost before.
        is_increment: bool,
    },
    /// Sets when something last happened on an article, and adds to its number of comments.
    Bump {
        /// The article.
        id: u8,
        /// How long before now that was, in seconds; negative in the future, None for now.
        age: Option<i16>,
        /// The increment: in units of 100,000,000, of which the largest are beyond the limit, if its
        /// distance from zero is 10 or more, and what is missing to the limit if it is the maximum.
        comments: i16,
    },
    /// Adds to the integer in a custom field.
    Increment {
        /// The article or comment.
        id: u8,
        /// The name of the field.
        field: u8,
        /// The increment in units of 2^50: the largest are beyond the limit.
        increment: i16,
    },
    /// Reads a listing, page by page.
    Read(ListingRead),
    /// Reads a thread, page by page.
    Thread {
        /// The thread.
        read: ThreadRead,
        /// How the cursors are damaged that must do no harm.
        mutation: [u8; 5],
    },
    /// Reads a thread, page by page, while it changes.
    ThreadMeanwhile {
        /// The thread.
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

/// A thread to be read.
#[derive(Clone, Debug)]
pub struct ThreadRead {
    /// The article or comment.
    pub id: u8,
    /// The order, modulo their number.
    pub order: u8,
    /// Whether the order is reversed.
    pub is_ascending: bool,
    /// One less than the number of levels.
    pub depth: Option<u8>,
    /// The number of answers to each comment that is returned.
    pub children: Option<u8>,
    /// One less than the number of comments per page.
    pub size: u8,
}

/// A listing to be read.
#[derive(Clone, Debug)]
pub struct ListingRead {
    /// The group from which the listing is taken, or None for the site or a user.
    pub group: Option<u8>,
    /// The user from whose articles it is taken, unless there is a group.
    pub user: Option<u8>,
    /// Whether it is of the comments of the site, unless there is a group or a user. Filters by
    /// groups do not count then.
    pub of_comments: bool,
    /// The order, modulo their number.
    pub order: u8,
    pub is_ascending: bool,
    /// The earliest time, in seconds before now.
    pub since: Option<i16>,
    /// The time before which the article was posted, in seconds before now.
    pub until: Option<i16>,
    pub min_votes: Option<i8>,
    /// ANYOF, ALLOF and NONEOF.
    pub groups: [Option<Vec<u8>>; 3],
    /// FROM and NOTFROM.
    pub users: [Option<Vec<u8>>; 2],
    pub unvoted: Option<u8>,
    pub except: Option<Vec<u8>>,
    pub hidden: bool,
    /// One less than the number of articles per page.
    pub size: u8,
}

impl ListingRead {
    /// Returns the query for the first page.
    pub(crate) fn query(&self, now: i64) -> Query<'static> {
        // Every other time counts back from now.
        let before = |seconds: i16| match i64::from(seconds) {
            seconds if seconds > 0 && seconds % 2 == 0 => -seconds,
            seconds => now - seconds,
        };
        let source = match (self.group, self.user) {
            (Some(group), _) => Source::Group(names::group(group)),
            (None, Some(user)) => Source::User(names::user(user)),
            (None, None) if self.of_comments => Source::Comments,
            (None, None) => Source::Site,
        };
        let of_comments = source.kind() == Kind::Comment;
        let orders = if of_comments { &THREAD_ORDERS[..] } else { &Order::ALL[..] };
        let groups = |numbers: &Option<Vec<u8>>| {
            numbers.as_deref().filter(|_| !of_comments).map(names::groups)
        };
        let [any_of, all_of, none_of] = self.groups.each_ref().map(groups);
        let users = |numbers: &Option<Vec<u8>>| numbers.as_deref().map(names::users);
        let [from, not_from] = self.users.each_ref().map(users);
        let ids = |ids: &Vec<u8>| ids.iter().map(|id| ItemId::new((*id).into())).collect();
        Query {
            source,
            order: orders[usize::from(self.order) % orders.len()],
            direction: direction(self.is_ascending),
            filters: Filters {
                since: self.since.map(before),
                until: self.until.map(before),
                min_votes: self.min_votes.map(i64::from),
                any_of,
                all_of,
                none_of,
                from,
                not_from,
                unvoted: self.unvoted.map(names::user),
                except: self.except.as_ref().map(ids),
                hidden: self.hidden,
            },
            size: Some(u32::from(self.size) + 1),
            now: time(now),
            ..Query::default()
        }
    }
}

impl ThreadRead {
    /// Returns the query for the first page.
    pub(crate) fn query(&self, now: i64) -> ThreadQuery {
        let Self { id, order, is_ascending, depth, children, size } = *self;
        ThreadQuery {
            id: ItemId::new(id.into()),
            order: THREAD_ORDERS[usize::from(order) % THREAD_ORDERS.len()],
            direction: direction(is_ascending),
            depth: depth.map(|depth| u32::from(depth) + 1),
            children: children.map(u32::from),
            after: None,
            size: Some(u32::from(size) + 1),
            now: time(now),
        }
    }
}

pub(crate) fn direction(is_ascending: bool) -> Direction {
    if is_ascending { Direction::Ascending } else { Direction::Descending }
}

impl Operation {
    /// Returns the change of settings that it is.
    pub(crate) fn settings(&self) -> Option<SettingsChange> {
        let Self::Alter { vote_score, window, self_vote, is_log, down_votes, dedupe, bump_window } =
            *self
        else {
            return None;
        };
        let mut change = SettingsChange::default();
        for (setting, value) in [
            (Setting::VoteScore, i64::from(vote_score) + 1),
            (Setting::Window, i64::from(window) + 1),
            (Setting::SelfVote, self_vote.into()),
            (Setting::Formula, is_log.into()),
            (Setting::DownVotes, down_votes.into()),
            (Setting::Dedupe, dedupe.into()),
            (Setting::BumpWindow, bump_window.into()),
        ] {
            change.set(setting, value).unwrap();
        }
        Some(change)
    }
}
