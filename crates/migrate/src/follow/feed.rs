//! Asking a server for changes, over as many connections as it takes.

use std::thread;
use std::time::Duration;

use anyhow::Result;
use redis::{Cmd, Value, from_redis_value};
use redis_article::Site;

use crate::follow::output::ChangeLine;
use crate::follow::parse::parse_changed;
use crate::options::Follow;
use crate::pace::Pace;
use crate::server::{Server, reply_length};

/// How long one command waits for a change.
const BLOCK: Duration = Duration::from_secs(10);
/// How long to wait for a reply until the connection is taken to be lost.
const TIMEOUT: Duration = Duration::from_secs(40);
/// The pause before each attempt to connect again.
const PAUSE: Duration = Duration::from_millis(500);
/// Codes of error replies after which the server may have recovered in a moment.
const PASSING: [&str; 6] =
    ["LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "UNBLOCKED", "BUSY"];

/// The code of the error reply to a version of another copy of the site.
const RESYNC: &str = "RESYNC";

/// Changes and the version after them.
type Changes = (Vec<ChangeLine<'static>>, String);

pub struct Feed<'a> {
    options: &'a Follow,
    site: Site,
    pace: Pace,
    /// None after the connection was lost.
    server: Option<Server>,
}

impl<'a> Feed<'a> {
    pub fn open(options: &'a Follow) -> Result<Self> {
        let (site, pace) = (Site::new(options.key.as_str()), Pace::new(options.count.into()));
        Ok(Self { options, site, pace, server: Some(options.from.open_for(Some(TIMEOUT))?) })
    }

    /// Returns what has changed since a version; None if that is of another copy of the site.
    /// Waits for a change if there is none and `may_wait`, but not for ever.
    pub fn next(&mut self, version: &str, may_wait: bool) -> Result<Option<Changes>> {
        let mut changes = self.site.changes(version).count(self.pace.count() as i64);
        if may_wait {
            changes = changes.block(BLOCK.as_millis() as i64);
        }
        match self.call(&changes.resp().cmd())? {
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
            // A signal that ends the process also interrupts the command: it needs no message.
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
        let server = match &mut self.server {
            Some(server) => server,
            None => self.server.insert(self.options.from.open_for(Some(TIMEOUT))?),
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
    let items = items.into_iter().map(|item| parse_changed(item).map(ChangeLine::item));
    let deletions = deleted.into_iter().map(|deleted| Ok(ChangeLine::Deleted(deleted)));
    Ok((items.chain(deletions).collect::<Result<_>>()?, version))
}
