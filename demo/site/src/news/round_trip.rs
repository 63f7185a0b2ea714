use std::time::{Duration, Instant};

use redis::{Arg, Cmd, FromRedisValue, Pipeline, RedisResult, Value, cmd, from_redis_value, pipe};
use redis_article::{Command, Page, kinds};

use super::{Item, News, Result, site};

pub(super) struct Replies {
    values: std::vec::IntoIter<Value>,
    pub took: Duration,
}

#[derive(Clone, Debug)]
pub struct Sent {
    pub command: String,
    pub took: Duration,
}

impl Sent {
    pub fn milliseconds(&self) -> String {
        format!("{:.2}", self.took.as_secs_f64() * 1000.0)
    }
}

impl News {
    pub(super) async fn all(&self, commands: impl IntoIterator<Item = Cmd>) -> Result<Replies> {
        let (start, mut pipeline) = (Instant::now(), pipe());
        for command in commands {
            pipeline.add_command(command);
        }
        let values: Vec<Value> = match pipeline.is_empty() {
            true => Vec::new(),
            false => self.pipeline(pipeline).await?,
        };
        Ok(Replies { values: values.into_iter(), took: start.elapsed() })
    }

    pub(super) async fn pipeline(&self, mut pipeline: Pipeline) -> Result<Vec<Value>> {
        let replies: Vec<RedisResult<Value>> =
            pipeline.ignore_errors().query_async(&mut self.connection()).await?;
        Ok(replies.into_iter().collect::<RedisResult<_>>()?)
    }
}

impl Replies {
    pub fn next<T: FromRedisValue>(&mut self) -> Result<T> {
        Ok(from_redis_value(self.values.next().unwrap_or(Value::Nil))?)
    }

    /// Reads the reply to a command on the site.
    pub fn read<T, K>(&mut self, command: &Command<T, K>) -> Result<T> {
        Ok(command.read(self.values.next().unwrap_or(Value::Nil))?)
    }
}

pub(super) fn script(text: &str, keys: &[&str]) -> Cmd {
    cmd("EVAL").arg(text).arg(keys.len()).arg(keys).take()
}

/// Has the module reply in JSON.
pub(super) fn json(mut command: Cmd) -> Cmd {
    command.arg("FORMAT").arg("JSON").take()
}

/// Returns the words of a command on the site for a script, which has the key.
pub(super) fn without_key(command: &Cmd) -> Vec<&[u8]> {
    words(command).take(1).chain(words(command).skip(2)).collect()
}

pub(super) fn words(command: &Cmd) -> impl Iterator<Item = &[u8]> {
    command.args_iter().filter_map(|argument| match argument {
        Arg::Simple(word) => Some(word),
        _ => None,
    })
}

pub(super) fn shown(command: &Cmd) -> String {
    words(command).map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ")
}

/// Reads the page of any list.
pub(super) fn listed() -> Command<Page<Item>, kinds::Articles> {
    site().page(1).of()
}
