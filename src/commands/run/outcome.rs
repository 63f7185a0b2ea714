//! What a command did, as a value.

use article_site::{ItemId, Site, Tally, Voted};

use crate::commands::reply::item_reply;
use crate::commands::reply::{Resp, Sink};
use crate::commands::words::additions::Additions;
use crate::ffi::Context;

/// What a command that writes did to its site. It is `Copy`, so it holds no memory, which would be
/// counted as the site's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What changed, if anything did.
    pub change: Option<Change>,
    pub reply: Reply,
}

/// A change, as the one command that makes it on replicas and in the append-only file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub form: Form,
    /// Its options besides.
    pub additions: Additions,
    /// Whether clients read something else of articles than before, so there is an event.
    pub is_noticed: bool,
}

/// The words of the command of a change, but for its [`Additions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The words of the client.
    AsItCame,
    /// The client's command with the key alone.
    OnKey,
    /// An upvote of the user who is the client's first argument after the key.
    Vote(ItemId),
    /// A DEL of nothing, which only drops vote records of what has closed.
    Drop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Ok,
    Null,
    Integer(i64),
    /// The id of what was posted or, with counts, a map.
    Posted {
        id: ItemId,
        is_new: bool,
        counts: Option<Tally>,
    },
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

impl From<Additions> for Change {
    fn from(additions: Additions) -> Self {
        Self { form: Form::AsItCame, additions, is_noticed: true }
    }
}

impl Outcome {
    /// Creates the outcome of a command that changed nothing.
    pub fn nothing(reply: impl Into<Reply>) -> Self {
        Self { change: None, reply: reply.into() }
    }

    /// Creates the outcome of a command that makes the same change on any server, if it did.
    pub fn of(is_changed: bool, reply: impl Into<Reply>) -> Self {
        Self::nothing(reply).with(is_changed, Additions::default())
    }

    /// Creates the outcome of a command that replies with the number of things that it changed.
    pub fn count(changed: usize) -> Self {
        Self::of(changed > 0, changed as i64)
    }

    /// Sets the change, if the command made it.
    pub fn with(self, is_changed: bool, change: impl Into<Change>) -> Self {
        Self { change: is_changed.then(|| change.into()), ..self }
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
