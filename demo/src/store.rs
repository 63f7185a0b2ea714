//! Redis: the commands that pages send, and how long the server takes for them.

use std::fmt::{self, Display, Write};
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Cmd, RedisResult, Value, cmd, from_redis_value, pipe};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use crate::error::{Error, Result};

/// The key of the site.
pub const KEY: &str = "news";
/// How long a page waits for Redis.
const TIMEOUT: Duration = Duration::from_secs(1);

/// A command as a list of words, which pages also show.
#[derive(Clone, Debug)]
pub struct Command(Vec<String>);

/// Returns an ARTICLE command on the site. Add the arguments after the key.
pub fn article(name: &str) -> Command {
    Command(vec![format!("ARTICLE.{name}"), KEY.to_owned()])
}

impl Command {
    pub fn arg(mut self, word: impl Display) -> Self {
        self.0.push(word.to_string());
        self
    }

    /// Adds the words of a text, which are separated by spaces.
    pub fn words(mut self, text: &str) -> Self {
        self.0.extend(text.split_whitespace().map(str::to_owned));
        self
    }

    /// Adds an option with a list, unless the list is empty.
    pub fn list(self, name: &str, list: &[impl Display]) -> Self {
        if list.is_empty() {
            return self;
        }
        list.iter().fold(self.arg(name).arg(list.len()), Self::arg)
    }

    /// Adds RETURN with names, which are separated by spaces.
    pub fn entries(self, names: &str) -> Self {
        self.list("RETURN", &names.split_whitespace().collect::<Vec<_>>())
    }

    pub fn cmd(&self) -> Cmd {
        let mut command = Cmd::new();
        command.arg(&self.0);
        command
    }

    /// Returns the command with FORMAT JSON, which a page reads with [`json`].
    pub fn json(&self) -> Cmd {
        self.cmd().arg("FORMAT").arg("JSON").take()
    }

    /// Returns the words without the key, for scripts.
    pub fn without_key(&self) -> impl Iterator<Item = &str> {
        self.0.iter().take(1).chain(self.0.iter().skip(2)).map(String::as_str)
    }

    fn name(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }
}

impl Display for Command {
    /// Writes the command as redis-cli takes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, word) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_char(' ')?;
            }
            let is_plain = |letter: char| letter.is_alphanumeric() || "-_.:/{}[]".contains(letter);
            match !word.is_empty() && word.chars().all(is_plain) {
                true => f.write_str(word)?,
                false => write!(f, "\"{}\"", escaped(word))?,
            }
        }
        Ok(())
    }
}

/// Escapes a word for the double quotes of redis-cli.
fn escaped(word: &str) -> String {
    let word = word.replace('\\', "\\\\").replace('"', "\\\"");
    word.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}

/// A command that was sent, with its time in the server.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Sent {
    pub command: String,
    pub micros: u64,
    /// The reply, if it is short.
    pub reply: String,
}

/// A handle to Redis. Clones share one connection, which reconnects when it breaks.
#[derive(Clone)]
pub struct Store(ConnectionManager);

impl Store {
    /// Returns a handle that connects with the first command. While the server is away, commands
    /// fail soon.
    pub fn connect(url: &str) -> Result<Self> {
        Self::with_timeout(url, TIMEOUT)
    }

    /// Returns a handle for commands that take longer, on a connection of its own.
    pub fn with_timeout(url: &str, timeout: Duration) -> Result<Self> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(TIMEOUT))
            .set_response_timeout(Some(timeout))
            .set_number_of_retries(0);
        Ok(Self(ConnectionManager::new_lazy_with_config(redis::Client::open(url)?, config)?))
    }

    pub async fn run<T: redis::FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        Ok(command.query_async(&mut self.0.clone()).await?)
    }

    /// Reads the JSON reply of a command.
    pub async fn read<T: DeserializeOwned>(&self, command: &Command) -> Result<T> {
        json(self.run(&command.json()).await?)
    }

    /// Runs commands in one round trip. The first error counts.
    pub async fn all(&self, commands: &[Cmd]) -> Result<Vec<Value>> {
        let replies = self.each(commands).await?;
        Ok(replies.into_iter().collect::<RedisResult<_>>()?)
    }

    /// Runs commands in one round trip, and returns the reply or the error of each.
    pub async fn each(&self, commands: &[Cmd]) -> Result<Vec<RedisResult<Value>>> {
        if commands.is_empty() {
            return Ok(Vec::new());
        }
        let mut pipeline = pipe();
        commands.iter().for_each(|command| _ = pipeline.add_command(command.clone()));
        Ok(pipeline.ignore_errors().query_async(&mut self.0.clone()).await?)
    }

    /// Runs `cmd`, which sends `command`, and then others. Measures the first alone, by what it
    /// adds to the statistics of the server.
    pub async fn ask(
        &self,
        command: &Command,
        cmd: Cmd,
        others: &[Cmd],
    ) -> Result<(Sent, Vec<Value>)> {
        let stats = redis::cmd("INFO").arg("commandstats").take();
        let mut pipeline = pipe();
        pipeline.atomic().ignore_errors();
        for command in [&stats, &cmd, &stats].into_iter().chain(others) {
            pipeline.add_command(command.clone());
        }
        let replies: Vec<RedisResult<Value>> = pipeline.query_async(&mut self.0.clone()).await?;
        let mut replies = replies.into_iter().collect::<RedisResult<Vec<_>>>()?;
        let after = replies.remove(2.min(replies.len()));
        let before = replies.remove(0);
        let micros =
            |stats: Value| Ok::<_, Error>(spent(&from_redis_value::<String>(stats)?, command));
        let micros = micros(after)?.saturating_sub(micros(before)?);
        let reply = replies.first().map(short).unwrap_or_default();
        Ok((Sent { command: command.to_string(), micros, reply }, replies))
    }
}

/// Returns how long a command has run since the server started, by its statistics.
fn spent(stats: &str, command: &Command) -> u64 {
    let prefix = format!("cmdstat_{}:", command.name().to_lowercase());
    let line = stats.lines().find_map(|line| line.strip_prefix(&prefix));
    let usec = line.and_then(|line| line.split(',').find_map(|pair| pair.strip_prefix("usec=")));
    usec.and_then(|usec| usec.parse().ok()).unwrap_or_default()
}

/// Returns a reply as a text, if it is a short one.
fn short(reply: &Value) -> String {
    match reply {
        Value::Int(number) => number.to_string(),
        Value::Okay => "OK".to_owned(),
        Value::Nil => "nil".to_owned(),
        Value::SimpleString(text) => text.clone(),
        Value::Array(items) if items.len() <= 16 => {
            items.iter().map(short).collect::<Vec<_>>().join(" ")
        }
        Value::BulkString(text) if text.len() <= 40 => String::from_utf8_lossy(text).into_owned(),
        _ => String::new(),
    }
}

/// Reads a JSON reply.
pub fn json<T: DeserializeOwned>(reply: Value) -> Result<T> {
    let text: Option<Vec<u8>> = from_redis_value(reply)?;
    let text = text.unwrap_or_else(|| b"null".to_vec());
    serde_json::from_slice(&text).map_err(|error| Error::Internal(error.to_string()))
}

/// Returns the command for a script with its keys.
pub fn script(text: &str, keys: &[&str]) -> Cmd {
    cmd("EVAL").arg(text).arg(keys.len()).arg(keys).take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_redis_cli_takes_them() {
        let command = article("POST").arg("ada").arg("A \"title\"\n").arg("").words("XX HELD");
        let shown = r#"ARTICLE.POST news ada "A \"title\"\n" "" XX HELD"#;
        assert_eq!(command.to_string(), shown);
    }

    #[test]
    fn the_time_of_a_command_is_found() {
        let stats =
            "# Commandstats\r\ncmdstat_article.page:calls=2,usec=31,usec_per_call=15.5\r\n";
        assert_eq!(spent(stats, &article("PAGE")), 31);
        assert_eq!(spent(stats, &article("GET")), 0);
    }
}
