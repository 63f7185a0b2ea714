//! Prints each article and comment of a site, and then each one that changes or is deleted.
//!
//! `cargo run --example follow_changes -- [URL [SITE]]`

use std::collections::HashMap;

use redis::{Client, RedisResult, Value};

/// The entries of an article or a comment. Articles have no text, and comments no title.
pub type Entries = HashMap<String, Value>;

/// What a copy of the site must do.
#[derive(Debug)]
pub enum Change {
    /// Insert an article or a comment, or replace the one with its id.
    Put(Entries),
    /// Delete the article or comment with this id, if the copy has it.
    Delete(i64),
    /// Delete all: everything follows again.
    Resync,
}

/// Calls `apply` with each change until it returns false.
pub fn follow(
    client: &Client,
    site: &str,
    mut apply: impl FnMut(Change) -> bool,
) -> RedisResult<()> {
    let mut connection = client.get_connection()?;
    let mut version = "0".to_owned();
    loop {
        let mut changes = redis::cmd("ARTICLE.CHANGES");
        // Not for ever, so that a broken connection is noticed.
        changes.arg(site).arg(&version).arg("BLOCK").arg(5000);
        changes.arg("RETURN").arg(4).arg("id").arg("title").arg("text").arg("hidden");
        let reply = changes.query(&mut connection);
        let (next, items, deleted): (String, Vec<Entries>, Vec<i64>) = match reply {
            Err(error) if error.code() == Some("RESYNC") => {
                version = "0".to_owned();
                if apply(Change::Resync) {
                    continue;
                }
                return Ok(());
            }
            reply => reply?,
        };
        let changes = items.into_iter().map(Change::Put);
        for change in changes.chain(deleted.into_iter().map(Change::Delete)) {
            if !apply(change) {
                return Ok(());
            }
        }
        // Only now: after a crash, changes may come again, but none is missed.
        version = next;
    }
}

fn main() -> RedisResult<()> {
    let mut args = std::env::args().skip(1);
    let url = args.next().unwrap_or_else(|| "redis://127.0.0.1/".into());
    let site = args.next().unwrap_or_else(|| "news".into());
    follow(&Client::open(url)?, &site, |change| {
        println!("{change:?}");
        true
    })
}
