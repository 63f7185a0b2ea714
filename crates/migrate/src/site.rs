//! A site as a source: the commands that ARTICLE.EXPORT returns.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result, bail};
use redis::{Value, cmd};

use crate::report::Report;
use crate::server::Server;
use crate::words::{Command, is_entry, name};

/// What one step exports: a bounded time of the server, and few round trips.
const COUNT: usize = 1_000;
/// How many steps are read before they are needed.
const AHEAD: usize = 1;

/// The commands of a site, which a thread reads ahead.
pub struct Export {
    steps: Receiver<Result<Vec<Command>>>,
    ready: VecDeque<Command>,
    /// The number of articles and comments to come, which may change meanwhile.
    len: u64,
    /// The last id, likewise.
    pub last_id: u32,
}

impl Export {
    /// Opens a site, which must exist.
    pub fn open(mut server: Server, key: &str) -> Result<Self> {
        let Some(info) = server.info(key.as_bytes())? else {
            let end = server.end;
            bail!("{end}: there is no key {key:?}. Check --key and the database number");
        };
        let count = |name| match info.get(name) {
            Some(Value::Int(number)) => number.unsigned_abs(),
            _ => 0,
        };
        let len = count("articles") + count("comments");
        let last_id = u32::try_from(count("last_id")).unwrap_or(u32::MAX);
        let (sender, steps) = sync_channel(AHEAD);
        let key = key.to_owned();
        thread::spawn(move || read(server, &key, &sender));
        Ok(Self { steps, ready: VecDeque::new(), len, last_id })
    }

    /// Passes the commands to come to `add`, and shows progress.
    pub fn each(
        mut self,
        report: &mut Report,
        mut add: impl FnMut(Command, &mut Report) -> Result<()>,
    ) -> Result<()> {
        report.progress.all = self.len;
        while let Some(command) = self.next()? {
            report.progress.advance(usize::from(is_entry(&command)));
            add(command, report)?;
        }
        Ok(())
    }

    /// Returns the next command. None at the end.
    fn next(&mut self) -> Result<Option<Command>> {
        while self.ready.is_empty() {
            let Ok(step) = self.steps.recv() else { return Ok(None) };
            self.ready.extend(step?);
        }
        Ok(self.ready.pop_front())
    }

    /// Returns the first command, which is CREATE.
    pub fn create(&mut self) -> Result<Command> {
        let first = self.next()?.filter(|first| name(first) == b"CREATE");
        first.context("--from: the site has been deleted")
    }
}

fn read(mut server: Server, key: &str, steps: &SyncSender<Result<Vec<Command>>>) {
    let mut cursor = "0".to_owned();
    loop {
        let mut step = cmd("ARTICLE.EXPORT");
        step.arg(key).arg(&cursor).arg("COUNT").arg(COUNT);
        let read = server.call::<(String, Vec<Command>)>(&step);
        let next = read.as_ref().map_or_else(|_| "0".to_owned(), |(next, _)| next.clone());
        if steps.send(read.map(|(_, commands)| commands)).is_err() || next == "0" {
            return;
        }
        cursor = next;
    }
}
