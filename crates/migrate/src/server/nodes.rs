//! Sending commands, in a cluster to the node that has their keys.

use anyhow::{Result, bail};
use redis::{
    Arg, Cmd, Connection, ConnectionLike, ErrorKind, RedisError, RedisResult, ServerErrorKind,
    Value, cmd,
};

use crate::pace::ROUND_TRIP;
use crate::server::Server;

/// How often commands are sent to another node.
const REDIRECTIONS: usize = 16;

impl Server {
    /// Fails in a cluster unless all keys with a prefix are on one node: the code of a site uses
    /// several of them in one command.
    pub fn with_plain_keys(mut self, prefix: &str) -> Result<Self> {
        let hello = self.ask(cmd("HELLO").arg(2))?;
        let is_cluster = |words: &Vec<Value>| words.contains(&Value::BulkString("cluster".into()));
        if matches!(hello, Value::Array(words) if is_cluster(&words)) && !has_tag(prefix) {
            bail!("{}: in a cluster, --prefix needs a hash tag, such as {{news}}:", self.end);
        }
        Ok(self)
    }

    /// Sends commands in pipelines, and returns their replies, error replies included. If their
    /// keys are on another node of a cluster, connects to that one.
    pub fn run(&mut self, commands: &[Cmd]) -> Result<Vec<Value>> {
        let mut replies = self.send(&commands.iter().collect::<Vec<_>>())?;
        for _ in 0..REDIRECTIONS {
            let Some((host, port)) = replies.iter().find_map(moved) else { break };
            self.connection = self.address.of_node(&host, port).connect(self.timeout)?;
            let is_moved: Vec<bool> = replies.iter().map(|it| moved(it).is_some()).collect();
            let sent = commands.iter().zip(&is_moved).filter(|(_, is_moved)| **is_moved);
            let found = self.send(&sent.map(|(command, _)| command).collect::<Vec<_>>())?;
            let slots = replies.iter_mut().zip(is_moved).filter(|(_, is_moved)| *is_moved);
            slots.zip(found).for_each(|((slot, _), reply)| *slot = reply);
        }
        Ok(replies)
    }

    fn send(&mut self, commands: &[&Cmd]) -> Result<Vec<Value>> {
        let replies = send(&mut self.connection, commands).map_err(|error| self.lost(&error))?;
        self.received += replies.iter().map(reply_length).sum::<usize>();
        Ok(replies)
    }
}

/// Whether the keys that begin with a text are in one slot of a cluster.
pub fn has_tag(text: &str) -> bool {
    text.split_once('{').is_some_and(|(_, rest)| rest.find('}') > Some(0))
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

/// Returns the host and port of the node that has a key, if a reply says that another one has it.
fn moved(reply: &Value) -> Option<(String, u16)> {
    let Value::ServerError(error) = reply else { return None };
    let error = RedisError::from(error.clone());
    let is_moved = error.kind() == ErrorKind::Server(ServerErrorKind::Moved);
    let (address, _) = error.redirect_node().filter(|_| is_moved)?;
    // An IPv6 address has colons, too.
    let (host, port) = address.rsplit_once(':')?;
    Some((host.to_owned(), port.parse().ok()?))
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
