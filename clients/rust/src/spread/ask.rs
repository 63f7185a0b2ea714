//! Asking several parts at the same time.

#[cfg(feature = "cluster")]
use std::any::Any;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use redis::{Cmd, ConnectionLike, RedisResult, Value};

use crate::{Error, Result};

/// A connection that sends several commands at once.
pub(crate) trait Ask {
    /// Returns the replies, of which errors are values.
    fn ask(&mut self, commands: &[Cmd]) -> impl Future<Output = Vec<RedisResult<Value>>>;
}

/// A connection of a thread. Its replies are there when its future is first asked for them.
pub(crate) struct Blocking<'c, C>(pub &'c mut C);

impl<C: ConnectionLike + 'static> Blocking<'_, C> {
    fn pipe(&mut self, commands: &[Cmd]) -> Option<RedisResult<Vec<Value>>> {
        #[cfg(feature = "cluster")]
        if let Some(cluster) =
            (self.0 as &mut dyn Any).downcast_mut::<redis::cluster::ClusterConnection>()
        {
            let mut pipe = redis::cluster::cluster_pipe();
            commands.iter().for_each(|command| _ = pipe.add_command(command.clone()));
            return Some(pipe.query(cluster));
        }
        let mut pipe = redis::pipe();
        commands.iter().for_each(|command| _ = pipe.add_command(command.clone()));
        self.0.supports_pipelining().then(|| pipe.ignore_errors().query(self.0))
    }
}

impl<C: ConnectionLike + 'static> Ask for Blocking<'_, C> {
    async fn ask(&mut self, commands: &[Cmd]) -> Vec<RedisResult<Value>> {
        let piped = if commands.len() > 1 { self.pipe(commands) } else { None };
        match piped {
            Some(Ok(replies)) => replies.into_iter().map(Ok).collect(),
            // One after the other, each has its own error. What writes goes to one part at a time.
            _ => commands.iter().map(|command| command.query(self.0)).collect(),
        }
    }
}

/// A connection that can be cloned, and then has several commands on their way.
#[cfg(feature = "aio")]
pub(crate) struct Multiplexed<'c, C>(pub &'c mut C);

#[cfg(feature = "aio")]
impl<C: redis::aio::ConnectionLike + Clone> Ask for Multiplexed<'_, C> {
    async fn ask(&mut self, commands: &[Cmd]) -> Vec<RedisResult<Value>> {
        let ask = |command: &Cmd| {
            let (command, mut connection) = (command.clone(), self.0.clone());
            async move { command.query_async(&mut connection).await }
        };
        futures_util::future::join_all(commands.iter().map(ask)).await
    }
}

/// Returns the result of a future that never waits.
pub(crate) fn block_on<T>(future: impl Future<Output = Result<T>>) -> Result<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(Error::Reply("the connection is an asynchronous one".into())),
    }
}
