//! A connection to a server, and errors that say what to do.

mod access;
mod address;
mod advice;
mod nodes;
mod tls;

use std::collections::HashMap;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use redis::{
    Cmd, Connection, FromRedisValue, RedisError, ServerError, Value, cmd, from_redis_value,
};

use self::access::Access;
pub use self::access::{Ends, From, Tls, required};
use self::address::Address;
use self::advice::advice_for;
use self::nodes::words;
pub use self::nodes::{command_length, has_tag, reply_length};
use crate::readable::readable;

/// A connection to a server, or to the node of a cluster that has the keys.
pub struct Server {
    /// The option with its URL.
    pub end: &'static str,
    address: Address,
    connection: Connection,
    /// Without a reply for so long, a connection counts as lost, and the caller connects again.
    timeout: Option<Duration>,
    received: usize,
}

impl Server {
    /// Connects to a server. With a timeout, a connection without a reply for so long counts as
    /// lost, and the caller connects again.
    fn open(access: &Access, timeout: Option<Duration>) -> Result<Self> {
        let address = Address::new(access)?;
        let connection = address.connect(timeout)?;
        Ok(Self { end: access.end, address, connection, timeout, received: 0 })
    }

    /// Returns the bytes of all replies so far.
    pub fn received(&self) -> usize {
        self.received
    }

    /// Sends a command and returns its reply. An error reply is an error.
    pub fn call<T: FromRedisValue>(&mut self, command: &Cmd) -> Result<T> {
        let reply = self.ask(command)?;
        Ok(from_redis_value(self.accept(command, reply)?)?)
    }

    /// Sends commands in pipelines and returns their replies. An error reply is an error.
    pub fn call_all<T: FromRedisValue>(&mut self, commands: &[Cmd]) -> Result<Vec<T>> {
        let replies = commands.iter().zip(self.run(commands)?);
        let accept = |(command, reply)| Ok(from_redis_value(self.accept(command, reply)?)?);
        replies.map(accept).collect()
    }

    /// Sends a command and returns its reply, which can be an error reply. An error means that the
    /// connection was lost.
    pub fn ask(&mut self, command: &Cmd) -> Result<Value> {
        Ok(self.run(std::slice::from_ref(command))?.pop().unwrap_or_default())
    }

    /// Returns the reply to a command unless it is an error.
    pub fn accept(&self, command: &Cmd, reply: Value) -> Result<Value> {
        let Value::ServerError(error) = reply else { return Ok(reply) };
        let (code, details) = (error.code(), error.details().unwrap_or_default());
        let (command, advice) = (describe(command), advice_for(code, details));
        bail!("{}: the server replied to {command}: {code} {details}{advice}", self.end)
    }

    /// Sends a command and returns its reply, or the error reply if it has one of these codes.
    pub fn attempt(
        &mut self,
        command: &Cmd,
        codes: &[&str],
    ) -> Result<Result<Value, ServerError>> {
        match self.ask(command)? {
            Value::ServerError(error) if codes.contains(&error.code()) => Ok(Err(error)),
            reply => self.accept(command, reply).map(Ok),
        }
    }

    /// Returns what ARTICLE.INFO says of a key, which must be a site; None if there is none.
    pub fn info(&mut self, key: &[u8]) -> Result<Option<HashMap<String, Value>>> {
        // What only the module knows comes first, so that its absence has a clear error.
        let Ok(reply) = self.attempt(cmd("ARTICLE.INFO").arg(key), &["WRONGTYPE"])? else {
            let (end, key, type_name) = (self.end, readable(key), self.type_of(key)?);
            bail!("{end}: the key '{key}' holds a {type_name}, not a site. Choose another --key");
        };
        let is_site = reply != Value::Nil;
        is_site.then(|| Ok(from_redis_value(reply)?)).transpose()
    }

    /// Returns the server's time in UNIX seconds.
    pub fn now(&mut self) -> Result<i64> {
        let (seconds, _): (i64, i64) = self.call(&cmd("TIME"))?;
        Ok(seconds)
    }

    /// Returns the type of a key; `none` if there is no such key.
    pub fn type_of(&mut self, key: &[u8]) -> Result<String> {
        self.call(cmd("TYPE").arg(key))
    }

    /// Names the end of a connection that was lost.
    fn lost(&self, error: &RedisError) -> anyhow::Error {
        let again = ". Run the same command again to continue";
        let advice = if self.timeout.is_none() { again } else { "" };
        anyhow!("{}: the connection broke: {error}{advice}", self.end)
    }
}

/// Names a command and its key, if it has one: the key may be one of many.
fn describe(command: &Cmd) -> String {
    let mut words = words(command).map(readable);
    let name = words.next().unwrap_or_default();
    words.next().map(|key| format!("{name} '{key}'")).unwrap_or(name)
}
