//! Waiting for the changes of all parts at the same time.

use std::mem::take;
use std::sync::mpsc::sync_channel;
use std::thread;

use redis::{ConnectionLike, RedisError, RedisResult};

use super::Parts;
use super::run::join;
use crate::{Changes, Command, Result};

/// A reply, and the index of its part.
type OfPart<T> = (usize, Result<Changes<T>>);

impl<T, K> Command<Changes<T>, K> {
    /// Follows a site with a connection for each of its parts, on which a thread waits. Each reply
    /// has changes of one part, and the version of all. The threads end with the iterator, once
    /// they have waited.
    pub fn follow<C: ConnectionLike + Send + 'static>(
        self,
        mut open: impl FnMut() -> RedisResult<C>,
    ) -> Result<impl Iterator<Item = Result<Changes<T>>>>
    where
        T: Send + 'static,
        K: Send + 'static,
    {
        let (commands, join) = self.of_parts();
        let (sender, receiver) = sync_channel(0);
        for (part, command) in commands.into_iter().enumerate() {
            let (mut connection, sender) = (open()?, sender.clone());
            let wait = move || {
                command.walk(&mut connection).try_for_each(|changes| sender.send((part, changes)))
            };
            thread::Builder::new().spawn(wait).map_err(RedisError::from)?;
        }
        Ok(receiver.into_iter().map(join))
    }

    /// Follows a site with a connection for each of its parts. Each reply has changes of one part,
    /// and the version of all.
    #[cfg(feature = "aio")]
    pub async fn follow_async<C: redis::aio::ConnectionLike + Clone>(
        self,
        mut open: impl AsyncFnMut() -> RedisResult<C>,
    ) -> Result<impl futures_util::Stream<Item = Result<Changes<T>>>> {
        use futures_util::stream::{SelectAll, StreamExt, unfold};
        let (commands, join) = self.of_parts();
        let mut walks = SelectAll::new();
        for (part, command) in commands.into_iter().enumerate() {
            let next = move |(mut connection, command): (C, Self)| async move {
                let mut walk = command.walk(&mut connection);
                let changes = walk.next_async().await?;
                let command = walk.command;
                Some(((part, changes), (connection, command)))
            };
            walks.push(Box::pin(unfold((open().await?, command), next)));
        }
        Ok(walks.map(join))
    }

    /// Returns the command of each part, and what gives their replies the version of all.
    fn of_parts(self) -> (Vec<Self>, impl FnMut(OfPart<T>) -> Result<Changes<T>>) {
        let keys = [String::from_utf8_lossy(self.words.arg(1)).into()];
        let one = || Parts { keys: keys.into(), by_group: false };
        let parts = self.parts.clone().unwrap_or_else(one);
        let mut versions = parts.cursors(&self.words);
        let of_part = |(key, version): (&String, &Option<String>)| {
            let mut words = self.words.after(version.as_deref().unwrap_or_default());
            words.args.splice(1..2, [key.as_bytes().into()]);
            let mut command = self.clone();
            (command.words, command.parts) = (words, None);
            command
        };
        let commands = parts.keys.iter().zip(&versions).map(of_part).collect();
        (commands, move |(part, changes)| {
            let key = parts.keys.get(part).map_or("", String::as_str);
            let mut changes = changes.map_err(|error| error.in_part(key))?;
            let version = take(&mut changes.version);
            versions.get_mut(part).into_iter().for_each(|own| *own = Some(version.clone()));
            changes.version = join(&versions).unwrap_or_default();
            Ok(changes)
        })
    }
}
