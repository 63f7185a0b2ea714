//! The nodes of a cluster, and which of them has a key.

use std::iter;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use redis::cluster_routing::Slot;
use redis::{
    Arg, Cmd, Connection, ConnectionAddr, ConnectionLike, ErrorKind, FromRedisValue, RedisError,
    RedisResult, ServerErrorKind, Value, cmd, from_redis_value,
};

use crate::pace::ROUND_TRIP;
use crate::server::Server;

/// How often a command is sent to another node.
const REDIRECTIONS: usize = 16;
/// The pause before a command is sent again to a node that is moving its key.
const PAUSE: Duration = Duration::from_millis(100);

pub struct Node {
    /// None for the node of the URL, which the cluster may know by another name.
    pub address: Option<ConnectionAddr>,
    pub connection: Connection,
}

impl Server {
    /// Connects to all primaries if the server is a node of a cluster, because plain keys are
    /// spread over them.
    ///
    /// A user without permission to ask for the others must not read the keys of one node and take
    /// them for all: then the keys of other nodes remain errors.
    pub fn with_all_nodes(mut self) -> Result<Self> {
        match self.run(&[cmd("CLUSTER").arg("SLOTS").clone()])?.pop() {
            Some(Value::Array(ranges)) => {
                self.nodes.clear();
                let ranges: Vec<Vec<Value>> = from_redis_value(Value::Array(ranges))?;
                ranges.into_iter().try_for_each(|range| self.add(range))?;
            }
            Some(Value::ServerError(error)) if error.code() == "NOPERM" => self.follows = false,
            // Not a cluster.
            _ => {}
        }
        Ok(self)
    }

    /// Connects to the primary in a part of the reply of CLUSTER SLOTS, and notes its slots.
    fn add(&mut self, mut range: Vec<Value>) -> Result<()> {
        range.truncate(3);
        let (first, last, mut primary): (u16, u16, Vec<Value>) =
            from_redis_value(Value::Array(range))?;
        primary.truncate(2);
        let (host, port): (Option<String>, u16) = from_redis_value(Value::Array(primary))?;
        let node = self.node_at(&host.unwrap_or_default(), port)?;
        self.slots.extend((first..=last).filter_map(Slot::new).map(|slot| (slot, node)));
        Ok(())
    }

    /// Returns the number of nodes, which is 1 unless the server is a cluster.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Sends a command to a node and returns its reply. An error reply is an error.
    pub fn call_on<T: FromRedisValue>(&mut self, node: usize, command: &Cmd) -> Result<T> {
        let reply = self.run_on(node, &[command])?.pop().unwrap_or_default();
        Ok(from_redis_value(self.accept(command, reply)?)?)
    }

    /// Sends commands in pipelines to their nodes, and returns their replies, error replies
    /// included.
    pub fn run(&mut self, commands: &[Cmd]) -> Result<Vec<Value>> {
        let homes: Vec<usize> = commands.iter().map(|command| self.home(&[command])).collect();
        let mut replies = vec![Value::Nil; commands.len()];
        for node in 0..self.nodes() {
            let own = || homes.iter().enumerate().filter(|(_, home)| **home == node);
            let commands: Vec<&Cmd> = own().filter_map(|(index, _)| commands.get(index)).collect();
            let found = self.run_on(node, &commands)?;
            for ((index, _), reply) in own().zip(found) {
                if let Some(slot) = replies.get_mut(index) {
                    *slot = reply;
                }
            }
        }
        // In their order: of two commands with the same key, the second one can need the first.
        for (command, reply) in commands.iter().zip(&mut replies) {
            if redirection(reply).is_some() {
                let found = self.follow(&[command], vec![std::mem::take(reply)])?;
                *reply = found.into_iter().next().unwrap_or_default();
            }
        }
        Ok(replies)
    }

    /// Sends commands to a node.
    fn run_on(&mut self, node: usize, commands: &[&Cmd]) -> Result<Vec<Value>> {
        let Some(Node { connection, .. }) = self.nodes.get_mut(node) else {
            return Ok(Vec::new());
        };
        let replies = send(connection, commands).map_err(|error| self.lost(&error))?;
        self.received += replies.iter().map(reply_length).sum::<usize>();
        Ok(replies)
    }

    /// Sends commands again, to where the replies say that their key is, until it is there.
    fn follow(&mut self, commands: &[&Cmd], mut replies: Vec<Value>) -> Result<Vec<Value>> {
        for _ in 0..REDIRECTIONS {
            let error = replies.iter().find_map(redirection).filter(|_| self.follows);
            let Some(error) = error else { break };
            let Some((address, slot)) = error.redirect_node() else {
                thread::sleep(PAUSE);
                replies = self.run_on(self.home(commands), commands)?;
                continue;
            };
            // An IPv6 address has colons, too.
            let Some((host, port)) = address.rsplit_once(':') else { break };
            let Ok(port) = port.parse() else { break };
            let node = self.node_at(host, port)?;
            replies = if error.kind() == ErrorKind::Server(ServerErrorKind::Ask) {
                let asking = cmd("ASKING");
                let all: Vec<&Cmd> = iter::once(&asking).chain(commands.to_vec()).collect();
                self.run_on(node, &all)?.split_off(1)
            } else {
                self.slots.extend(Slot::new(slot).map(|slot| (slot, node)));
                self.run_on(node, commands)?
            };
        }
        Ok(replies)
    }

    /// Returns the index of a node, to which it connects if necessary.
    fn node_at(&mut self, host: &str, port: u16) -> Result<usize> {
        let server = self.address.of_node(host, port);
        let address = Some(server.address());
        if let Some(known) = self.nodes.iter().position(|node| node.address.as_ref() == address) {
            return Ok(known);
        }
        let connection = server.connect(self.timeout)?;
        self.nodes.push(Node { address: address.cloned(), connection });
        Ok(self.nodes.len() - 1)
    }

    /// Returns the node of the only key of some commands.
    fn home(&self, commands: &[&Cmd]) -> usize {
        let key = commands.iter().find_map(|command| key_of(command));
        let node = key.and_then(|key| self.slots.get(&Slot::for_key(key)));
        node.copied().unwrap_or_default()
    }
}

/// Sends commands in pipelines of bounded length.
fn send(connection: &mut Connection, commands: &[&Cmd]) -> RedisResult<Vec<Value>> {
    let mut replies = Vec::with_capacity(commands.len());
    let (mut pipeline, mut sent) = (Vec::new(), 0);
    for (index, command) in commands.iter().enumerate() {
        command.write_packed_command(&mut pipeline);
        let next = commands.get(index + 1).map(|command| command_length(command));
        if next.is_none_or(|next| pipeline.len() + next > ROUND_TRIP) {
            let count = index + 1 - sent;
            replies.extend(connection.req_packed_commands(&pipeline, 0, count)?);
            pipeline.clear();
            sent = index + 1;
        }
    }
    Ok(replies)
}

/// Returns the error reply of a node that has not, or not yet, or no longer a key.
fn redirection(reply: &Value) -> Option<RedisError> {
    let Value::ServerError(error) = reply else { return None };
    let error = RedisError::from(error.clone());
    let is_moving = error.kind() == ErrorKind::Server(ServerErrorKind::TryAgain);
    (is_moving || error.redirect_node().is_some()).then_some(error)
}

/// Returns the key of a command, which is the first argument of all commands here.
fn key_of(command: &Cmd) -> Option<&[u8]> {
    words(command).nth(1)
}

/// Returns a command's name and arguments.
pub fn words(command: &Cmd) -> impl Iterator<Item = &[u8]> {
    command.args_iter().filter_map(|arg| match arg {
        Arg::Simple(text) => Some(text),
        _ => None,
    })
}

/// Returns the number of bytes in a command's name and arguments.
pub fn command_length(command: &Cmd) -> usize {
    words(command).map(<[u8]>::len).sum()
}

pub fn reply_length(reply: &Value) -> usize {
    match reply {
        Value::BulkString(text) => text.len(),
        Value::SimpleString(text) => text.len(),
        Value::Array(items) => items.iter().map(reply_length).sum(),
        _ => 0,
    }
}
