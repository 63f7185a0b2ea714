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
    /// The name, the key, and the arguments.
    args: Vec<Vec<u8>>,
    options: Vec<Vec<u8>>,
    /// Where the next page begins.
    after: Option<String>,
    /// What ends the command.
    last: &'static [&'static str],
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
        let args = vec![format!("ARTICLE.{name}").into_bytes(), site.key().into()];
        Self { args, options: Vec::new(), after: None, last, read, kind: PhantomData }
    }

    /// Adds an option, to which the words after it belong.
    pub(crate) fn option(mut self, name: &str) -> Self {
        self.options.push(name.into());
        self
    }

    /// Adds a word to the options, or if there are none, to the arguments.
    pub(crate) fn word(mut self, word: impl AsRef<[u8]>) -> Self {
        let words = if self.options.is_empty() { &mut self.args } else { &mut self.options };
        words.push(word.as_ref().into());
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

    /// Has the command continue from a cursor: the option of pages, or else the last argument.
    pub(crate) fn continue_from(&mut self, cursor: &str) {
        if self.last.contains(&"WITHCURSOR") {
            self.after = Some(cursor.to_owned());
        } else {
            self.args.pop();
            self.args.push(cursor.into());
        }
    }

    /// Returns whether an option is given.
    pub(crate) fn has(&self, option: &str) -> bool {
        self.options.iter().any(|word| word == option.as_bytes())
    }

    /// Has the reply read as another type.
    pub(crate) fn reading<U>(self, read: fn(Value) -> Result<U>) -> Command<U, K> {
        let Self { args, options, after, last, read: _, kind } = self;
        Command { args, options, after, last, read, kind }
    }

    /// Returns the command as redis-rs sends it.
    pub fn cmd(&self) -> Cmd {
        let mut cmd = Cmd::new();
        cmd.arg(&self.args).arg(&self.options);
        if let Some(after) = &self.after {
            cmd.arg("AFTER").arg(after);
        }
        cmd.arg(self.last);
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

    /// Returns the reply as redis-rs has it. Its texts can hold any bytes, and JSON only UTF-8. A
    /// page has no cursor.
    pub fn resp(mut self) -> Command<Value, K> {
        self.last = &[];
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
        let Self { args, options, after, last, read, kind } = self;
        let (args, options, after) = (args.clone(), options.clone(), after.clone());
        Self { args, options, after, last, read: *read, kind: *kind }
    }
}

impl<T, K> fmt::Debug for Command<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.cmd();
        let words = words.args_iter().map(|word| match word {
            redis::Arg::Simple(word) => String::from_utf8_lossy(word).into_owned(),
            _ => String::new(),
        });
        f.debug_list().entries(words).finish()
    }
}
