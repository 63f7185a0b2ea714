//! Loading a site, all of it or nothing.
//!
//! The commands go to a key beside the site's, which gets the site's name once it is complete. So
//! nobody sees an incomplete site, a mistake in the last line leaves nothing, and after an
//! interruption the next run continues where that key ends.

use std::collections::HashMap;
use std::fmt;

use anyhow::{Result, bail};
use article_site::parse_integer;
use redis::{Cmd, Value, cmd, from_redis_value};

use crate::pace::ROUND_TRIP;
use crate::readable::readable;
use crate::report::{Count, Report};
use crate::server::{Server, command_length};
use crate::text::{Bytes, Text};
use crate::words::{id, is_entry, name, option};

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
    /// The last id that an earlier run loaded; 0 without one.
    last_id: u32,
    /// Whether that was found to be of the same source.
    is_same: bool,
    commands: Vec<Cmd>,
    origins: Vec<Origin>,
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
        let begun = info(&mut server, &part)?;
        if begun.is_some() {
            check_settings(&mut server, &part, create)?;
        } else {
            let mut command = cmd("ARTICLE.CREATE");
            command.arg(&part).arg(create.get(1..).unwrap_or_default());
            if let Err(error) = server.attempt(&command, &["ERR"])? {
                bail!("{origin}ERR {}", error.details().unwrap_or_default());
            }
        }
        let last_id = begun.map_or(0, |begun| begun.last_id);
        Ok(Self {
            server,
            key: key.as_bytes().to_vec(),
            part,
            replaces,
            last_id,
            is_same: last_id == 0,
            commands: Vec::new(),
            origins: Vec::new(),
            bytes: 0,
        })
    }

    /// Loads what a command says, unless an earlier run did.
    pub fn send(&mut self, words: &[Text], origin: Origin, report: &mut Report) -> Result<()> {
        if name(words) == b"CREATE" {
            self.discard();
            bail!("{origin}only the first one can be CREATE");
        }
        if let Some(id) = id(words) {
            if id <= self.last_id && is_entry(words) {
                *report.number(Count::Present) += 1;
                return self.check_same(id, words);
            }
            if id < self.last_id {
                return Ok(());
            }
            if !self.is_same {
                return self.refuse_other();
            }
        }
        report.count(words);
        let mut load = cmd("ARTICLE.LOAD");
        load.arg(&self.part).arg(words);
        let length = command_length(&load);
        if self.commands.len() >= BATCH || self.bytes + length > ROUND_TRIP {
            self.flush()?;
        }
        self.bytes += length;
        self.commands.push(load);
        self.origins.push(origin);
        Ok(())
    }

    /// Checks that the last article or comment that an earlier run loaded is the same.
    fn check_same(&mut self, id: u32, words: &[Text]) -> Result<()> {
        if id < self.last_id {
            return Ok(());
        }
        let poster = words.get(2).filter(|_| name(words) != b"PLACE");
        let mut get = cmd("ARTICLE.GET");
        get.arg(&self.part).arg(id).arg("RETURN").arg(2).arg("poster").arg("time");
        let found: HashMap<String, Value> = self.server.call(&get)?;
        let time = option(words, b"TIME").and_then(|time| parse_integer(time));
        let is = |name, value: Option<Value>| found.get(name) == value.as_ref();
        self.is_same = poster.is_none()
            || is("poster", poster.map(|poster| Value::BulkString(poster.to_vec())))
                && is("time", time.map(Value::Int));
        if self.is_same { Ok(()) } else { self.refuse_other() }
    }

    fn refuse_other(&self) -> Result<()> {
        bail!(
            "--to: the key '{}' holds what an interrupted import of something else left. Run that \
             one again, or delete the key",
            readable(&self.part)
        )
    }

    /// Sends what waits. After a mistake in it, nothing of the site is left.
    pub fn flush(&mut self) -> Result<()> {
        let commands = std::mem::take(&mut self.commands);
        let replies = self.server.run(&commands)?;
        for ((command, reply), origin) in commands.iter().zip(replies).zip(&self.origins) {
            match reply {
                Value::ServerError(error) if DATA.contains(&error.code()) => {
                    let text = error.details().unwrap_or_default();
                    let text = format!("{origin}{} {text}", error.code());
                    self.discard();
                    bail!("{text}");
                }
                reply => _ = self.server.accept(command, reply)?,
            }
        }
        self.origins.clear();
        self.bytes = 0;
        Ok(())
    }

    /// Removes what was loaded.
    pub fn discard(&mut self) {
        let _ = self.server.ask(cmd("UNLINK").arg(&self.part));
    }

    /// Gives the site its name.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        let is_empty = info(&mut self.server, &self.key)?.is_none_or(|found| found.last_id == 0);
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

/// Checks that a key can be loaded into: it holds nothing or an empty site. Returns which.
pub fn check_target(server: &mut Server, key: &str, is_dry: bool) -> Result<bool> {
    let found = info(server, key.as_bytes())?;
    if found.as_ref().is_some_and(|found| found.last_id > 0) {
        bail!("--to: the key {key:?} holds a site already. Choose another --key, or delete it");
    }
    if !is_dry {
        // This is never executed, because no id is 0. But a replica, a server without memory, and
        // a user without permission refuse it with another error before.
        let probe = cmd("ARTICLE.LOAD").arg(part_of(key)).arg("LASTID").arg(0).clone();
        let _ = server.attempt(&probe, &["ERR"])?;
    }
    Ok(found.is_some())
}

/// Returns the key beside another, in the same slot of a cluster.
fn part_of(key: &str) -> Bytes {
    let has_tag = key.split_once('{').is_some_and(|(_, rest)| rest.find('}') > Some(0));
    if has_tag { format!("{key}:import") } else { format!("{{{key}}}:import") }.into_bytes()
}

/// What is in a key.
struct Found {
    last_id: u32,
}

/// Returns what is in a key, which must be a site; None for no key.
fn info(server: &mut Server, key: &[u8]) -> Result<Option<Found>> {
    let end = server.end;
    // Asks first for what only the module knows, so that its absence has a clear error.
    let Ok(reply) = server.attempt(cmd("ARTICLE.INFO").arg(key), &["WRONGTYPE"])? else {
        let type_name = server.type_of(key)?;
        bail!(
            "{end}: the key '{}' holds a {type_name}, not a site. Choose another --key",
            readable(key)
        );
    };
    if reply == Value::Nil {
        return Ok(None);
    }
    let info: HashMap<String, Value> = from_redis_value(reply)?;
    let last_id = info.get("last_id").cloned().unwrap_or(Value::Int(0));
    Ok(Some(Found { last_id: from_redis_value(last_id)? }))
}

/// Checks that a site has these settings, those of the words of CREATE.
fn check_settings(server: &mut Server, key: &[u8], create: &[Text]) -> Result<()> {
    let export = cmd("ARTICLE.EXPORT").arg(key).arg(0).arg("COUNT").arg(1).clone();
    let (_, commands): (String, Vec<Vec<Text>>) = server.call(&export)?;
    let own = commands.first().map_or(&[][..], Vec::as_slice);
    let has = |setting: &[Text]| {
        let equals = |own: &[Text]| {
            own.iter().zip(setting).all(|(own, wanted)| own.eq_ignore_ascii_case(wanted))
        };
        own.windows(setting.len()).any(equals)
            || setting.iter().map(|word| word.as_slice()).eq([&b"IDS"[..], b"1", b"1"])
    };
    let mut wanted = create.get(1..).unwrap_or_default();
    while let Some(first) = wanted.first() {
        let len = if first.eq_ignore_ascii_case(b"IDS") { 3 } else { 2 };
        let (setting, rest) = wanted.split_at(len.min(wanted.len()));
        if !has(setting) {
            let words: Vec<_> = setting.iter().map(|word| readable(word)).collect();
            bail!(
                "--to: the key '{}' holds a site without {}, which the import has. Choose another \
                 --key, or delete it",
                readable(key),
                words.join(" ")
            );
        }
        wanted = rest;
    }
    Ok(())
}
