//! What clients did, what they were told, and what happened to servers.

use std::time::Duration;

use article_site::{Error, Moderation, RecordedVote, Tally};

/// An operation of a client, and what became of it. Times are since the recording began, by one
/// monotonic clock.
#[derive(Clone, Debug)]
pub struct Event {
    /// The number of the client, which has one operation under way at a time. None for what
    /// happens to a server.
    pub client: Option<usize>,
    /// The time before the operation was sent.
    pub invoked: Duration,
    /// The time from which on the operation can no longer take effect: its reply has come, or its
    /// connection is closed. None if it may still take effect at any time.
    pub ended: Option<Duration>,
    pub operation: Operation,
    /// Whether no crash may lose it.
    pub is_durable: bool,
    /// The reply. None if it was lost: the operation has taken effect once or never.
    pub reply: Option<Reply>,
}

/// An operation on a site, or what happens to its server. Users are numbers.
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
    Moderate {
        id: u32,
        moderation: Moderation,
    },
    Comment {
        user: usize,
        /// The article or comment that it answers.
        parent: u32,
        time: i64,
    },
    /// ARTICLE.GET, ARTICLE.MGET, or what ARTICLE.CHANGES returns of some articles and comments.
    Show {
        ids: Vec<u32>,
        viewer: Option<usize>,
    },
    /// The entry that an article has in a page, if it is listed.
    ShowListed {
        id: u32,
        viewer: Option<usize>,
    },
    /// ARTICLE.PAGE with all articles that are listed.
    Page {
        viewer: Option<usize>,
    },
    /// All articles and comments in a copy of the site, once ARTICLE.CHANGES returns no more.
    ShowAll,
    /// From here on, operations are lost in the crash.
    Cut,
    Crash,
}

/// A reply of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Changed(bool),
    /// The reply of VOTE WITHCOUNTS.
    Counted {
        changed: bool,
        tally: Tally,
        /// The user's vote before.
        previous: i64,
    },
    Id(u32),
    /// Articles and comments; None for one that does not exist.
    Shown(Vec<Option<View>>),
    Refused(Error),
    /// A cut or a crash has no reply.
    Happened,
}

/// What is shown of an article or a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    pub id: u32,
    pub parent: Option<u32>,
    pub tally: Tally,
    pub comments: u32,
    /// When something last happened on an article. None of a comment.
    pub bumped: Option<i64>,
    /// The viewer's vote, if there is a viewer: 1 for up, -1 for down, 0 for none.
    pub vote: Option<i64>,
    pub is_hidden: bool,
    pub is_locked: bool,
}

impl Event {
    /// Returns the end, which is later than any time if the operation may still take effect.
    pub(crate) fn end(&self) -> Duration {
        self.ended.unwrap_or(Duration::MAX)
    }
}

impl Reply {
    /// Returns whether it acknowledges a change.
    pub fn is_change(&self) -> bool {
        matches!(self, Self::Changed(true) | Self::Counted { changed: true, .. } | Self::Id(_))
    }
}

/// Adds crashes to a history, given the times at which the servers were known to be dead, in
/// ascending order. Every operation invoked before such a time was sent to the server that died.
///
/// A replica that takes over from a primary that crashed has what the primary had sent it: the
/// state after a beginning of the primary's order. That is buffered durable linearizability (J.
/// Izraelevitz, H. Mendes and M. Scott, "Linearizability of Persistent Memory Objects Under a
/// Full-System-Crash Failure Model", 2016). An operation that a replica had acknowledged before
/// its client went on is in that beginning.
pub fn with_crashes(mut events: Vec<Event>, crashes: &[Duration]) -> Vec<Event> {
    let mut begun = Duration::ZERO;
    for crash in crashes {
        let mut cut = begun;
        for event in &mut events {
            if (begun..*crash).contains(&event.invoked) {
                // A dead server runs nothing, even if its reply was read later.
                event.ended = Some(event.end().min(*crash));
                if event.is_durable {
                    cut = cut.max(event.invoked);
                }
            }
        }
        let event = |invoked, ended, operation| Event {
            client: None,
            invoked,
            ended: Some(ended),
            operation,
            is_durable: false,
            reply: Some(Reply::Happened),
        };
        begun = *crash + Duration::from_nanos(1);
        events.push(event(cut, *crash, Operation::Cut));
        events.push(event(begun, begun, Operation::Crash));
    }
    events
}
