//! Loading a site.
//!
//! The commands of an import go to a key beside the site's, which gets the site's name once it is
//! complete. So nobody sees an incomplete site, and a mistake in the last line leaves nothing.
//! Those for article-proxy, which names no keys, go to the site itself.
//!
//! After an interruption, the next run sends everything again. What is there refuses its id, and
//! is compared; the votes and marks of an earlier run change nothing.

use std::collections::HashMap;
use std::fmt;

use anyhow::{Result, bail};
use article_site::{Error as SiteError, parse_integer};
use redis::{Cmd, ServerError, Value, cmd, from_redis_value};

use crate::pace::ROUND_TRIP;
use crate::readable::readable;
use crate::report::{Count, Report};
use crate::server::{Server, has_tag};
use crate::text::{Bytes, Text};
use crate::words::{Command, id, is_entry, name, option, settings};

/// Where a command comes from.
#[derive(Clone, Copy, Debug)]
pub enum Origin {
    Line(u32),
    Article(u32),
    Site,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "--jsonl: line {number}: "),
            Self::Article(id) => write!(f, "article {id}: "),
            Self::Site => Ok(()),
        }
    }
}

/// The codes of errors about what is loaded. Others are about the server, and pass.
const DATA: [&str; 5] = ["ERR", "NOARTICLE", "VOTECLOSED", "HIDDEN", "LOCKED"];
/// The most commands that are sent at once.
const BATCH: usize = 1_000;

/// A site that is being loaded.
pub struct Loader {
    server: Server,
    key: Bytes,
    /// The key that is loaded into.
    part: Bytes,
    /// Whether the key holds an empty site, which is replaced.
    replaces: bool,
    /// Whether an earlier run has loaded something.
    is_begun: bool,
    /// Whether that was found to be of the same source.
    is_same: bool,
    waiting: Vec<(Command, Origin)>,
    bytes: usize,
}

impl Loader {
    /// Prepares to load a site that the words of CREATE create. The key must hold nothing or an
    /// empty site.
    pub fn open(mut server: Server, key: &str, create: &[Text], origin: Origin) -> Result<Self> {
        let part = part_of(key);
        let replaces = check_target(&mut server, key, false)?;
        if replaces {
            check_settings(&mut server, key.as_bytes(), create)?;
        }
        Self::new(server, key, part, replaces, create, |error| format!("{origin}ERR {error}"))
    }

    /// Prepares to load a site into its own key, which may be one of article-proxy.
    pub fn in_place(server: Server, key: &str, create: &[Text]) -> Result<Self> {
        Self::new(server, key, key.as_bytes().to_vec(), false, create, |error| {
            format!("--to: ERR {error}. With --parts, this must be the URL of article-proxy")
        })
    }

    /// Creates the site that is loaded into, unless an earlier run has.
    fn new(
        mut server: Server,
        key: &str,
        part: Bytes,
        replaces: bool,
        create: &[Text],
        refused: impl Fn(&str) -> String,
    ) -> Result<Self> {
        let mut command = cmd("ARTICLE.CREATE");
        command.arg(&part).arg(create.get(1..).unwrap_or_default());
        match server.attempt(&command, &["BUSYKEY", "ERR"])? {
            Err(error) if error.code() == "ERR" => {
                bail!(refused(error.details().unwrap_or_default()))
            }
            Err(_) => check_settings(&mut server, &part, create)?,
            Ok(_) => {}
        }
        let is_begun = info(&mut server, &part)?.is_some_and(|last_id| last_id > 0);
        let (key, is_same) = (key.as_bytes().to_vec(), !is_begun);
        let (waiting, bytes) = (Vec::new(), 0);
        Ok(Self { server, key, part, replaces, is_begun, is_same, waiting, bytes })
    }

    /// Loads what a command says, unless an earlier run did.
    pub fn send(&mut self, words: Command, origin: Origin, report: &mut Report) -> Result<()> {
        if name(&words) == b"CREATE" {
            self.discard();
            bail!("{origin}only the first one can be CREATE");
        }
        if !self.is_same && is_entry(&words) {
            // Before anything is added to what may be another site.
            self.check_same(&[&words])?;
            self.is_same = true;
        }
        let length: usize = words.iter().map(|word| word.len()).sum();
        if self.waiting.len() >= BATCH || self.bytes + length > ROUND_TRIP {
            self.flush(report)?;
        }
        self.bytes += length;
        self.waiting.push((words, origin));
        Ok(())
    }

    /// Sends what waits. After a mistake in it, nothing of an import is left.
    pub fn flush(&mut self, report: &mut Report) -> Result<()> {
        self.bytes = 0;
        let waiting = std::mem::take(&mut self.waiting);
        let load = |words: &Command| cmd("ARTICLE.LOAD").arg(&self.part).arg(words).clone();
        let commands: Vec<Cmd> = waiting.iter().map(|(words, _)| load(words)).collect();
        let replies = self.server.run(&commands)?;
        let mut present = Vec::new();
        for (((words, origin), command), reply) in waiting.iter().zip(&commands).zip(replies) {
            match reply {
                Value::ServerError(error)
                    if self.is_begun && is_entry(words) && is_assigned(&error) =>
                {
                    present.push(words);
                    *report.number(Count::Present) += 1;
                }
                Value::ServerError(error) if DATA.contains(&error.code()) => {
                    let text = error.details().unwrap_or_default();
                    self.discard();
                    bail!("{origin}{} {text}", error.code());
                }
                reply => {
                    self.server.accept(command, reply)?;
                    report.count(words);
                }
            }
        }
        self.check_same(&present)
    }

    /// Checks that articles, comments, and places that an earlier run loaded are the same.
    fn check_same(&mut self, present: &[&Command]) -> Result<()> {
        let get = |words: &&Command| {
            let mut get = cmd("ARTICLE.GET");
            get.arg(&self.part).arg(id(words)).arg("RETURN").arg(2).arg("poster").arg("time");
            get
        };
        let gets: Vec<Cmd> = present.iter().map(get).collect();
        let found: Vec<HashMap<String, Value>> = self.server.call_all(&gets)?;
        let is_same = |(words, found): (&&Command, &HashMap<String, Value>)| {
            let poster = words.get(2).map(|poster| Value::BulkString(poster.to_vec()));
            let time = option(words, b"TIME").and_then(|time| parse_integer(time));
            match name(words) {
                b"PLACE" => found.is_empty(),
                _ => {
                    found.get("poster") == poster.as_ref()
                        && found.get("time") == time.map(Value::Int).as_ref()
                }
            }
        };
        let are_same = present.iter().zip(&found).all(is_same);
        if are_same { Ok(()) } else { self.refuse_other() }
    }

    fn refuse_other(&self) -> Result<()> {
        bail!(
            "--to: the key '{}' holds what an interrupted run has left of something else. \
             Complete that one, or delete the key",
            readable(&self.part)
        )
    }

    /// Removes what an import has loaded.
    pub fn discard(&mut self) {
        if self.part != self.key {
            let _ = self.server.ask(cmd("UNLINK").arg(&self.part));
        }
    }

    /// Loads the rest, and gives the site its name.
    pub fn finish(mut self, report: &mut Report) -> Result<()> {
        self.flush(report)?;
        if self.part == self.key {
            return Ok(());
        }
        let is_empty = info(&mut self.server, &self.key)?.is_none_or(|last_id| last_id == 0);
        let rename = if self.replaces && is_empty { "RENAME" } else { "RENAMENX" };
        let renamed: Value = self.server.call(cmd(rename).arg(&self.part).arg(&self.key))?;
        if renamed == Value::Int(0) {
            bail!(
                "--to: the key '{}' was created meanwhile. What was loaded is in the key '{}'",
                readable(&self.key),
                readable(&self.part)
            );
        }
        Ok(())
    }
}

/// Loads what a command says or, in a dry run, counts it.
pub fn load(
    loader: &mut Option<Loader>,
    words: Command,
    origin: Origin,
    report: &mut Report,
) -> Result<()> {
    match loader {
        Some(loader) => loader.send(words, origin, report),
        None => {
            report.count(&words);
            Ok(())
        }
    }
}

/// Returns whether an error says that an id is not above all others.
fn is_assigned(error: &ServerError) -> bool {
    let text = format!("{} {}", error.code(), error.details().unwrap_or_default());
    text == SiteError::IdNotGreater { what: "id" }.to_string()
}

/// Checks that a key can be loaded into: it holds nothing or an empty site. Returns which.
pub fn check_target(server: &mut Server, key: &str, is_dry: bool) -> Result<bool> {
    let found = info(server, key.as_bytes())?;
    if found.is_some_and(|last_id| last_id > 0) {
        bail!("--to: the key {key:?} holds a site already. Choose another --key, or delete it");
    }
    if !is_dry {
        // This is never executed, because no id is 0. But a replica, a server without memory, and
        // a user without permission refuse it with another error before.
        let probe = cmd("ARTICLE.LOAD").arg(part_of(key)).arg("LASTID").arg(0).clone();
        let _ = server.attempt(&probe, &["ERR"])?;
        // Nor is this, because both names are the same. But article-proxy has no such command.
        let probe = cmd("RENAMENX").arg(part_of(key)).arg(part_of(key)).clone();
        let renamed = server.attempt(&probe, &["ERR"])?;
        if renamed.is_err_and(|error| error.details().is_some_and(|it| it.contains("proxy"))) {
            bail!(
                "--to: this is article-proxy. Import into a server, and from there copy the site \
                 with article-migrate spread"
            );
        }
    }
    Ok(found.is_some())
}

/// Returns the key beside another, in the same slot of a cluster.
fn part_of(key: &str) -> Bytes {
    if has_tag(key) { format!("{key}:import") } else { format!("{{{key}}}:import") }.into_bytes()
}

/// Returns the last id of a site; None if there is no such key.
fn info(server: &mut Server, key: &[u8]) -> Result<Option<u32>> {
    match server.info(key)? {
        Some(info) => {
            let last_id = info.get("last_id").cloned().unwrap_or(Value::Int(0));
            Ok(Some(from_redis_value(last_id)?))
        }
        None => Ok(None),
    }
}

/// Checks that a site has the settings in the words of CREATE.
fn check_settings(server: &mut Server, key: &[u8], create: &[Text]) -> Result<()> {
    let export = cmd("ARTICLE.EXPORT").arg(key).arg(0).arg("COUNT").arg(1).clone();
    let (_, commands): (String, Vec<Vec<Text>>) = server.call(&export)?;
    let own = commands.first().map_or(&[][..], Vec::as_slice);
    for setting in settings(create) {
        let equals = |own: &[Text]| {
            own.len() == setting.len()
                && own.iter().zip(setting).all(|(own, wanted)| own.eq_ignore_ascii_case(wanted))
        };
        let words: Vec<_> = setting.iter().map(|word| readable(word)).collect();
        let words = words.join(" ");
        // Of how many parts it is, nobody says.
        let is_open = words == "IDS 1 1" || words.starts_with("PARTS ");
        if !is_open && !settings(own).any(equals) {
            bail!(
                "--to: the key '{}' holds a site without {words}, which the source has. Choose \
                 another --key, or delete it",
                readable(key)
            );
        }
    }
    Ok(())
}
