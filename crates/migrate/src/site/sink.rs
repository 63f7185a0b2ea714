//! A site as a sink.

use std::collections::BTreeSet;
use std::iter;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use article_site::RecordedVote;
use redis::Cmd;

use crate::item::{Entry, Item, Place, Text, vote_name};
use crate::pace::ROUND_TRIP;
use crate::report::{Problem, Report};
use crate::server::command_length;
use crate::site::found::Found;
use crate::site::late::{self, LateBump};
use crate::site::parse::is_parent;
use crate::site::read::{SiteReader, command};
use crate::transfer::Sink;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Write,
    DryRun,
}

/// The number of ids in one MODERATE.
const MODERATED: usize = 1_000;
/// The number of voters in one command.
const VOTERS: usize = 1_000;
/// The most voters and entries in one transaction, unless a single command has more. It blocks the
/// server for milliseconds.
const TRANSACTION: usize = 4_000;

/// How far the clocks of this machine and of those that posted may be apart.
const CLOCKS: Duration = Duration::from_secs(60);

/// A site that is being loaded.
pub struct SiteSink {
    reader: SiteReader,
    mode: Mode,
    /// The last id that the site had assigned.
    loaded: u32,
    /// The ids that the source has and the site does not, because it has later ones.
    missing: BTreeSet<u32>,
    /// What to bump before the first new entry is loaded.
    late: Vec<LateBump>,
}

impl SiteSink {
    pub fn new(reader: SiteReader, mode: Mode) -> Self {
        let loaded = reader.last_id;
        Self { reader, mode, loaded, missing: BTreeSet::new(), late: Vec::new() }
    }

    /// Returns the last id that the site had assigned before this run; 0 for a new site.
    pub fn loaded(&self) -> u32 {
        self.loaded
    }

    /// Has articles bumped whose comments will come after an earlier run loaded the articles.
    pub fn set_late_bumps(&mut self, late: Vec<LateBump>) {
        self.late = late;
    }

    /// Returns the number of articles that the site had before this run.
    pub fn articles_before(&self) -> u64 {
        self.reader.articles
    }

    pub fn reader(&mut self) -> &mut SiteReader {
        &mut self.reader
    }

    /// Checks that what an earlier run must have loaded is there, and is the same.
    fn check_loaded(&mut self, entries: &[Entry], report: &mut Report) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut is_last_there = false;
        for (entry, found) in entries.iter().zip(self.found(entries)?) {
            let wanted = Found::of(entry);
            is_last_there = found.is_some();
            let Some(found) = found else {
                self.missing.insert(entry.id());
                report.add(Problem::TooLate, || format!("{} {}", entry.noun(), entry.id()));
                continue;
            };
            if !found.may_be(&wanted) {
                bail!(
                    "--to: the key holds another site: with the id {}, it has {found}, and the \
                     source {wanted}. Choose another --key",
                    entry.id(),
                );
            }
            report.present += 1;
        }
        match entries.last() {
            Some(Entry::Item(last)) if is_last_there && last.id() == self.loaded => {
                self.complete(last)
            }
            _ => Ok(()),
        }
    }

    /// Returns what the site has under the ids of some entries. Of a deleted article or comment,
    /// it has nothing, unless the entry is its place.
    fn found(&mut self, entries: &[Entry]) -> Result<Vec<Option<Found>>> {
        let ids: Vec<u32> = entries.iter().map(Entry::id).collect();
        let replies = self.reader.entries(&ids, &["poster", "time", "parent"])?;
        let mut all = Vec::with_capacity(ids.len());
        let mut places = Vec::new();
        for (entry, reply) in entries.iter().zip(replies) {
            let Some(entries) = reply else {
                if entry.item().is_none() {
                    places.push(entry.id());
                }
                all.push(None);
                continue;
            };
            let mut entries = entries.into_iter();
            let poster = crate::reply::bytes(entries.next().unwrap_or_default())?;
            let time = crate::reply::integer(&entries.next().unwrap_or_default())?;
            let parent = entries.next().filter(is_parent);
            let parent = parent.map(|parent| crate::reply::integer(&parent)).transpose()?;
            all.push(Some(Found { poster: Some(poster), time, parent }));
        }
        for place in self.reader.places(&places)?.into_iter().flatten().map(Entry::Place) {
            let slot = ids.binary_search(&place.id()).ok().and_then(|index| all.get_mut(index));
            if let Some(slot) = slot {
                *slot = Some(Found::of(&place));
            }
        }
        Ok(all)
    }

    /// Loads the rest of the voters of an article or comment, if a run was interrupted between
    /// them.
    fn complete(&mut self, item: &Item) -> Result<()> {
        // Voters that fit into one command come with it.
        if item.voters().count() <= VOTERS || self.mode == Mode::DryRun {
            return Ok(());
        }
        let found = self.reader.read(&[item.id()])?;
        let Some(found) = found.first().and_then(Entry::item).filter(|found| found.is_recorded())
        else {
            return Ok(());
        };
        let missing: Vec<Voter> =
            item.voters().filter(|(user, _)| found.vote_of(user).is_none()).collect();
        for part in missing.chunks(VOTERS) {
            let command = self.voters_command(item, part);
            self.reader.server.transaction(&[command])?;
        }
        Ok(())
    }

    /// Returns whether the site has what an entry answers, if it answers anything.
    fn has_parent(&mut self, entry: &Entry, report: &mut Report) -> bool {
        let is_missing = entry.parent().is_some_and(|parent| self.missing.contains(&parent));
        if is_missing {
            self.missing.insert(entry.id());
            report.add(Problem::NoParent, || format!("{} {}", entry.noun(), entry.id()));
        }
        !is_missing
    }

    /// Returns those entries that are to be loaded, once it is checked that the site has the
    /// others.
    pub fn check(&mut self, mut entries: Vec<Entry>, report: &mut Report) -> Result<Vec<Entry>> {
        for entry in entries.iter().filter(|entry| is_in_future(entry)) {
            report.add(Problem::FutureTime, || {
                format!("{} {}: {}", entry.noun(), entry.id(), entry.time())
            });
        }
        let new = entries.partition_point(|entry| entry.id() <= self.loaded);
        let mut new = entries.split_off(new);
        self.check_loaded(&entries, report)?;
        new.retain(|entry| self.has_parent(entry, report));
        let before = self.reader.articles + self.reader.comments;
        if !new.is_empty() && before > 0 && report.present == 0 {
            bail!(
                "--to: the key holds another site: the source has none of its articles. Choose \
                 another --key"
            );
        }
        report.count(&new);
        Ok(new)
    }

    /// Loads entries that were checked.
    pub fn load(&mut self, entries: &[Entry]) -> Result<()> {
        if self.mode == Mode::DryRun || entries.is_empty() {
            return Ok(());
        }
        // By now, everything is checked that the site has.
        late::bump(&mut self.reader, &std::mem::take(&mut self.late))?;
        let (mut commands, mut size, mut bytes) = (Vec::new(), 0, 0);
        let mut uncounted = Vec::new();
        for entry in entries {
            let mut id = entry.item().filter(|item| item.is_uncounted()).map(Item::id);
            for (command, command_size) in self.commands(entry) {
                let length = command_length(&command);
                if size >= TRANSACTION || bytes + length > ROUND_TRIP {
                    self.execute(&mut commands, &mut uncounted)?;
                    (size, bytes) = (0, 0);
                }
                commands.push(command);
                uncounted.extend(id.take());
                size += command_size;
                bytes += length;
            }
        }
        self.execute(&mut commands, &mut uncounted)
    }

    /// Executes commands, and has articles count the comments that these load.
    ///
    /// LOAD does not count a comment for its article, but SHOW does. Both are in one transaction,
    /// so that no interruption comes between them.
    fn execute(&mut self, commands: &mut Vec<Cmd>, uncounted: &mut Vec<u32>) -> Result<()> {
        for ids in uncounted.chunks(MODERATED) {
            let mut show = command("ARTICLE.MODERATE", &self.reader.key);
            commands.push(show.arg("SHOW").arg(ids).clone());
        }
        uncounted.clear();
        self.reader.server.transaction(&std::mem::take(commands))
    }

    /// Returns the commands that load an entry, with the number of voters and entries in each.
    fn commands(&self, entry: &Entry) -> Vec<(Cmd, usize)> {
        let item = match entry {
            Entry::Item(item) => item,
            Entry::Place(place) => return vec![(self.place_command(place), 1)],
        };
        let voters: Vec<Voter> = item.voters().collect();
        let mut parts = voters.chunks(VOTERS);
        let first = parts.next().unwrap_or_default();
        let load = (self.item_command(item, first), 1 + first.len());
        let more = parts.map(|part| (self.voters_command(item, part), VOTERS));
        iter::once(load).chain(more).collect()
    }

    fn item_command(&self, item: &Item, voters: &[Voter]) -> Cmd {
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        match item.parent() {
            None => load.arg("ARTICLE").arg(item.id()).arg(&item.poster).arg(&item.title),
            Some(parent) => load.arg("COMMENT").arg(item.id()).arg(&item.poster).arg(parent),
        };
        // One of them is missing, and no argument.
        load.arg(&item.link).arg(&item.text);
        load.arg("TIME").arg(item.time.0).arg("CLOSES").arg(item.closes());
        let hidden = item.hidden || item.is_uncounted();
        let flags = [("HIDDEN", hidden), ("LOCKED", item.locked), ("PINNED", item.pinned)];
        for (name, _) in flags.into_iter().filter(|(_, is_set)| *is_set) {
            load.arg(name);
        }
        if let Some((up, down)) = item.upvotes.zip(item.downvotes) {
            load.arg("COUNTS").arg(up).arg(down);
        }
        add_voters(&mut load, voters);
        let comments = item.comments.filter(|comments| *comments != 0).map(Into::into);
        add_options(&mut load, &[("COMMENTS", comments), ("BUMPED", item.later_bumped())]);
        if !item.groups().is_empty() {
            load.arg("GROUPS").arg(item.groups().len()).arg(item.groups());
        }
        if !item.fields.is_empty() {
            load.arg("FIELDS").arg(item.fields.len()).arg(&item.fields);
        }
        add_score(&mut load, item.boost, item.score);
        load
    }

    fn place_command(&self, place: &Place) -> Cmd {
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        load.arg("PLACE").arg(place.id).arg(place.parent.unwrap_or_default());
        load.arg("TIME").arg(place.time.0);
        load.arg("COUNTS").arg(place.upvotes).arg(place.downvotes);
        add_score(&mut load, place.boost, place.score);
        load
    }

    fn voters_command(&self, item: &Item, voters: &[Voter]) -> Cmd {
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        load.arg("VOTERS").arg(item.id());
        add_voters(&mut load, voters);
        add_options(&mut load, &[("SCORE", item.score)]);
        load
    }
}

impl Sink for SiteSink {
    fn write(&mut self, entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        let new = self.check(entries, report)?;
        self.load(&new)
    }

    fn finish(&mut self, last_id: u32) -> Result<()> {
        if self.mode == Mode::Write && last_id > self.loaded {
            let mut load = command("ARTICLE.LOAD", &self.reader.key);
            self.reader.server.call(load.arg("LASTID").arg(last_id))?;
        }
        Ok(())
    }
}

/// Whether something has a time that no clock can have had yet.
fn is_in_future(entry: &Entry) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(entry.time()).is_ok_and(|time| time > (now + CLOCKS).as_secs())
}

fn add_score(load: &mut Cmd, boost: i64, score: Option<i64>) {
    add_options(load, &[("BOOST", Some(boost).filter(|boost| *boost != 0)), ("SCORE", score)]);
}

fn add_options(load: &mut Cmd, options: &[(&str, Option<i64>)]) {
    for (name, value) in options {
        if let Some(value) = value {
            load.arg(name).arg(value);
        }
    }
}

type Voter<'a> = (&'a Text, RecordedVote);

/// Adds voters, of which those with the same vote are together.
fn add_voters(load: &mut Cmd, voters: &[Voter]) {
    for same in voters.chunk_by(|(_, left), (_, right)| left == right) {
        let Some((_, vote)) = same.first() else { continue };
        let option = vote_name(*vote).replace(' ', "").to_ascii_uppercase();
        load.arg(option).arg(same.len());
        same.iter().for_each(|(user, _)| {
            load.arg(user);
        });
    }
}
