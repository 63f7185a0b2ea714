//! Asking a server for changes, over as many connections as it takes.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use redis::{Cmd, Value, cmd, from_redis_value};

use crate::follow::line::Line;
use crate::options::Follow;
use crate::pace::Pace;
use crate::server::{Server, reply_length};

/// How long one command waits for a change, and a reader that has gone is not noticed.
const BLOCK: Duration = Duration::from_secs(3);
/// How long to wait for a reply until the connection is taken to be lost.
const TIMEOUT: Duration = Duration::from_secs(40);
/// The pause before each attempt to connect again.
const PAUSE: Duration = Duration::from_millis(500);
/// Codes of error replies after which the server may have recovered in a moment.
const PASSING: [&str; 7] =
    ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "ASK", "TRYAGAIN", "UNBLOCKED", "BUSY"];

/// The code of the error reply to a version of another copy of the site.
const RESYNC: &str = "RESYNC";

/// Changes and the version after them.
type Changes = (Vec<Line>, String);

pub struct Feed<'a> {
    options: &'a Follow,
    pace: Pace,
    /// None after the connection was lost.
    server: Option<Server>,
}

impl<'a> Feed<'a> {
    pub fn open(options: &'a Follow) -> Result<Self> {
        let server = Some(options.from.open(&options.tls, Some(TIMEOUT))?);
        Ok(Self { options, pace: Pace::new(options.count.into()), server })
    }

    /// Returns what has changed since a version; None if that is of another copy of the site.
    /// Waits for a change if there is none and `may_wait`, but not for ever.
    pub fn next(&mut self, version: &str, may_wait: bool) -> Result<Option<Changes>> {
        let mut changes = cmd("ARTICLE.CHANGES");
        changes.arg(&self.options.key).arg(version).arg("COUNT").arg(self.pace.count());
        if may_wait {
            changes.arg("BLOCK").arg(BLOCK.as_millis() as u64);
        }
        match self.call(&changes)? {
            Value::ServerError(_) => Ok(None),
            reply => {
                let bytes = reply_length(&reply);
                let changes = parse(reply)?;
                self.pace.learn(changes.0.len(), bytes);
                Ok(Some(changes))
            }
        }
    }

    /// Sends a command until it gets a reply that will not be another in a moment.
    fn call(&mut self, command: &Cmd) -> Result<Value> {
        let mut told = String::new();
        loop {
            let problem = match self.try_call(command) {
                Ok(reply) => {
                    if !told.is_empty() {
                        eprintln!("article-migrate: --from: connected again");
                    }
                    return reply;
                }
                Err(problem) if self.options.once => return Err(problem),
                Err(problem) => format!("{problem:#}"),
            };
            self.server = None;
            thread::sleep(PAUSE);
            if problem != told {
                eprintln!("article-migrate: trying again: {problem}");
                told = problem;
            }
        }
    }

    /// Connects to the server, if necessary, and sends a command. The outer error is one that may
    /// pass.
    fn try_call(&mut self, command: &Cmd) -> Result<Result<Value>> {
        let Follow { from, tls, .. } = self.options;
        let server = match &mut self.server {
            Some(server) => server,
            None => self.server.insert(from.open(tls, Some(TIMEOUT))?),
        };
        Ok(match server.ask(command)? {
            Value::ServerError(error) if error.code() == RESYNC => Ok(Value::ServerError(error)),
            Value::ServerError(error) if PASSING.contains(&error.code()) => {
                return server.accept(command, Value::ServerError(error)).map(Ok);
            }
            reply => server.accept(command, reply),
        })
    }
}

fn parse(reply: Value) -> Result<Changes> {
    let (version, items, deleted): (_, Vec<Value>, Vec<u32>) = from_redis_value(reply)?;
    let items = items.into_iter().map(Line::of_item);
    let deletions = deleted.into_iter().map(|deleted| Ok(Line::of("deleted", deleted)));
    Ok((items.chain(deletions).collect::<Result<_>>()?, version))
}
