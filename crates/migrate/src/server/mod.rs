//! A connection to a server, and errors that say what to do.

mod address;
mod advice;
mod nodes;

use std::fmt::{self, Display};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use redis::{Arg, Cmd, RedisError, ServerError, Value, cmd};

use self::address::Address;
pub use self::address::{FromPassword, Passwords};
use self::advice::advice_for;
use self::nodes::Nodes;
use crate::readable::readable;
use crate::reply;

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

/// A connection to a server, or to all primaries of a cluster.
pub struct Server {
    address: Address,
    nodes: Nodes,
    end: End,
}

impl Server {
    /// Connects to the server of a URL.
    pub fn open(url: &str, end: End, passwords: &Passwords) -> Result<Self> {
        let address = Address::new(url, end, passwords)?;
        let nodes = Nodes::single(&address)?;
        Ok(Self { address, nodes, end })
    }

    /// Connects to all primaries if the server is a node of a cluster, because plain keys are
    /// spread over them.
    pub fn with_all_nodes(mut self) -> Result<Self> {
        // Any other server replies with an error, also if the user has no permission to ask.
        if let Some(Value::Array(slots)) = self.run(&[nodes::slots()])?.pop() {
            self.nodes = Nodes::cluster(&self.address, slots)?;
        }
        Ok(self)
    }

    /// Returns the number of nodes, which is 1 unless the server is a cluster.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Sends a command to a node and returns its reply. An error reply is an error.
    pub fn call_on(&mut self, node: usize, command: &Cmd) -> Result<Value> {
        let replies = self.nodes.run_on(node, &[command]);
        let reply = replies.map_err(|error| self.lost(&error))?.pop().unwrap_or_default();
        self.accept_from(command, reply)
    }

    /// Sends a command and returns its reply. An error reply is an error.
    pub fn call(&mut self, command: &Cmd) -> Result<Value> {
        let reply = self.run(std::slice::from_ref(command))?.pop().unwrap_or_default();
        self.accept_from(command, reply)
    }

    /// Sends a command and returns its reply, error replies included. An error means that the
    /// connection was lost.
    pub fn try_call(&mut self, command: &Cmd) -> Result<Value> {
        let end = self.end;
        let replies = self.nodes.run(std::slice::from_ref(command));
        let replies = replies.map_err(|error| anyhow!("{end}: the connection broke: {error}"))?;
        Ok(replies.into_iter().next().unwrap_or_default())
    }

    /// Takes a connection to be lost if there is no reply for so long.
    pub fn set_timeout(&self, timeout: Duration) -> Result<()> {
        self.nodes.set_timeout(timeout).map_err(|error| self.lost(&error))
    }

    /// Sends commands in one pipeline per node and returns their replies, error replies included.
    pub fn run(&mut self, commands: &[Cmd]) -> Result<Vec<Value>> {
        self.nodes.run(commands).map_err(|error| self.lost(&error))
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
