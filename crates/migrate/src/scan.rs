//! Iterating over many keys at once, a bounded part of each at a time.

use anyhow::Result;
use redis::{Cmd, Value, cmd};

use crate::item::Bytes;
use crate::reply;
use crate::server::Server;

/// The number of elements that one command asks for.
const COUNT: usize = 1_000;

/// An iteration over the elements of a key.
pub struct Scan {
    command: &'static str,
    /// The arguments before the cursor.
    key: Vec<Bytes>,
    /// The arguments after the cursor.
    options: &'static [&'static str],
}

#[derive(Clone, Debug, PartialEq)]
pub enum Scanned {
    /// The elements, perhaps some of them twice. A hash has names and values in turn.
    Elements(Vec<Value>),
    WrongType,
    /// The command replied with nil.
    Nil,
}

impl Scan {
    /// Iterates with SSCAN, HSCAN or ZSCAN.
    pub fn new(command: &'static str, key: Bytes) -> Self {
        Self { command, key: vec![key], options: &[] }
    }

    /// Iterates over the voters of an article, as the options of the command say.
    pub fn voters(key: &[u8], id: u32, options: &'static [&'static str]) -> Self {
        let key = vec![key.to_vec(), id.to_string().into_bytes()];
        Self { command: "ARTICLE.VOTERS", key, options }
    }

    /// Iterates over the users who have kept a vote on an article or a comment; nil while votes on
    /// it are recorded.
    pub fn kept(key: &[u8], id: u32) -> Self {
        let key = vec![b"KEPT".to_vec(), key.to_vec(), id.to_string().into_bytes()];
        Self { command: "ARTICLE.DEBUG", key, options: &[] }
    }

    /// Returns the command that continues the iteration at a cursor.
    pub fn at(&self, cursor: &[u8]) -> Cmd {
        let mut command = cmd(self.command);
        command.arg(&self.key).arg(cursor).arg(self.options).arg("COUNT").arg(COUNT).clone()
    }
}

/// Runs iterations side by side, to their ends. Small keys take one round trip for all of them.
pub fn run(server: &mut Server, scans: &[Scan]) -> Result<Vec<Scanned>> {
    let mut found: Vec<Scanned> = scans.iter().map(|_| Scanned::Elements(Vec::new())).collect();
    let mut open: Vec<(usize, Bytes)> =
        (0..scans.len()).map(|index| (index, b"0".to_vec())).collect();
    while !open.is_empty() {
        let commands: Vec<Cmd> = open
            .iter()
            .filter_map(|(index, cursor)| Some(scans.get(*index)?.at(cursor)))
            .collect();
        let replies = server.run(&commands)?;
        let mut next = Vec::new();
        for ((index, _), reply) in open.into_iter().zip(replies) {
            let Some(slot) = found.get_mut(index) else { continue };
            if reply::is_wrong_type(&reply) {
                *slot = Scanned::WrongType;
                continue;
            }
            if reply == Value::Nil {
                *slot = Scanned::Nil;
                continue;
            }
            let (cursor, elements) = reply::scan(server.accept(reply)?)?;
            if let Scanned::Elements(all) = slot {
                all.extend(elements);
            }
            if cursor != b"0" {
                next.push((index, cursor));
            }
        }
        open = next;
    }
    Ok(found)
}

/// Calls `each` with the elements of a key, part by part. A missing key has none.
pub fn each(
    server: &mut Server,
    scan: &Scan,
    mut each: impl FnMut(Vec<Value>) -> Result<()>,
) -> Result<()> {
    walk(server, |server, cursor| server.call(&scan.at(cursor)), |_, elements| each(elements))
}

/// Calls `each` with the keys of all nodes that match a pattern, part by part. A key can come
/// twice.
pub fn each_key(
    server: &mut Server,
    pattern: &[u8],
    mut each: impl FnMut(&mut Server, Vec<Bytes>) -> Result<()>,
) -> Result<()> {
    let scan = |cursor: &[u8]| {
        cmd("SCAN").arg(cursor).arg("MATCH").arg(pattern).arg("COUNT").arg(COUNT).clone()
    };
    (0..server.nodes()).try_for_each(|node| {
        let read = |server: &mut Server, cursor: &[u8]| server.call_on(node, &scan(cursor));
        walk(server, read, |server, found| each(server, reply::texts(found)?))
    })
}

/// Reads from cursor to cursor, to the end.
fn walk(
    server: &mut Server,
    read: impl Fn(&mut Server, &[u8]) -> Result<Value>,
    mut each: impl FnMut(&mut Server, Vec<Value>) -> Result<()>,
) -> Result<()> {
    let mut cursor = b"0".to_vec();
    loop {
        let (next, found) = reply::scan(read(server, &cursor)?)?;
        each(server, found)?;
        if next == b"0" {
            return Ok(());
        }
        cursor = next;
    }
}
