//! A connection to a server, and errors that say what to do.

use std::fmt::{self, Display};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use redis::{
    Arg, Client, Cmd, Connection, ConnectionLike, ErrorKind, IntoConnectionInfo, Pipeline,
    ProtocolVersion, RedisError, ServerError, Value, cmd,
};

use crate::readable::readable;
use crate::reply;

/// How long to wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Which end of the migration a server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    From,
    To,
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::From => "--from",
            Self::To => "--to",
        })
    }
}

/// A connection to a server.
pub struct Server {
    connection: Connection,
    end: End,
}

impl Server {
    /// Connects to the server of a URL.
    pub fn open(url: &str, end: End) -> Result<Self> {
        if url.starts_with("rediss:") || url.starts_with("valkeys:") {
            bail!(
                "{end}: this build has no TLS. Use a tunnel, for example \
                 stunnel or ssh -L 6380:localhost:6379 HOST, and redis://127.0.0.1:6380"
            );
        }
        let info = url.into_connection_info().map_err(|_| {
            anyhow!(
                "{end}: not a URL of a server. Examples: redis://127.0.0.1:6379, \
                 redis://user:password@host:6379/2, unix:///run/redis/redis.sock?db=2"
            )
        })?;
        let address = info.addr().to_string();
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP2);
        let client = Client::open(info.set_redis_settings(settings));
        let connection = client.and_then(|client| client.get_connection_with_timeout(CONNECT));
        let connection = connection.map_err(|error| {
            let code = match error.kind() {
                ErrorKind::AuthenticationFailed => "WRONGPASS",
                _ => error.code().unwrap_or_default(),
            };
            let advice = advice(code).unwrap_or(
                "Is the server running, and are the host, port, user, password and database in \
                 the URL right?",
            );
            anyhow!("{end}: cannot connect to {address}: {error}. {advice}")
        })?;
        Ok(Self { connection, end })
    }

    /// Sends a command and returns its reply. An error reply is an error.
    pub fn call(&mut self, command: &Cmd) -> Result<Value> {
        let mut replies = self.run(std::slice::from_ref(command))?;
        match replies.pop().unwrap_or_default() {
            Value::ServerError(error) => Err(self.refused(&describe(command), &error)),
            reply => Ok(reply),
        }
    }

    /// Sends commands in one pipeline and returns their replies, error replies included.
    pub fn run(&mut self, commands: &[Cmd]) -> Result<Vec<Value>> {
        let mut pipeline = Pipeline::with_capacity(commands.len());
        for command in commands {
            pipeline.add_command(command.clone());
        }
        if pipeline.is_empty() {
            return Ok(Vec::new());
        }
        let packed = pipeline.get_packed_pipeline();
        let replies = self.connection.req_packed_commands(&packed, 0, commands.len());
        replies.map_err(|error| self.lost(&error))
    }

    /// Sends commands as one transaction: if the server refuses to queue one of them, for example
    /// because its memory has run out, none has an effect.
    pub fn transaction(&mut self, commands: Vec<Cmd>) -> Result<()> {
        if commands.is_empty() {
            return Ok(());
        }
        let whole: Vec<Cmd> =
            [cmd("MULTI")].into_iter().chain(commands).chain([cmd("EXEC")]).collect();
        // An error when a command is queued comes before that of EXEC, and is clearer.
        for reply in self.run(&whole)? {
            if let Value::Array(replies) = self.accept(reply)? {
                for reply in replies {
                    self.accept(reply)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the reply unless it is an error.
    pub fn accept(&self, reply: Value) -> Result<Value> {
        match reply {
            Value::ServerError(error) => Err(self.refused("", &error)),
            reply => Ok(reply),
        }
    }

    /// Returns the error for an error reply to a command, described as " to COMMAND".
    fn refused(&self, command: &str, error: &ServerError) -> anyhow::Error {
        let (code, details) = (error.code(), error.details().unwrap_or_default());
        let advice = advice_for(code, details);
        anyhow!("{}: the server replied{command}: {code} {details}{advice}", self.end)
    }

    /// Returns the server's time in UNIX seconds.
    pub fn now(&mut self) -> Result<i64> {
        let reply = self.call(&cmd("TIME"))?;
        let seconds = reply::items(reply)?.into_iter().next().context("an empty TIME")?;
        reply::integer(&seconds)
    }

    /// Returns the type of a key; `none` if there is no such key.
    pub fn type_of(&mut self, key: &[u8]) -> Result<String> {
        let reply = self.call(cmd("TYPE").arg(key))?;
        Ok(String::from_utf8_lossy(&reply::bytes(reply)?).into_owned())
    }

    fn lost(&self, error: &RedisError) -> anyhow::Error {
        anyhow!(
            "{}: the connection broke: {error}. Run the same command again to continue",
            self.end
        )
    }
}

/// Names a command and its key, if it has one: the key may be one of many.
fn describe(command: &Cmd) -> String {
    let mut words = command.args_iter().filter_map(|arg| match arg {
        Arg::Simple(text) => Some(readable(text)),
        _ => None,
    });
    let name = words.next().unwrap_or_default();
    words.next().map_or_else(|| format!(" to {name}"), |key| format!(" to {name} '{key}'"))
}

/// Returns a sentence about an error reply, to be appended to it.
fn advice_for(code: &str, details: &str) -> String {
    let unknown = details.contains("unknown command");
    let advice = if unknown && details.to_ascii_uppercase().contains("ARTICLE.") {
        Some("Load the module into this server, version 0.2 or later: loadmodule in redis.conf")
    } else {
        advice(code)
    };
    advice.map_or_else(String::new, |advice| format!(". {advice}"))
}

/// Returns what to do about an error code.
fn advice(code: &str) -> Option<&'static str> {
    Some(match code {
        "READONLY" => "This server is a replica. Use the URL of its primary",
        "OOM" => "Raise maxmemory of this server, and run the same command again to continue",
        "NOPERM" => "The user in the URL needs the commands and keys that docs/migrating.md lists",
        "NOAUTH" | "WRONGPASS" => {
            "Put the user and password into the URL: redis://user:password@host"
        }
        "MOVED" | "ASK" | "CROSSSLOT" | "CLUSTERDOWN" => {
            "This server is a node of a cluster. Use the URL of the node that serves the slot of \
             the key: CLUSTER KEYSLOT key"
        }
        "MISCONF" => "This server cannot save to disk and refuses writes. See its log",
        "LOADING" => "The server is loading its data. Try again in a moment",
        "WRONGTYPE" => "The key holds another type. Check --key and --prefix",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_module_is_named() {
        let advice =
            advice_for("ERR", "unknown command 'ARTICLE.INFO', with args beginning with:");
        assert!(advice.contains("Load the module"), "{advice}");
        assert_eq!(advice_for("ERR", "unknown command 'FOO'"), "");
    }
}
