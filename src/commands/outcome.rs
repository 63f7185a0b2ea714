//! What a command did, as a value.

use article_site::{ItemId, Site, Tally, UnixTime, Voted};

use crate::commands::item_reply;
use crate::commands::reply::{Resp, Sink};
use crate::ffi::Context;

/// What a command that writes did to its site. It is `Copy`, so it holds no memory, which would be
/// counted as the site's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The time at which vote records of what had closed were dropped, if any were.
    pub dropped: Option<UnixTime>,
    /// What changed besides.
    pub change: Option<Step>,
    /// The reply.
    pub reply: Reply,
}

/// A change, as the command that makes it on replicas and in the append-only file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The command as it came.
    AsItCame,
    /// The same, with what it depends on besides.
    With(Additions),
    /// The same of a command after which clients read the same of articles, so there is no event.
    Unnoticed(Additions),
    /// A CREATE with all settings, and whether there is an event. There is none if another command
    /// follows that changes the site.
    Create(bool),
    /// An ALTER that drops vote records of what had closed at a time. There is no event either.
    Drop(UnixTime),
    /// An upvote of the user who is the command's first argument after the key.
    Vote(ItemId),
}

/// Options that a command gets on its way to replicas, unless the client gave them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// The id of a new article or comment.
    pub id: Option<ItemId>,
    /// The last id that the command changed.
    pub last: Option<ItemId>,
    /// The time at which the command ran.
    pub time: Option<UnixTime>,
    /// Whether vote records of what had closed were held.
    pub holds: bool,
}

/// A reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The status `OK`.
    Ok,
    /// Nil.
    Null,
    /// An integer.
    Integer(i64),
    /// The id of what was posted or, with counts, a map.
    Posted { id: ItemId, is_new: bool, counts: Option<Tally> },
    /// A map that describes a vote on an item.
    Voted(Voted, ItemId),
    /// The next cursor, and how many things a step did.
    Step(u32, usize),
}

impl From<i64> for Reply {
    fn from(integer: i64) -> Self {
        Self::Integer(integer)
    }
}

impl Outcome {
    /// Creates the outcome of a command that changed nothing.
    pub fn nothing(reply: impl Into<Reply>) -> Self {
        Self { dropped: None, change: None, reply: reply.into() }
    }

    /// Creates the outcome of a command that makes the same change on any server, if it did.
    pub fn of(is_changed: bool, reply: impl Into<Reply>) -> Self {
        Self::nothing(reply).with(is_changed, Step::AsItCame)
    }

    /// Creates the outcome of a command that replies with the number of things that it changed.
    pub fn count(changed: usize) -> Self {
        Self::of(changed > 0, changed as i64)
    }

    /// Adds a change, if the command made it.
    pub fn with(self, is_changed: bool, step: Step) -> Self {
        Self { change: is_changed.then_some(step), ..self }
    }

    /// Adds that vote records of what had closed at a time were dropped, if any were.
    pub fn dropping(self, time: UnixTime, dropped: usize) -> Self {
        Self { dropped: (dropped > 0).then_some(time), ..self }
    }

    /// Calls `send` with what replicas and the append-only file get, in order. A site that is new,
    /// and that a command changed otherwise than by CREATE, is created first.
    pub fn for_each_step(&self, is_new: bool, mut send: impl FnMut(&Step)) {
        if is_new && !matches!(self.change, None | Some(Step::Create(_))) {
            send(&Step::Create(false));
        }
        if let Some(time) = self.dropped {
            send(&Step::Drop(time));
        }
        if let Some(step) = &self.change {
            send(step);
        }
    }
}

impl Reply {
    /// Creates the reply of what was posted, or is there already.
    pub fn posted(site: &Site, id: ItemId, is_new: bool, with_counts: bool) -> Self {
        let item = with_counts.then(|| site.item(id)).flatten();
        Self::Posted { id, is_new, counts: item.map(|item| item.tally()) }
    }

    /// Returns the item whose poster the reply names, if it names one.
    pub fn item(&self) -> Option<ItemId> {
        if let Self::Voted(_, id) = self { Some(*id) } else { None }
    }

    /// Sends the reply, with the poster of its item.
    pub fn send(&self, context: &Context, poster: Option<&[u8]>) {
        let sink: &mut dyn Sink = &mut Resp(context);
        match *self {
            Self::Ok => context.reply_status(c"OK"),
            Self::Null => context.reply_null(),
            Self::Integer(integer) => context.reply_integer(integer),
            Self::Posted { id, is_new, counts } => item_reply::posted(sink, id, is_new, counts),
            Self::Voted(voted, _) => item_reply::voted(sink, voted, poster.unwrap_or_default()),
            Self::Step(next, done) => sink.array(2, |sink| {
                sink.text(&next);
                sink.integer(done as i64);
            }),
        }
    }
}
