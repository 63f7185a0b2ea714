//! A site as a sink.

use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use article_load_words::{
    LoadWords, VOTERS_PER_LOAD, item_words, last_id_words, tombstone_words, voters_words,
};
use article_site::{UserName, Visibility};
use redis::Cmd;
use redis_article::Action;

use crate::item::{Activity, Item, Reader};
use crate::pace::ROUND_TRIP;
use crate::readable::readable;
use crate::report::{Count, Problem, Report};
use crate::server::command_length;
use crate::site::read::{SiteReader, command};

/// The number of ids in one MODERATE.
const MODERATED: usize = 1_000;
/// The most voters, entries, and ids on lists in one transaction, unless a single command has
/// more. It blocks the server for milliseconds.
const TRANSACTION: usize = 4_000;
/// About how many words load an entry with few voters.
const WORDS: usize = 20;

/// How far the clocks of this machine and of those that posted may be apart.
const CLOCKS: Duration = Duration::from_secs(60);

/// A site that is being loaded.
pub struct SiteSink {
    pub reader: SiteReader,
    /// Whether nothing is written.
    is_dry: bool,
    /// The ids that the source has and the site does not, because it has later ones.
    missing: BTreeSet<u32>,
    /// What to do before the first new entry is loaded.
    first: Option<Box<dyn FnOnce() -> Result<()> + Send>>,
}

impl SiteSink {
    pub fn new(reader: SiteReader, is_dry: bool) -> Self {
        Self { reader, is_dry, missing: BTreeSet::new(), first: None }
    }

    /// Has something done once the site is known to be the right one, and before it gets anything
    /// new. A dry run leaves it out.
    pub fn set_first(&mut self, first: impl FnOnce() -> Result<()> + Send + 'static) {
        if !self.is_dry {
            self.first = Some(Box::new(first));
        }
    }

    /// Checks that what an earlier run must have loaded is there, and is the same.
    fn check_loaded(&mut self, entries: &[Item], report: &mut Report) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let mut is_last_there = false;
        for (entry, found) in entries.iter().zip(self.found(entries)?) {
            is_last_there = found.is_some();
            let Some(found) = found else {
                self.missing.insert(entry.id());
                report.add(Problem::TooLate, || format!("{} {}", entry.noun(), entry.id()));
                continue;
            };
            if !found.may_be(entry) {
                bail!(
                    "--to: the key holds another site: with the id {}, it has {}, and the source \
                     {}. Choose another --key",
                    entry.id(),
                    found.describe(),
                    entry.describe(),
                );
            }
            *report.number(Count::Present) += 1;
        }
        match entries.last() {
            Some(last) if is_last_there && last.id() == self.reader.last_id => self.complete(last),
            _ => Ok(()),
        }
    }

    /// Returns what the site has under the ids of some entries. Of a deleted article or comment,
    /// it has nothing, unless the entry is its place.
    fn found(&mut self, entries: &[Item]) -> Result<Vec<Option<Item>>> {
        let ids: Vec<u32> = entries.iter().map(Item::id).collect();
        let mut all = self.reader.parts(&ids, &["poster", "time", "parent"])?;
        let places = entries.iter().filter(|item| item.deleted);
        let places: Vec<u32> = places.map(Item::id).collect();
        for place in self.reader.places(&places)?.into_iter().flatten() {
            let slot = ids.binary_search(&place.id()).ok().and_then(|index| all.get_mut(index));
            if let Some(slot) = slot {
                *slot = Some(place);
            }
        }
        Ok(all)
    }

    /// Loads the rest of the voters of an article or comment, if a run was interrupted between
    /// them.
    fn complete(&mut self, item: &Item) -> Result<()> {
        // Voters that fit into one command come with it.
        if item.voters().count() <= VOTERS_PER_LOAD || self.is_dry {
            return Ok(());
        }
        let found = self.reader.read(&[item.id()])?;
        let found = found.first();
        let Some(found) = found.filter(|found| found.is_recorded() == item.is_recorded()) else {
            return Ok(());
        };
        let record = item.record(&self.reader.settings)?;
        let is_missing = |(user, _): &(UserName, _)| found.vote_of(user.as_bytes()).is_none();
        let missing =
            record.ledger.map(|all| all.into_iter().filter(is_missing).collect::<Vec<_>>());
        let missing = missing.as_ref();
        for part in missing.known().into_iter().flat_map(|all| all.chunks(VOTERS_PER_LOAD)) {
            let part = missing.map(|_| part);
            let command = self.load_command(voters_words(record.id, part, None, item.score));
            self.reader.server.transaction(&[command])?;
        }
        Ok(())
    }

    /// Returns whether the time of an entry is not in the future, which the site refuses. An
    /// article that was last bumped in the future was bumped now.
    fn is_past(&mut self, entry: &mut Item, report: &mut Report) -> bool {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let [earliest, latest] = [now.saturating_sub(CLOCKS), now + CLOCKS]
            .map(|now| i64::try_from(now.as_secs()).unwrap_or(i64::MAX));
        if entry.time.0 > latest {
            self.missing.insert(entry.id());
            report.add(Problem::FutureTime, || {
                format!("{} {}: {}", entry.noun(), entry.id(), entry.time.0)
            });
            return false;
        }
        if let Item { time, bumped: Some(bumped), .. } = entry
            && bumped.0 > latest
        {
            bumped.0 = earliest.max(time.0);
        }
        true
    }

    /// Returns whether the site has what an entry answers, if it answers anything.
    fn has_parent(&mut self, entry: &Item, report: &mut Report) -> bool {
        let is_missing = entry.parent().is_some_and(|parent| self.missing.contains(&parent));
        if is_missing {
            self.missing.insert(entry.id());
            report.add(Problem::NoParent, || format!("{} {}", entry.noun(), entry.id()));
        }
        !is_missing
    }

    /// Returns those entries that are to be loaded, once it is checked that the site has the
    /// others. The ids are above all before.
    pub fn check(&mut self, mut entries: Vec<Item>, report: &mut Report) -> Result<Vec<Item>> {
        let new = entries.partition_point(|entry| entry.id() <= self.reader.last_id);
        let mut new = entries.split_off(new);
        self.check_loaded(&entries, report)?;
        new.retain_mut(|entry| self.is_past(entry, report) && self.has_parent(entry, report));
        if !new.is_empty() && self.reader.len() > 0 && *report.number(Count::Present) == 0 {
            bail!(
                "--to: the key holds another site: the source has none of its articles. Choose \
                 another --key"
            );
        }
        report.count(&new);
        Ok(new)
    }

    /// Loads entries that were checked.
    pub fn load(&mut self, entries: &[Item]) -> Result<()> {
        if self.is_dry || entries.is_empty() {
            return Ok(());
        }
        self.finish()?;
        let mut batch = Batch::default();
        for entry in entries {
            let mut activity = entry.added_activity();
            for command in self.commands(entry)? {
                self.add(&mut batch, command)?;
                match std::mem::take(&mut activity) {
                    Activity::Known => {}
                    Activity::Unbumped => batch.unbumped.push(entry.id()),
                    Activity::Uncounted => batch.uncounted.push(entry.id()),
                }
            }
        }
        self.execute(&mut batch)
    }

    /// Adds a command to a batch, and executes what is in it if there is no room.
    fn add(&mut self, batch: &mut Batch, command: Cmd) -> Result<()> {
        let length = command_length(&command);
        let size = command.args_iter().count().saturating_sub(WORDS).max(1);
        if batch.size >= TRANSACTION || batch.bytes + length > ROUND_TRIP {
            self.execute(batch)?;
        }
        batch.commands.push(command);
        batch.size += size;
        batch.bytes += length;
        Ok(())
    }

    /// Executes commands, and has articles count the comments that these load, and be bumped.
    ///
    /// LOAD does not count a comment for its article, but SHOW does. Both are in one transaction,
    /// so that no interruption comes between them.
    fn execute(&mut self, batch: &mut Batch) -> Result<()> {
        let Batch { mut commands, unbumped, uncounted, .. } = std::mem::take(batch);
        let shown = [&unbumped[..], &uncounted].concat();
        for (action, ids) in [(Action::Hide, unbumped), (Action::Show, shown)] {
            let chunks = ids.chunks(MODERATED);
            commands.extend(chunks.map(|ids| self.reader.site.moderate(action, ids).cmd()));
        }
        self.reader.server.transaction(&commands)
    }

    /// Returns the commands that load an entry.
    fn commands(&self, item: &Item) -> Result<Vec<Cmd>> {
        let settings = &self.reader.settings;
        let mut commands = Vec::new();
        let mut add = |words: LoadWords| commands.push(self.load_command(words));
        if item.deleted {
            add(tombstone_words(item.tombstone(settings)?, item.score));
        } else {
            let mut record = item.record(settings)?;
            if record.flags.is_listed() && item.added_activity() == Activity::Uncounted {
                record.flags.visibility = Visibility::Hidden;
            }
            item_words(&record, item.score, add);
        }
        Ok(commands)
    }

    /// Loads readers. What they have already stays.
    fn load_readers(&mut self, readers: &[Reader]) -> Result<()> {
        let mut batch = Batch::default();
        for reader in readers {
            let mut commands: Vec<Cmd> = Vec::new();
            reader.words(|words| commands.push(self.load_command(words)))?;
            commands.into_iter().try_for_each(|command| self.add(&mut batch, command))?;
        }
        self.execute(&mut batch)
    }

    fn load_command(&self, words: LoadWords) -> Cmd {
        let mut load = command("ARTICLE.LOAD", self.reader.site.key());
        for word in words {
            load.arg(&*word.bytes());
        }
        load
    }

    /// Adds the last id, after the last entry.
    pub fn write_last_id(&mut self, last_id: u32) -> Result<()> {
        if !self.is_dry && last_id > self.reader.last_id {
            self.reader.server.call::<()>(&self.load_command(last_id_words(last_id)))?;
        }
        Ok(())
    }

    /// Adds readers, after the last id.
    pub fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        report.count_readers(&readers, false);
        let Some((first, last)) = readers.first().zip(readers.last()) else { return Ok(()) };
        if self.is_dry {
            return Ok(());
        }
        self.load_readers(&readers).with_context(|| {
            // The parts of a user can exceed the limits together.
            let [first, last] = [first, last].map(|reader| readable(&reader.user));
            format!("cannot load the lists of the users from {first} to {last}")
        })
    }

    /// Does what comes before the first new entry, if there was none.
    pub fn finish(&mut self) -> Result<()> {
        self.first.take().map_or(Ok(()), |first| first())
    }
}

/// The commands of a transaction.
#[derive(Default)]
struct Batch {
    commands: Vec<Cmd>,
    /// The number of voters, entries, and ids on lists in them.
    size: usize,
    bytes: usize,
    /// The comments that are to bump their articles.
    unbumped: Vec<u32>,
    /// The comments that their articles are to count, too.
    uncounted: Vec<u32>,
}
