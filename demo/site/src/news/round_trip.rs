use std::time::{Duration, Instant};

use redis::{Arg, Cmd, FromRedisValue, Pipeline, Value, cmd, from_redis_value, pipe};

use super::{Error, Login, News, Result};

/// The commands for one page, which are sent together.
pub(super) struct RoundTrip {
    pipeline: Pipeline,
    login: Option<Login>,
}

/// Their replies, in the order of the commands.
pub(super) struct Replies {
    values: std::vec::IntoIter<Value>,
    /// The time from the request to the replies.
    pub took: Duration,
}

/// A command that was sent, as a page shows it.
#[derive(Clone, Debug)]
pub struct Sent {
    pub command: String,
    /// The time from the request to the reply.
    pub took: Duration,
}

impl Sent {
    /// Returns the time as pages show it.
    pub fn milliseconds(&self) -> String {
        format!("{:.2}", self.took.as_secs_f64() * 1000.0)
    }
}

impl RoundTrip {
    /// Returns commands for a reader. The first of them checks the login, if there is one.
    pub fn of(login: Option<&Login>) -> Self {
        let mut trip = Self { pipeline: pipe(), login: login.cloned() };
        trip.add_all(login.map(Login::user_command));
        trip
    }

    pub fn add(&mut self, command: Cmd) -> &mut Self {
        self.pipeline.add_command(command);
        self
    }

    pub fn add_all(&mut self, commands: impl IntoIterator<Item = Cmd>) -> &mut Self {
        commands.into_iter().fold(self, Self::add)
    }

    /// Runs the commands, and returns the replies unless the login has ended.
    pub async fn run(&self, news: &News) -> Result<Replies> {
        let start = Instant::now();
        let values: Vec<Value> = match self.pipeline.is_empty() {
            true => Vec::new(),
            false => self.pipeline.query_async(&mut news.connection()).await?,
        };
        let mut replies = Replies { values: values.into_iter(), took: start.elapsed() };
        match &self.login {
            Some(login) if !login.is_of(replies.next()?) => Err(Error::LoggedOut),
            _ => Ok(replies),
        }
    }
}

impl Replies {
    pub fn next<T: FromRedisValue>(&mut self) -> Result<T> {
        Ok(from_redis_value(self.values.next().unwrap_or(Value::Nil))?)
    }

    /// Returns the next reply if its command was sent.
    pub fn next_if<T: FromRedisValue + Default>(&mut self, was_sent: bool) -> Result<T> {
        if was_sent { self.next() } else { Ok(T::default()) }
    }
}

pub(super) fn script(text: &str, keys: &[&str]) -> Cmd {
    cmd("EVAL").arg(text).arg(keys.len()).arg(keys).take()
}

pub(super) fn words(command: &Cmd) -> impl Iterator<Item = &[u8]> {
    command.args_iter().filter_map(|argument| match argument {
        Arg::Simple(word) => Some(word),
        _ => None,
    })
}

/// Returns a command as one would type it.
pub(super) fn shown(command: &Cmd) -> String {
    words(command).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}
