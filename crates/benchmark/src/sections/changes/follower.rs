//! A client that follows the changes of the site.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow, bail};

use crate::contenders::SITE;
use crate::server::connection::Connection;
use crate::server::requests::Requests;

/// How long a follower waits for a change, in milliseconds.
const WAIT: i64 = 50;

/// A follower's connection, and the version that it has.
pub struct Follower {
    connection: Connection,
    version: String,
}

impl Follower {
    /// Connects a follower that has everything.
    pub fn of_now(mut connection: Connection) -> Result<Self> {
        let version = connection.call("ARTICLE.INFO", &[SITE])?.field("version")?.text()?;
        Ok(Self { connection, version })
    }

    /// Connects a follower that has nothing.
    pub fn of_nothing(connection: Connection) -> Self {
        Self { connection, version: "0".to_owned() }
    }

    /// Returns the request for what is next.
    pub fn request(&self, count: usize) -> Requests {
        let mut requests = Requests::default();
        self.add_request(&mut requests, count);
        requests
    }

    fn add_request(&self, requests: &mut Requests, count: usize) {
        let changes = requests.command("ARTICLE.CHANGES", 5);
        changes.arg(SITE).arg(&self.version).arg("COUNT").int(count as i64);
    }

    /// Asks for what is next this many times, in one pipeline, and skips the replies.
    pub fn ask(&mut self, times: usize) -> Result<()> {
        let mut requests = Requests::default();
        for _ in 0..times {
            self.add_request(&mut requests, super::COUNT);
        }
        self.connection.send(&requests)?;
        self.connection.skip(times)
    }

    /// Gets what is next. Returns the number of changes.
    pub fn follow(&mut self, count: usize) -> Result<usize> {
        self.connection.send(&self.request(count))?;
        self.receive()
    }

    /// Waits for what is next.
    fn wait(&mut self) -> Result<usize> {
        let mut requests = Requests::default();
        let changes = requests.command("ARTICLE.CHANGES", 5);
        changes.arg(SITE).arg(&self.version).arg("BLOCK").int(WAIT);
        self.connection.send(&requests)?;
        self.receive()
    }

    fn receive(&mut self) -> Result<usize> {
        let reply = self.connection.receive()?;
        let [version, items, deleted] = reply.array()? else { bail!("not a reply of CHANGES") };
        self.version = version.text()?;
        Ok(items.array()?.len() + deleted.array()?.len())
    }
}

/// A follower on a thread of its own, which waits for each change.
pub struct Waiting {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Result<()>>,
}

impl Waiting {
    /// Starts to follow.
    pub fn start(mut follower: Follower) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let stop = is_over.clone();
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                follower.wait().context("a follower")?;
            }
            Ok(())
        });
        Self { is_over, thread }
    }

    /// Ends once the follower has its last reply.
    pub fn stop(self) -> Result<()> {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.join().map_err(|_| anyhow!("a follower panicked"))?
    }
}
