//! A site as a sink.

use std::collections::BTreeSet;
use std::iter;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use article_site::{Activity, Boost, Flags, RecordedVote, Vote};
use redis::Cmd;

use crate::item::{Bytes, Content, Entry, Item, Place};
use crate::pace::ROUND_TRIP;
use crate::report::{Problem, Report};
use crate::server::command_length;
use crate::site::found::Found;
use crate::site::late::{self, LateBump};
use crate::site::parse::is_parent;
use crate::site::read::{SiteReader, command};
use crate::transfer::Sink;
use crate::votes::{Voters, Votes};

/// Whether to write.
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
    /// Returns a sink for a site.
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

    /// Returns the reader of the site.
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
            Some(Entry::Item(last)) if is_last_there && last.id == self.loaded => {
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
                if let Entry::Place(place) = entry {
                    places.push(place.id);
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
        for place in self.reader.places(&places)?.into_iter().flatten() {
            let slot = ids.binary_search(&place.id).ok().and_then(|index| all.get_mut(index));
            if let Some(slot) = slot {
                *slot = Some(Found::of(&Entry::Place(place)));
            }
        }
        Ok(all)
    }

    /// Loads the rest of the voters of an article or comment, if a run was interrupted between
    /// them.
    fn complete(&mut self, item: &Item) -> Result<()> {
        let Votes::Recorded(wanted) = &item.votes else { return Ok(()) };
        // Voters that fit into one command come with it.
        if wanted.len() <= VOTERS || self.mode == Mode::DryRun {
            return Ok(());
        }
        let found = self.reader.read(&[item.id])?;
        let Some(Votes::Recorded(found)) =
            found.first().and_then(Entry::item).map(|found| &found.votes)
        else {
            return Ok(());
        };
        let Voters { up, down, silent_up, silent_down } = wanted;
        let missing = |users: &[Bytes]| -> Vec<Bytes> {
            users.iter().filter(|user| found.vote_of(user).is_none()).cloned().collect()
        };
        let missing = Voters {
            up: missing(up),
            down: missing(down),
            silent_up: missing(silent_up),
            silent_down: missing(silent_down),
        };
        for command in self.voters_commands(item, &parts(&missing)) {
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
                format!("{} {}: {}", entry.noun(), entry.id(), entry.time().get())
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
            let mut id = entry.item().filter(|item| item.is_uncounted()).map(|item| item.id);
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
        let voters = item.votes.voters().map(parts).unwrap_or_default();
        let (first, rest) =
            voters.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
        let load = (self.item_command(item, first), 1 + first.map_or(0, Part::len));
        let more = self.voters_commands(item, rest).into_iter();
        iter::once(load).chain(more.map(|command| (command, VOTERS))).collect()
    }

    fn item_command(&self, item: &Item, voters: Option<&Part>) -> Cmd {
        let Item {
            id,
            poster,
            time,
            closes,
            score,
            boost,
            flags: Flags { hidden, locked, pinned },
            content,
            votes,
            fields,
        } = item;
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        match content {
            Content::Article { title, link, .. } => {
                load.arg("ARTICLE").arg(*id).arg(poster).arg(title).arg(link)
            }
            Content::Comment { parent, text, is_uncounted: _ } => {
                load.arg("COMMENT").arg(*id).arg(poster).arg(*parent).arg(text)
            }
        };
        load.arg("TIME").arg(time.get()).arg("CLOSES").arg(*closes);
        let hidden = *hidden || item.is_uncounted();
        for (name, is_set) in [("HIDDEN", hidden), ("LOCKED", *locked), ("PINNED", *pinned)] {
            if is_set {
                load.arg(name);
            }
        }
        if let Votes::Counted { up, down } = votes {
            load.arg("COUNTS").arg(*up).arg(*down);
        }
        if let Some(voters) = voters {
            voters.append_to(&mut load);
        }
        if let Content::Article { activity: Activity { comments, bumped }, groups, .. } = content {
            if *comments != 0 {
                load.arg("COMMENTS").arg(*comments);
            }
            if bumped != time {
                load.arg("BUMPED").arg(bumped.get());
            }
            if !groups.is_empty() {
                load.arg("GROUPS").arg(groups.len()).arg(groups);
            }
        }
        if !fields.is_empty() {
            load.arg("FIELDS").arg(fields.len());
            for (name, value) in fields {
                load.arg(name).arg(value);
            }
        }
        with_score(with_boost(load, *boost), *score)
    }

    fn place_command(&self, place: &Place) -> Cmd {
        let Place { id, parent, time, upvotes, downvotes, score, boost } = *place;
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        load.arg("PLACE").arg(id).arg(parent.unwrap_or_default());
        load.arg("TIME").arg(time.get()).arg("COUNTS").arg(upvotes).arg(downvotes);
        with_score(with_boost(load, boost), score)
    }

    fn voters_commands(&self, item: &Item, parts: &[Part]) -> Vec<Cmd> {
        let command = |part: &Part| {
            let mut load = command("ARTICLE.LOAD", &self.reader.key);
            load.arg("VOTERS").arg(item.id);
            part.append_to(&mut load);
            with_score(load, item.score)
        };
        parts.iter().map(command).collect()
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
    u64::try_from(entry.time().get()).is_ok_and(|time| time > (now + CLOCKS).as_secs())
}

fn with_score(mut load: Cmd, score: Option<i64>) -> Cmd {
    if let Some(score) = score {
        load.arg("SCORE").arg(score);
    }
    load
}

fn with_boost(mut load: Cmd, boost: Boost) -> Cmd {
    if boost != Boost::default() {
        load.arg("BOOST").arg(boost.get());
    }
    load
}

/// Some of the voters of an article or a comment.
struct Part<'a>(Vec<(RecordedVote, &'a [Bytes])>);

impl Part<'_> {
    fn len(&self) -> usize {
        self.0.iter().map(|(_, users)| users.len()).sum()
    }

    fn append_to(&self, load: &mut Cmd) {
        for (RecordedVote { vote, is_silent }, users) in &self.0 {
            let option = match (vote, is_silent) {
                (Vote::Up, false) => "UP",
                (Vote::Down, false) => "DOWN",
                (Vote::Up, true) => "SILENTUP",
                (Vote::Down, true) => "SILENTDOWN",
            };
            load.arg(option).arg(users.len()).arg(*users);
        }
    }
}

/// Splits voters into the parts of several commands; usually it is a single one.
fn parts(voters: &Voters) -> Vec<Part<'_>> {
    let lists = voters.by_vote().into_iter().filter(|(_, users)| !users.is_empty());
    if voters.len() <= VOTERS {
        return if voters.len() == 0 { Vec::new() } else { vec![Part(lists.collect())] };
    }
    let chunks =
        lists.flat_map(|(vote, users)| users.chunks(VOTERS).map(move |users| (vote, users)));
    chunks.map(|chunk| Part(vec![chunk])).collect()
}
