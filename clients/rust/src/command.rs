//! A command as a value.

use std::fmt;
use std::marker::PhantomData;

use redis::{Cmd, ConnectionLike, FromRedisValue, Value};
use serde::de::DeserializeOwned;

use crate::forms::Words;
use crate::{Error, Result, Site, kinds};

/// A command that replies with a `T` and takes the options of its kind `K`.
///
/// Methods add options, and [`query`](Self::query) sends it. For pipelines and transactions, add
/// its [`cmd`](Self::cmd) and pass the reply to [`read`](Self::read).
#[derive(Clone)]
#[must_use = "a command does nothing until it is sent"]
pub struct Command<T, K = ()> {
    /// The name, the key, and the arguments.
    pub(crate) args: Words,
    options: Vec<(&'static str, Words)>,
    read: fn(Value) -> Result<T>,
    kind: PhantomData<K>,
}

impl<T, K> Command<T, K> {
    pub(crate) fn new(name: &str, site: &Site, read: fn(Value) -> Result<T>) -> Self {
        // Words that follow the key can be part of the name.
        let mut parts = name.split(' ');
        let name = format!("ARTICLE.{}", parts.next().unwrap_or_default());
        let args = [name.into_bytes(), site.key().into()].into_iter().chain(parts.map(Vec::from));
        Self { args: args.collect(), options: Vec::new(), read, kind: PhantomData }
    }

    /// Sets an option, or removes it. Returns its words.
    pub(crate) fn set(&mut self, name: &'static str, words: Option<Words>) -> Option<Words> {
        let place = self.options.iter().position(|(option, _)| *option == name);
        let old = place.map(|place| self.options.remove(place).1);
        self.options.extend(words.map(|words| (name, words)));
        old
    }

    /// Replaces the last argument.
    pub(crate) fn set_last(&mut self, word: &str) {
        self.args.pop();
        self.args.push(word.into());
    }

    /// Has the reply read as another type.
    pub(crate) fn reading<U>(self, read: fn(Value) -> Result<U>) -> Command<U, K> {
        let Self { args, options, kind, .. } = self;
        Command { args, options, read, kind }
    }

    /// Returns the command as redis-rs sends it.
    pub fn cmd(&self) -> Cmd {
        let mut cmd = Cmd::new();
        cmd.arg(&self.args);
        for (name, words) in &self.options {
            cmd.arg(name).arg(words);
        }
        cmd
    }

    /// Reads the reply to the command.
    pub fn read(&self, reply: Value) -> Result<T> {
        (self.read)(reply)
    }

    /// Sends the command and returns its reply.
    pub fn query(&self, connection: &mut impl ConnectionLike) -> Result<T> {
        self.read(self.cmd().query(connection).map_err(Error::of)?)
    }

    /// Sends the command and returns its reply.
    #[cfg(feature = "aio")]
    pub async fn query_async(
        &self,
        connection: &mut impl redis::aio::ConnectionLike,
    ) -> Result<T> {
        self.read(self.cmd().query_async(connection).await.map_err(Error::of)?)
    }
}

impl<T, K: kinds::Read> Command<T, K> {
    /// Has the reply read as another type: with RETURN, one that has only the entries it names.
    pub fn of<U: DeserializeOwned>(self) -> Command<U, K> {
        self.reading(json)
    }

    /// Returns the reply as redis-rs has it. Its texts can hold any bytes, and JSON only UTF-8.
    pub fn resp(mut self) -> Command<Value, K> {
        self.set("FORMAT", None);
        self.reading(plain)
    }

    /// Returns the reply as its JSON, for a web server that passes it on.
    pub fn json(self) -> Command<Option<String>, K> {
        self.reading(plain)
    }
}

/// Reads a reply in JSON.
pub(crate) fn json<T: DeserializeOwned>(reply: Value) -> Result<T> {
    let text: Option<String> = plain(reply)?;
    serde_json::from_str(text.as_deref().unwrap_or("null"))
        .map_err(|error| Error::Reply(error.to_string()))
}

/// Reads a reply of a command that writes.
pub(crate) fn plain<T: FromRedisValue>(reply: Value) -> Result<T> {
    let reply = reply.extract_error().map_err(Error::of)?;
    redis::from_redis_value(reply).map_err(|error| Error::Reply(error.to_string()))
}

impl<T, K> fmt::Debug for Command<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.cmd();
        let words = words.args_iter().filter_map(|word| match word {
            redis::Arg::Simple(word) => Some(String::from_utf8_lossy(word).into_owned()),
            _ => None,
        });
        f.debug_list().entries(words).finish()
    }
}
