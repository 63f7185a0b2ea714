//! Commands that continue where their last reply ended.

use redis::ConnectionLike;

use crate::{Changes, Command, Page, Result, Step, Voters};

/// A reply that says where the next one begins.
pub trait Continued: Sized {
    /// Has the command ask for what follows this reply. Returns whether there can be more.
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool;
}

impl<T> Continued for Page<T> {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        if let Some(cursor) = &self.cursor {
            command.continue_from(cursor);
        }
        self.cursor.is_some()
    }
}

/// Ends with a reply without changes, unless the command waits for some.
impl<T> Continued for Changes<T> {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.continue_from(&self.version);
        !self.is_empty() || command.has("BLOCK")
    }
}

impl Continued for Voters {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.continue_from(&self.0);
        self.0 != "0"
    }
}

impl Continued for Step {
    fn advance<K>(&self, command: &mut Command<Self, K>) -> bool {
        command.continue_from(&self.0);
        self.0 != "0"
    }
}

impl<T: Continued, K> Command<T, K> {
    /// Returns the replies from here to the end, each read when it is asked for. After an error,
    /// the next call sends the same command again.
    pub fn walk<C>(self, connection: &mut C) -> Walk<'_, C, T, K> {
        Walk { connection, command: self, ended: false }
    }
}

/// The replies of a command that continues: an iterator, or with
/// `next_async` its asynchronous form.
#[derive(Debug)]
pub struct Walk<'c, C, T, K> {
    connection: &'c mut C,
    command: Command<T, K>,
    ended: bool,
}

impl<C, T: Continued, K> Walk<'_, C, T, K> {
    fn advance(&mut self, reply: Result<T>) -> Result<T> {
        let reply = reply?;
        self.ended = !reply.advance(&mut self.command);
        Ok(reply)
    }
}

impl<C: ConnectionLike, T: Continued, K> Iterator for Walk<'_, C, T, K> {
    type Item = Result<T>;

    fn next(&mut self) -> Option<Result<T>> {
        if self.ended {
            return None;
        }
        let reply = self.command.query(self.connection);
        Some(self.advance(reply))
    }
}

#[cfg(feature = "aio")]
impl<C: redis::aio::ConnectionLike, T: Continued, K> Walk<'_, C, T, K> {
    /// Returns the next reply, or `None` at the end.
    pub async fn next_async(&mut self) -> Option<Result<T>> {
        if self.ended {
            return None;
        }
        let reply = self.command.query_async(self.connection).await;
        Some(self.advance(reply))
    }
}
