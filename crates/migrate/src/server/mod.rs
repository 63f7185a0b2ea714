//! A connection to a server, and errors that say what to do.

mod access;
mod address;
mod advice;
mod length;
mod nodes;
mod tls;

use std::fmt::{self, Display};
use std::time::Duration;

use anyhow::{Result, anyhow};
use redis::{Arg, Cmd, FromRedisValue, RedisError, ServerError, Value, cmd, from_redis_value};

pub use self::access::{Access, FromAccess, ToAccess};
use self::address::Address;
use self::advice::advice_for;
pub use self::length::{command_length, reply_length};
use self::nodes::{Nodes, WITH_SUBCOMMAND};
use crate::readable::readable;

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

/// A connection to a server, or to nodes of a cluster.
pub struct Server {
    nodes: Nodes,
    end: End,
}

impl Server {
    /// Connects to the server of a URL. If it is a node of a cluster, commands go to the nodes
    /// that have their keys.
    pub fn open(url: &str, access: &Access) -> Result<Self> {
        let nodes = Nodes::open(Address::new(url, access)?)?;
        Ok(Self { nodes, end: access.end })
    }

    /// Connects to all primaries if the server is a node of a cluster, because plain keys are
    /// spread over them.
    pub fn with_all_nodes(mut self) -> Result<Self> {
        self.nodes.connect_all().map_err(|error| self.lost(error))?;
        Ok(self)
    }

    /// Returns the number of nodes, which is 1 unless the server is a cluster.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Sends a command to a node and returns its reply. An error reply is an error.
    pub fn call_on<T: FromRedisValue>(&mut self, node: usize, command: &Cmd) -> Result<T> {
        let replies = self.nodes.run_on(node, &[command]);
        let reply = replies.map_err(|error| self.lost(error))?.pop().unwrap_or_default();
        Ok(from_redis_value(self.accept_from(command, reply)?)?)
    }

    /// Sends a command and returns its reply. An error reply is an error.
    pub fn call<T: FromRedisValue>(&mut self, command: &Cmd) -> Result<T> {
        let reply = self.ask(command)?;
        Ok(from_redis_value(self.accept_from(command, reply)?)?)
    }

    /// Sends commands in pipelines and returns their replies. An error reply is an error.
    pub fn call_all<T: FromRedisValue>(&mut self, commands: &[Cmd]) -> Result<Vec<T>> {
        let replies = commands.iter().zip(self.run(commands)?);
        let accept = |(command, reply)| Ok(from_redis_value(self.accept_from(command, reply)?)?);
        replies.map(accept).collect()
    }

    /// Sends a command and returns its reply, which can be an error reply.
    pub fn ask(&mut self, command: &Cmd) -> Result<Value> {
        Ok(self.run(std::slice::from_ref(command))?.pop().unwrap_or_default())
    }

    /// Sends a command and returns its reply, error replies included. An error means that the
    /// connection was lost.
    pub fn try_call(&mut self, command: &Cmd) -> Result<Value> {
        let replies = self.nodes.run(std::slice::from_ref(command));
        Ok(replies.map_err(|error| self.lost_with(error, ""))?.pop().unwrap_or_default())
    }

    /// Takes a connection to be lost if there is no reply for so long.
    pub fn set_timeout(&mut self, timeout: Duration) -> Result<()> {
        self.nodes.set_timeout(timeout).map_err(|error| self.lost(error))
    }

    /// Returns the bytes of all replies so far.
    pub fn received(&self) -> usize {
        self.nodes.received()
    }

    /// Sends commands in pipelines and returns their replies, error replies included.
    pub fn run(&mut self, commands: &[Cmd]) -> Result<Vec<Value>> {
        self.nodes.run(commands).map_err(|error| self.lost(error))
    }

    /// Sends commands with the same key as one transaction: if the server refuses to queue one of
    /// them, for example because its memory has run out, none has an effect.
    pub fn transaction(&mut self, commands: &[Cmd]) -> Result<()> {
        if commands.is_empty() {
            return Ok(());
        }
        let (multi, exec) = (cmd("MULTI"), cmd("EXEC"));
        let whole: Vec<&Cmd> = [&multi].into_iter().chain(commands).chain([&exec]).collect();
        let replies = self.nodes.run_together(&whole).map_err(|error| self.lost(error))?;
        // An error when a command is queued comes before that of EXEC, and is clearer.
        for reply in replies {
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

    /// Returns the reply to a command unless it is an error.
    pub fn accept_from(&self, command: &Cmd, reply: Value) -> Result<Value> {
        match reply {
            Value::ServerError(error) => Err(self.refused(&describe(command), &error)),
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
        let (seconds, _): (i64, i64) = self.call(&cmd("TIME"))?;
        Ok(seconds)
    }

    /// Returns the type of a key; `none` if there is no such key.
    pub fn type_of(&mut self, key: &[u8]) -> Result<String> {
        self.call(cmd("TYPE").arg(key))
    }

    fn lost(&self, error: anyhow::Error) -> anyhow::Error {
        self.lost_with(error, ". Run the same command again to continue")
    }

    /// Names the end of a connection that was lost. Other errors have a name already.
    fn lost_with(&self, error: anyhow::Error, advice: &str) -> anyhow::Error {
        match error.downcast::<RedisError>() {
            Ok(error) => anyhow!("{}: the connection broke: {error}{advice}", self.end),
            Err(error) => error,
        }
    }
}

/// Names a command and its key, if it has one: the key may be one of many.
fn describe(command: &Cmd) -> String {
    let mut words = command.args_iter().filter_map(|arg| match arg {
        Arg::Simple(text) => Some(readable(text)),
        _ => None,
    });
    let mut name = words.next().unwrap_or_default();
    if name == WITH_SUBCOMMAND
        && let Some(subcommand) = words.next()
    {
        name = format!("{name} {subcommand}");
    }
    words.next().map_or_else(|| format!(" to {name}"), |key| format!(" to {name} '{key}'"))
}
