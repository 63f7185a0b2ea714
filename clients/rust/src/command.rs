//! A command as a value.

use std::fmt;
use std::marker::PhantomData;

use redis::{Cmd, ConnectionLike, FromRedisValue, Value};
use serde::de::DeserializeOwned;

#[cfg(feature = "aio")]
use crate::spread::Multiplexed;
use crate::spread::{Blocking, Parts, Spread, block_on};
use crate::words::{Route, Words};
use crate::{Error, Result, Site, kinds};

/// A command that replies with a `T` and takes the options of its kind `K`.
///
/// Methods add options, and [`query`](Self::query) sends it. For pipelines and transactions, add
/// its [`cmd`](Self::cmd) and pass the reply to [`read`](Self::read).
#[must_use = "a command does nothing until it is sent"]
pub struct Command<T, K = ()> {
    pub(crate) words: Words,
    /// The parts that it goes to.
    pub(crate) parts: Option<Parts>,
    read: fn(Value) -> Result<T>,
    kind: PhantomData<K>,
}

impl<T, K> Command<T, K> {
    pub(crate) fn new(
        name: &str,
        site: &Site,
        last: &'static [&'static str],
        read: fn(Value) -> Result<T>,
    ) -> Self {
        let args = vec![format!("ARTICLE.{name}").into_bytes(), site.key.clone()];
        let words = Words { args, last, ..Words::default() };
        Self { words, parts: site.parts.clone(), read, kind: PhantomData }
    }

    /// Adds an option, to which the words after it belong.
    pub(crate) fn option(mut self, name: &str) -> Self {
        self.words.options.push(vec![name.into()]);
        self
    }

    /// Adds a word.
    pub(crate) fn word(mut self, word: impl AsRef<[u8]>) -> Self {
        self.words.push(word.as_ref());
        self
    }

    /// Adds words.
    pub(crate) fn words(self, words: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        words.into_iter().fold(self, Self::word)
    }

    /// Adds the length of a list, and the list.
    pub(crate) fn list(self, list: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        let list: Vec<_> = list.into_iter().collect();
        self.word(list.len().to_string()).words(list)
    }

    /// Has the next argument say to which parts the command goes.
    pub(crate) fn goes_by(mut self, route: fn(usize) -> Route) -> Self {
        self.words.route = route(self.words.args.len());
        self
    }

    /// Has the reply read as another type.
    pub(crate) fn reading<U>(self, read: fn(Value) -> Result<U>) -> Command<U, K> {
        let Self { words, parts, read: _, kind } = self;
        Command { words, parts, read, kind }
    }

    /// Returns the command as redis-rs sends it.
    pub fn cmd(&self) -> Cmd {
        let mut cmd = Cmd::new();
        cmd.arg(self.words.line());
        cmd
    }

    /// Reads the reply to the command.
    pub fn read(&self, reply: Value) -> Result<T> {
        (self.read)(reply)
    }

    /// Sends the command and returns its reply.
    pub fn query(&self, connection: &mut (impl ConnectionLike + 'static)) -> Result<T> {
        self.read(match &self.parts {
            None => self.cmd().query(connection).map_err(Error::of)?,
            Some(parts) => {
                let ask = Blocking(connection);
                block_on(Spread { ask, parts, words: &self.words }.run())?
            }
        })
    }

    /// Sends the command and returns its reply.
    #[cfg(feature = "aio")]
    pub async fn query_async(
        &self,
        connection: &mut (impl redis::aio::ConnectionLike + Clone),
    ) -> Result<T> {
        self.read(match &self.parts {
            None => self.cmd().query_async(connection).await.map_err(Error::of)?,
            Some(parts) => {
                let ask = Multiplexed(connection);
                Spread { ask, parts, words: &self.words }.run().await?
            }
        })
    }
}

impl<T, K: kinds::Read> Command<T, K> {
    /// Has the reply read as another type: with RETURN, one that has only the entries it names.
    pub fn of<U: DeserializeOwned>(self) -> Command<U, K> {
        self.reading(json)
    }

    /// Returns the reply as redis-rs has it. Its texts can hold any bytes, and JSON only UTF-8. A
    /// page has no cursor.
    pub fn resp(mut self) -> Command<Value, K> {
        self.words.last = &[];
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

impl<T, K> Clone for Command<T, K> {
    fn clone(&self) -> Self {
        let Self { words, parts, read, kind } = self;
        Self { words: words.clone(), parts: parts.clone(), read: *read, kind: *kind }
    }
}

impl<T, K> fmt::Debug for Command<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.words.line();
        f.debug_list().entries(words.iter().map(|word| String::from_utf8_lossy(word))).finish()
    }
}
