//! Iterating over many keys at once, a bounded part of each at a time.

use anyhow::Result;
use redis::{Cmd, FromRedisValue, Value, cmd, from_redis_value};

use crate::server::Server;
use crate::text::Bytes;

/// The number of elements that one command asks for.
const COUNT: usize = 1_000;

/// The elements of a key, perhaps some of them twice; None if the key is of another type.
pub type Scanned<T> = Option<Vec<T>>;

/// Returns an iteration with SSCAN, HSCAN or ZSCAN: its words before the cursor.
pub fn scan(command: &str, key: Bytes) -> Cmd {
    cmd(command).arg(key).clone()
}

/// Returns the command that continues an iteration at a cursor.
fn at(scan: &Cmd, cursor: &[u8]) -> Cmd {
    scan.clone().arg(cursor).arg("COUNT").arg(COUNT).clone()
}

/// Runs iterations side by side, to their ends. Small keys take one round trip for all of them.
pub fn run<T: FromRedisValue>(server: &mut Server, scans: &[Cmd]) -> Result<Vec<Scanned<T>>> {
    let mut found: Vec<_> = scans.iter().map(|_| Some(Vec::new())).collect();
    let mut open: Vec<(usize, Bytes)> =
        (0..scans.len()).map(|index| (index, b"0".to_vec())).collect();
    while !open.is_empty() {
        let commands: Vec<Cmd> = open
            .iter()
            .filter_map(|(index, cursor)| Some(at(scans.get(*index)?, cursor)))
            .collect();
        let replies = server.run(&commands)?;
        let mut next = Vec::new();
        for (((index, _), command), reply) in open.into_iter().zip(&commands).zip(replies) {
            let Some(slot) = found.get_mut(index) else { continue };
            match reply {
                Value::ServerError(error) if error.code() == "WRONGTYPE" => *slot = None,
                reply => {
                    let (cursor, elements): (Bytes, Vec<T>) =
                        from_redis_value(server.accept(command, reply)?)?;
                    if let Some(all) = slot {
                        all.extend(elements);
                    }
                    next.extend((cursor != b"0").then_some((index, cursor)));
                }
            }
        }
        open = next;
    }
    Ok(found)
}

/// Calls `each` with the elements of a key, part by part. A missing key has none.
pub fn each<T: FromRedisValue>(
    server: &mut Server,
    scan: &Cmd,
    mut each: impl FnMut(Vec<T>) -> Result<()>,
) -> Result<()> {
    walk(server, |server, cursor| server.call(&at(scan, cursor)), |_, elements| each(elements))
}

/// Calls `each` with the keys that match a pattern, part by part. A key can come twice.
pub fn each_key(
    server: &mut Server,
    pattern: &[u8],
    each: impl FnMut(&mut Server, Vec<Bytes>) -> Result<()>,
) -> Result<()> {
    let scan = |server: &mut Server, cursor: &[u8]| {
        server.call(cmd("SCAN").arg(cursor).arg("MATCH").arg(pattern).arg("COUNT").arg(COUNT))
    };
    walk(server, scan, each)
}

/// Reads from cursor to cursor, to the end.
fn walk<T>(
    server: &mut Server,
    read: impl Fn(&mut Server, &[u8]) -> Result<(Bytes, Vec<T>)>,
    mut each: impl FnMut(&mut Server, Vec<T>) -> Result<()>,
) -> Result<()> {
    let mut cursor = b"0".to_vec();
    loop {
        let (next, found) = read(server, &cursor)?;
        each(server, found)?;
        if next == b"0" {
            return Ok(());
        }
        cursor = next;
    }
}
