//! A client that follows the changes of the site.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

use anyhow::{Context, Result, anyhow, bail};

use crate::contenders::SITE;
use crate::server::{Connection, Reply, Requests};

/// How long a follower waits for a change, in milliseconds.
const WAIT: i64 = 50;

/// The most changes per call, unless it waits.
const COUNT: i64 = 1_000;

/// A follower's connection, and the version that it has.
pub struct Follower {
    connection: Connection,
    version: String,
}

impl Follower {
    /// Connects a follower that has everything.
    pub fn of_now(port: u16) -> Result<Self> {
        let mut connection = Connection::open(port)?;
        let version = connection.call("ARTICLE.INFO", &[SITE])?.field("version")?.text()?;
        Ok(Self { connection, version })
    }

    /// Connects a follower that has nothing.
    pub fn of_nothing(port: u16) -> Result<Self> {
        Ok(Self { connection: Connection::open(port)?, version: "0".to_owned() })
    }

    /// Returns this many requests for what is next, with an option.
    fn requests(&self, times: usize, option: &str, value: i64) -> Requests {
        let mut requests = Requests::default();
        for _ in 0..times {
            let changes = requests.command("ARTICLE.CHANGES", 5);
            changes.arg(SITE).arg(&self.version).arg(option).int(value);
        }
        requests
    }

    /// Returns the request for what is next.
    pub fn request(&self) -> Requests {
        self.requests(1, "COUNT", COUNT)
    }

    /// Asks for what is next this many times, in one pipeline, and skips the replies.
    pub fn ask(&mut self, times: usize) -> Result<()> {
        self.connection.send(&self.requests(times, "COUNT", COUNT))?;
        self.connection.skip(times)
    }

    /// Gets what is next. Returns the number of changes.
    pub fn follow(&mut self) -> Result<usize> {
        self.receive(&self.request())
    }

    /// Waits for what is next.
    fn wait(&mut self) -> Result<usize> {
        self.receive(&self.requests(1, "BLOCK", WAIT))
    }

    fn receive(&mut self, request: &Requests) -> Result<usize> {
        self.connection.send(request)?;
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
