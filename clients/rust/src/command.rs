//! A command as a value.

use std::fmt;
use std::marker::PhantomData;

use redis::{Cmd, ConnectionLike, FromRedisValue, Value};
use serde::de::DeserializeOwned;

use crate::{Error, Result, Site, kinds};

/// A command that replies with a `T` and takes the options of its kind `K`.
///
/// Methods add options, and [`query`](Self::query) sends it. For pipelines and transactions, add
/// its [`cmd`](Self::cmd) and pass the reply to [`read`](Self::read).
#[must_use = "a command does nothing until it is sent"]
pub struct Command<T, K = ()> {
    pub(crate) words: Words,
    read: fn(Value) -> Result<T>,
    kind: PhantomData<K>,
}

/// The words of a command.
#[derive(Clone, Default)]
pub(crate) struct Words {
    /// The name, the key, and the arguments.
    pub args: Vec<Vec<u8>>,
    options: Vec<Vec<u8>>,
    /// Where the next page begins.
    pub after: Option<String>,
    /// Whether a page has the cursor of the next one.
    pub has_cursor: bool,
    /// For how many milliseconds CHANGES waits.
    pub block: Option<String>,
    is_json: bool,
}

impl Words {
    /// Replaces the last argument.
    pub fn set_last(&mut self, word: &str) {
        self.args.pop();
        self.args.push(word.into());
    }
}

impl<T, K> Command<T, K> {
    /// Returns a command, whose name may have words that follow the key.
    pub(crate) fn new(
        name: &str,
        site: &Site,
        is_json: bool,
        read: fn(Value) -> Result<T>,
    ) -> Self {
        let mut parts = name.split(' ');
        let name = format!("ARTICLE.{}", parts.next().unwrap_or_default());
        let args = [name.into_bytes(), site.key().into()].into_iter().chain(parts.map(Vec::from));
        let words = Words { args: args.collect(), is_json, ..Words::default() };
        Self { words, read, kind: PhantomData }
    }

    /// Adds an option, to which the words after it belong.
    pub(crate) fn option(mut self, name: &str) -> Self {
        self.words.options.push(name.into());
        self
    }

    /// Adds a word to the options, or if there are none, to the arguments.
    pub(crate) fn word(mut self, word: impl AsRef<[u8]>) -> Self {
        let Words { args, options, .. } = &mut self.words;
        if options.is_empty() { args } else { options }.push(word.as_ref().into());
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

    /// Has the reply read as another type.
    pub(crate) fn reading<U>(self, read: fn(Value) -> Result<U>) -> Command<U, K> {
        Command { words: self.words, read, kind: self.kind }
    }

    /// Returns the command as redis-rs sends it.
    pub fn cmd(&self) -> Cmd {
        let Words { args, options, after, has_cursor, block, is_json } = &self.words;
        let after = after.iter().flat_map(|after| ["AFTER", after]);
        let block = block.iter().flat_map(|block| ["BLOCK", block]);
        let cursor = has_cursor.then_some("WITHCURSOR").into_iter();
        let format = is_json.then_some(["FORMAT", "JSON"]).into_iter().flatten();
        let more: Vec<&str> = after.chain(block).chain(cursor).chain(format).collect();
        let mut cmd = Cmd::new();
        cmd.arg(args).arg(options).arg(more);
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
        self.words.is_json = false;
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
        Self { words: self.words.clone(), read: self.read, kind: self.kind }
    }
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
