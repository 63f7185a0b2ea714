//! The nodes of a cluster, and which of them has a key.

use std::time::Duration;

use anyhow::{Context, Result};
use redis::{Arg, Cmd, Connection, ConnectionLike, Pipeline, RedisResult, Value, cmd};

use crate::reply;
use crate::server::address::Address;

/// The number of slots of a cluster.
const SLOTS: u16 = 16_384;

/// The connections to a server or, of a cluster, to all primaries.
pub struct Nodes {
    connections: Vec<Connection>,
    /// The first and last slot of a range, and the index of its connection.
    ranges: Vec<(u16, u16, usize)>,
}

impl Nodes {
    /// Connects to a single server.
    pub fn single(address: &Address) -> Result<Self> {
        Ok(Self { connections: vec![address.connect()?], ranges: Vec::new() })
    }

    /// Connects to all primaries of a cluster, which CLUSTER SLOTS replied with their slots.
    pub fn cluster(address: &Address, slots: Vec<Value>) -> Result<Self> {
        let (mut hosts, mut connections, mut ranges) = (Vec::new(), Vec::new(), Vec::new());
        for range in slots {
            let range = reply::items(range)?;
            let [first, last, primary, ..] = range.as_slice() else { continue };
            let primary = reply::items(primary.clone())?;
            let (host, port) =
                primary.first().zip(primary.get(1)).context("a node has no port")?;
            // A node that does not know its own name leaves it out.
            let host = reply::optional_bytes(host.clone())?.filter(|host| !host.is_empty());
            let host = host.map(String::from_utf8).transpose()?;
            let node = (host, u16::try_from(reply::integer(port)?)?);
            let index = match hosts.iter().position(|known| *known == node) {
                Some(index) => index,
                None => {
                    connections.push(address.of_node(node.0.clone(), node.1).connect()?);
                    hosts.push(node);
                    hosts.len() - 1
                }
            };
            let slot = |slot| Ok::<_, anyhow::Error>(u16::try_from(reply::integer(slot)?)?);
            ranges.push((slot(first)?, slot(last)?, index));
        }
        Ok(Self { connections, ranges })
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.connections.len()
    }

    /// Sets how long to wait for a reply.
    pub fn set_timeout(&self, timeout: Duration) -> RedisResult<()> {
        let mut connections = self.connections.iter();
        connections.try_for_each(|connection| connection.set_read_timeout(Some(timeout)))
    }

    /// Sends commands in one pipeline per node, and returns their replies.
    pub fn run(&mut self, commands: &[Cmd]) -> RedisResult<Vec<Value>> {
        let homes: Vec<usize> = commands.iter().map(|command| self.home(command)).collect();
        let mut replies = vec![Value::Nil; commands.len()];
        for node in 0..self.len() {
            let own = || homes.iter().enumerate().filter(|(_, home)| **home == node);
            let commands: Vec<&Cmd> = own().filter_map(|(index, _)| commands.get(index)).collect();
            let found = self.run_on(node, &commands)?;
            for ((index, _), reply) in own().zip(found) {
                if let Some(slot) = replies.get_mut(index) {
                    *slot = reply;
                }
            }
        }
        Ok(replies)
    }

    /// Sends commands to a node, in one pipeline.
    pub fn run_on(&mut self, node: usize, commands: &[&Cmd]) -> RedisResult<Vec<Value>> {
        let mut pipeline = Pipeline::with_capacity(commands.len());
        for command in commands {
            pipeline.add_command((*command).clone());
        }
        match self.connections.get_mut(node) {
            Some(connection) if !pipeline.is_empty() => {
                connection.req_packed_commands(&pipeline.get_packed_pipeline(), 0, commands.len())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns the node of a command's key. All commands here name their only key first, or none.
    fn home(&self, command: &Cmd) -> usize {
        if self.ranges.is_empty() {
            return 0;
        }
        let Some(Arg::Simple(key)) = command.args_iter().nth(1) else { return 0 };
        let slot = slot(key);
        let range = self.ranges.iter().find(|(first, last, _)| (*first..=*last).contains(&slot));
        range.map_or(0, |(_, _, node)| *node)
    }
}

/// Returns the command that asks a node of a cluster for the others.
pub fn slots() -> Cmd {
    cmd("CLUSTER").arg("SLOTS").clone()
}

/// Returns the slot of a key: the CRC16 of the part in its first braces, or of all of it.
fn slot(key: &[u8]) -> u16 {
    let mut parts = key.splitn(2, |byte| *byte == b'{');
    let in_braces = parts.nth(1).and_then(|rest| {
        let end = rest.iter().position(|byte| *byte == b'}').filter(|end| *end > 0)?;
        rest.get(..end)
    });
    crc16(in_braces.unwrap_or(key)) % SLOTS
}

/// CRC-16/XMODEM.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            (crc << 1) ^ if crc & 0x8000 == 0 { 0 } else { 0x1021 }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_those_of_the_server() {
        // CLUSTER KEYSLOT
        for (key, expected) in [
            ("", 0),
            ("foo", 12_182),
            ("123456789", 12_739),
            ("{foo}bar", 12_182),
            ("x{foo}bar{baz}", 12_182),
            ("{}foo", 9_500),
            ("foo{", 7_673),
        ] {
            assert_eq!(slot(key.as_bytes()), expected, "{key}");
        }
    }
}
