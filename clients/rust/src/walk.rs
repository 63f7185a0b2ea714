//! Commands that continue where their last reply ended.

use std::time::Duration;

use redis::{ConnectionLike, RedisResult};
use serde::de::DeserializeOwned;

use crate::forms::Words;
use crate::{Changes, Code, Command, Error, Item, Node, Page, Result, kinds, nest};

/// A reply that says where the next one begins.
pub trait Continued: Sized {
    /// Has the command ask for such replies.
    #[doc(hidden)]
    fn prepare<K>(_command: &mut Command<Self, K>) {}

    /// Has the command ask for what follows this reply. Returns whether there can be more.
    #[doc(hidden)]
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool;
}

impl<T> Continued for Page<T> {
    fn prepare<K>(command: &mut Command<Self, K>) {
        command.set("WITHCURSOR", Some(Words::new()));
    }

    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.set("AFTER", self.cursor.clone().map(|cursor| vec![cursor.into()]));
        self.cursor.is_some()
    }
}

impl<T> Continued for Changes<T> {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.set_last(&self.version);
        !self.is_empty()
    }
}

/// A walk: the next command, unless it has ended.
struct Walk<T, K>(Option<Command<T, K>>);

impl<T: Continued, K> Walk<T, K> {
    fn new(mut command: Command<T, K>) -> Self {
        T::prepare(&mut command);
        Self(Some(command))
    }

    /// Returns the reply after it has moved on. An error ends the walk.
    fn take(&mut self, reply: Result<T>) -> Result<T> {
        let command = self.0.take();
        let reply = reply?;
        self.0 = command.and_then(|mut next| reply.advance(&mut next).then_some(next));
        Ok(reply)
    }
}

impl<T: Continued, K> Command<T, K> {
    /// Returns the replies from here to the end, each read when it is asked for. An error ends
    /// them.
    pub fn walk<C: ConnectionLike>(
        self,
        connection: &mut C,
    ) -> impl Iterator<Item = Result<T>> + use<'_, C, T, K> {
        let mut walk = Walk::new(self);
        std::iter::from_fn(move || {
            let reply = walk.0.as_ref()?.query(connection);
            Some(walk.take(reply))
        })
    }

    /// Returns the replies from here to the end as a stream. An error ends them.
    #[cfg(feature = "aio")]
    pub fn stream<'c, C: redis::aio::ConnectionLike>(
        self,
        connection: &'c mut C,
    ) -> impl futures_util::Stream<Item = Result<T>> + Unpin + use<'c, C, T, K> {
        let next = |(mut walk, connection): (Walk<T, K>, &'c mut C)| async move {
            let reply = walk.0.as_ref()?.query_async(&mut *connection).await;
            let reply = walk.take(reply);
            Some((reply, (walk, connection)))
        };
        Box::pin(futures_util::stream::unfold((Walk::new(self), connection), next))
    }
}

impl Command<Page<Item>, kinds::Thread> {
    /// Reads the whole thread and returns its comments, each with its answers. Votes between two
    /// commands can move a comment past both, so that it is missing: a `size` of 1,000 is best.
    pub fn tree(self, connection: &mut impl ConnectionLike) -> Result<Vec<Node>> {
        let pages: Vec<_> = self.walk(connection).collect::<Result<_>>()?;
        Ok(nest(pages.into_iter().flatten()))
    }

    /// Does what [`tree`](Self::tree) does.
    #[cfg(feature = "aio")]
    pub async fn tree_async(
        self,
        connection: &mut impl redis::aio::ConnectionLike,
    ) -> Result<Vec<Node>> {
        use futures_util::TryStreamExt;
        let pages: Vec<_> = self.stream(connection).try_collect().await?;
        Ok(nest(pages.into_iter().flatten()))
    }
}

/// How long a follower waits before it connects again.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a follower waits for changes per command, in milliseconds.
const BLOCK: &str = "5000";
/// Codes of servers that will work soon.
const PASSING: [&str; 6] =
    ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "READONLY", "BUSY"];

/// What follows a site, on one connection after the other.
struct Follower<C, T> {
    command: Command<Changes<T>, kinds::Feed>,
    connection: Option<RedisResult<C>>,
    /// For how long to wait once everything has come.
    block: Words,
    has_worked: bool,
    has_ended: bool,
}

impl<C, T> Follower<C, T> {
    fn new(mut command: Command<Changes<T>, kinds::Feed>) -> Self {
        let block = command.set("BLOCK", None).unwrap_or_else(|| vec![BLOCK.into()]);
        Self { command, connection: None, block, has_worked: false, has_ended: false }
    }

    /// Returns what to yield, or nothing if the command must be sent again after a pause.
    fn take(&mut self, reply: Result<Changes<T>>) -> Option<Result<Changes<T>>> {
        let reply = match reply {
            Err(error) if error.code() == Some(Code::Resync) => {
                let (items, deleted) = (Vec::new(), Vec::new());
                Ok(Changes { version: "0".into(), items, deleted, resync: true })
            }
            Err(error) if self.has_worked && may_pass(&error) => {
                self.connection = None;
                return None;
            }
            reply => reply,
        };
        match &reply {
            Ok(changes) => {
                self.has_worked = true;
                let has_all = !changes.advance(&mut self.command) && !changes.resync;
                self.command.set("BLOCK", has_all.then(|| self.block.clone()));
            }
            Err(_) => self.has_ended = true,
        }
        Some(reply)
    }
}

/// Returns whether a command can succeed later.
fn may_pass(error: &Error) -> bool {
    match error {
        Error::Redis(error) => error.code().is_none_or(|code| PASSING.contains(&code)),
        error => error.code() == Some(Code::Unblocked),
    }
}

impl<T: DeserializeOwned> Command<Changes<T>, kinds::Feed> {
    /// Follows the site for ever, on connections that `open` returns.
    ///
    /// Changes are empty once everything has come, and then at least every `block` milliseconds,
    /// by default 5,000. If the server no longer knows the version, empty changes with `resync`
    /// come, and then everything again. If a connection breaks that has worked, it opens another.
    pub fn follow<C: ConnectionLike>(
        self,
        mut open: impl FnMut() -> RedisResult<C>,
    ) -> impl Iterator<Item = Result<Changes<T>>> {
        let mut follower = Follower::new(self);
        std::iter::from_fn(move || {
            while !follower.has_ended {
                let reply = match follower.connection.get_or_insert_with(&mut open) {
                    Ok(connection) => follower.command.query(connection),
                    Err(error) => Err(error.clone().into()),
                };
                match follower.take(reply) {
                    None => std::thread::sleep(PAUSE),
                    some => return some,
                }
            }
            None
        })
    }

    /// Does what [`follow`](Self::follow) does, as a stream. The response timeout of the
    /// connections must be longer than `block`, or none.
    #[cfg(feature = "aio")]
    pub fn follow_async<C, O, F>(
        self,
        open: O,
    ) -> impl futures_util::Stream<Item = Result<Changes<T>>> + Unpin + use<T, C, O, F>
    where
        C: redis::aio::ConnectionLike,
        O: FnMut() -> F,
        F: Future<Output = RedisResult<C>>,
    {
        let next = |(mut follower, mut open): (Follower<C, T>, O)| async move {
            while !follower.has_ended {
                if follower.connection.is_none() {
                    follower.connection = Some(open().await);
                }
                let reply = match follower.connection.as_mut()? {
                    Ok(connection) => follower.command.query_async(connection).await,
                    Err(error) => Err(error.clone().into()),
                };
                match follower.take(reply) {
                    None => tokio::time::sleep(PAUSE).await,
                    Some(reply) => return Some((reply, (follower, open))),
                }
            }
            None
        };
        Box::pin(futures_util::stream::unfold((Follower::new(self), open), next))
    }
}
