//! ARTICLE.CHANGES: its replies, clients that wait, and copies of sites.

use std::collections::BTreeMap;

use super::{Client, Connect, DEADLINE, Fields, Server, Value, info_number, items, number, text};
use super::{is_error, wait_until};

/// A reply of ARTICLE.CHANGES.
#[derive(Clone, Debug, PartialEq)]
pub struct Changes {
    pub version: String,
    pub items: Vec<Fields>,
    pub deleted: Vec<i64>,
}

impl Changes {
    /// Reads a reply, which must be a version and two arrays.
    #[track_caller]
    pub fn read(c: &Client, reply: &Value) -> Self {
        let [version, changed, deleted] = items(reply) else { panic!("not changes: {reply:?}") };
        Self {
            version: text(version),
            items: c.articles(changed),
            deleted: items(deleted).iter().map(number).collect(),
        }
    }

    /// Sends an ARTICLE.CHANGES.
    #[track_caller]
    pub fn get(c: &mut Client, arguments: &str) -> Self {
        let reply = c.run(&format!("ARTICLE.CHANGES {arguments}"));
        Self::read(c, &reply)
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.deleted.is_empty()
    }

    /// Returns the ids of what has changed and of what was deleted, each in ascending order.
    pub fn ids(&self) -> (Vec<i64>, Vec<i64>) {
        let mut changed: Vec<_> = self.items.iter().map(|item| item.int("id")).collect();
        let mut deleted = self.deleted.clone();
        changed.sort_unstable();
        deleted.sort_unstable();
        (changed, deleted)
    }
}

/// A client that has sent an ARTICLE.CHANGES which may wait.
pub struct Waiting(pub Client);

impl Waiting {
    /// Sends an ARTICLE.CHANGES with these arguments and BLOCK 0 from another client, and returns
    /// once it waits.
    #[track_caller]
    pub fn start(server: &Server, c: &mut Client, arguments: &str) -> Self {
        Self::start_line(server, c, &format!("ARTICLE.CHANGES {arguments} BLOCK 0"))
    }

    /// Has another client wait for the next change of a site.
    #[track_caller]
    pub fn for_news(server: &Server, c: &mut Client, key: &str) -> Self {
        let version = c.info(key).text("version");
        Self::start(server, c, &format!("{key} {version}"))
    }

    /// Sends a line from another client, and returns once it waits.
    #[track_caller]
    pub fn start_line(server: &Server, c: &mut Client, line: &str) -> Self {
        let number = blocked(c) + 1;
        let mut waiting = Self(server.client(c.protocol));
        waiting.0.send(line);
        await_blocked(c, number);
        waiting
    }

    /// Waits for the reply, which must be an error or nothing.
    pub fn reply(&mut self) -> Value {
        self.0.receive()
    }

    /// Waits for the reply, which must be changes.
    #[track_caller]
    pub fn changes(&mut self) -> Changes {
        let reply = self.0.receive();
        Changes::read(&self.0, &reply)
    }
}

/// Returns the number of clients that wait.
pub fn blocked(c: &mut Client) -> i64 {
    info_number(c, "clients", "blocked_clients")
}

/// Waits until this number of clients wait.
#[track_caller]
pub fn await_blocked(c: &mut Client, number: i64) {
    wait_until(DEADLINE, "clients wait", || blocked(c) == number);
}

/// A copy of a site that follows its changes.
#[derive(Clone, Debug)]
pub struct SiteCopy {
    key: String,
    pub version: String,
    pub items: BTreeMap<i64, Fields>,
}

impl SiteCopy {
    /// Returns an empty copy.
    pub fn new(key: &str) -> Self {
        Self { key: key.to_owned(), version: "0".to_owned(), items: BTreeMap::new() }
    }

    /// Applies at most `count` changes. Returns them, or None if the copy must start again, which
    /// is then empty.
    #[track_caller]
    pub fn step(&mut self, c: &mut Client, count: usize) -> Option<Changes> {
        let reply = c.run(&format!("ARTICLE.CHANGES {} {} COUNT {count}", self.key, self.version));
        if is_error(&reply) {
            super::assert_error(&reply, super::RESYNC);
            *self = Self::new(&self.key);
            return None;
        }
        let changes = Changes::read(c, &reply);
        assert!(changes.items.len() + changes.deleted.len() <= count, "more than {count}");
        assert_eq!(changes.is_empty(), changes.version == self.version, "{changes:?}");
        self.apply(&changes);
        Some(changes)
    }

    /// Applies changes.
    #[track_caller]
    pub fn apply(&mut self, changes: &Changes) {
        self.version.clone_from(&changes.version);
        for item in &changes.items {
            self.items.insert(item.int("id"), item.clone());
        }
        let (changed, deleted) = changes.ids();
        for ids in [&changed, &deleted] {
            assert!(ids.is_sorted_by(|id, next| id < next), "an id twice: {changes:?}");
        }
        for id in &deleted {
            assert!(!changed.contains(id), "{id} is changed and deleted");
            self.items.remove(id);
        }
    }

    /// Applies changes, at most `count` per call, until there are none. Returns the number of
    /// calls.
    #[track_caller]
    pub fn catch_up(&mut self, c: &mut Client, count: usize) -> usize {
        let mut calls = 1;
        while self.step(c, count).is_none_or(|changes| !changes.is_empty()) {
            calls += 1;
        }
        calls
    }

    /// Compares the copy with what MGET returns of all ids.
    #[track_caller]
    pub fn assert_same(&self, c: &mut Client) {
        assert_eq!(self.items, all_items(c, &self.key));
    }
}

/// Returns everything that MGET returns of the ids of a site, by id.
#[track_caller]
pub fn all_items(c: &mut Client, key: &str) -> BTreeMap<i64, Fields> {
    let reply = c.run(&format!("ARTICLE.INFO {key}"));
    let last_id = if reply == Value::Nil { 0 } else { c.fields(&reply).int("last_id") };
    let ids: Vec<_> = (1..=last_id).collect();
    let mut found = BTreeMap::new();
    for ids in ids.chunks(1000) {
        let reply = c.call("ARTICLE.MGET", (key, ids.len(), ids));
        let entries = ids.iter().zip(items(&reply)).filter(|(_, item)| **item != Value::Nil);
        found.extend(entries.map(|(id, item)| (*id, c.fields(item))));
    }
    found
}
