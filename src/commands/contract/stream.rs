//! A check that what a primary sends makes its replicas equal, whatever their clocks say, that an
//! export makes a copy that is equal, and that all memory of a site is counted as the site's: in
//! one process and without a server, for tests and a fuzzer.

use article_load_words::{CREATE, Cursor, Limits, Word, export};
use article_site::{Setting, Settings, Site, SiteEntry, UnixTime, Votes};
use test_support::Random;
use test_support::random_commands::{Commands, Words};

use crate::commands::ALL;
use crate::commands::run::call::Server;
use crate::commands::run::outcome::{Change, Form};
use crate::commands::words::additions::Additions;
use crate::commands::words::error::Error;
use crate::datatype::StoredSite;
use crate::ffi::{NativeValue, bytes_held};

/// A time of 2020, and the longest time that passes until the last command.
const START: i64 = 1_600_000_000;
const PASSES: i64 = 20 * 86_400;

/// A server with a site.
struct Copy {
    stored: Option<StoredSite>,
    now: i64,
    is_replay: bool,
    is_clock_ahead: bool,
}

impl Server for Copy {
    fn now(&self) -> UnixTime {
        UnixTime::clamped(self.now)
    }

    fn is_replay(&self) -> bool {
        self.is_replay
    }

    fn is_clock_ahead(&self, _: UnixTime) -> bool {
        self.is_clock_ahead
    }
}

impl Copy {
    fn new(is_replay: bool) -> Self {
        Self { stored: None, now: START, is_replay, is_clock_ahead: false }
    }

    /// Runs a command that writes. Returns what it sends, or None for another command.
    fn run(&mut self, line: &Words) -> Option<Result<Option<Words>, Error>> {
        let name = line[0].to_ascii_lowercase();
        let command = ALL.iter().find(|command| command.spec.name.to_bytes() == name);
        let write = command?.write?;
        let args: Vec<&[u8]> = line[1..].iter().map(Vec::as_slice).collect();
        let is_new = self.stored.is_none();
        let new = || StoredSite::new(Settings::default());
        let mut stored = self.stored.take().unwrap_or_else(new);
        let result = write(&mut stored, &args, self, is_new);
        let sent = result.map(|outcome| outcome.change.map(|change| words(&change, line)));
        let exists = !is_new || matches!(sent, Ok(Some(_)));
        self.stored = exists.then_some(stored);
        Some(sent)
    }

    /// Loads what a step of an export returns. Returns the cursor of the next step.
    fn load_step(&mut self, of: &Site, cursor: Option<Cursor>, count: usize) -> Option<Cursor> {
        let (mut lines, mut exported) = (Vec::new(), 0);
        let limits = Limits { count, bytes: usize::MAX };
        let next = export(of, cursor, limits, &mut |words| {
            exported += words.iter().filter(|word| matches!(word, Word::Text(b"ARTICLE"))).count();
            lines.push(export_line(&words));
        });
        assert!(exported <= count);
        for line in lines {
            let loaded = self.run(&line).expect("a command");
            assert!(loaded.is_ok(), "{line:?} is refused: {loaded:?}");
        }
        next.inspect(|next| assert_eq!(Cursor::parse(next.to_string().as_bytes()), Some(*next)))
    }

    fn site(&self) -> Option<&Site> {
        self.stored.as_ref().map(StoredSite::site)
    }

    /// Returns what the site stores, without the numbers that copies give to users.
    fn stored(&self) -> Vec<String> {
        let Some(site) = self.site() else { return Vec::new() };
        let entry = |entry| match entry {
            SiteEntry::Item(item) => {
                let record = item.record();
                let is_kept = matches!(record.ledger, Votes::Kept(_));
                let votes = record.ledger.map(|voters| {
                    let mut votes: Vec<_> = voters.iter().collect();
                    votes.sort_unstable_by_key(|(user, _)| user.as_bytes());
                    // Whether a kept vote counts makes no difference any more.
                    votes.iter_mut().for_each(|(_, vote)| vote.is_silent &= !is_kept);
                    votes
                });
                format!("{:?}", record.to_load(votes))
            }
            SiteEntry::Tombstone(tombstone) => format!("{tombstone:?}"),
        };
        let mut stored = vec![format!("{:?} {}", site.settings(), site.last_id())];
        stored.extend(site.entries().map(entry));
        stored.extend(site.readers().map(|reader| format!("{reader:?}")));
        stored.extend(site.all_lists().map(|list| format!("{list:?}")));
        stored.extend(site.all_related().iter().map(|related| format!("{related:?}")));
        stored.sort_unstable();
        stored
    }
}

/// Returns the words that load a part of a site.
fn export_line(words: &[Word]) -> Words {
    let (name, rest): (&[u8], _) = match words.split_first() {
        Some((&CREATE, rest)) => (b"ARTICLE.CREATE", rest),
        _ => (b"ARTICLE.LOAD", words),
    };
    let rest = rest.iter().map(|word| word.bytes().into_owned());
    [name.to_vec(), b"news".to_vec()].into_iter().chain(rest).collect()
}

/// Exports a site in steps of a size, and returns the copy.
fn exported(site: &Site, count: usize) -> Copy {
    let mut copy = Copy::new(false);
    copy.now = START + 2 * PASSES;
    let mut cursor = copy.load_step(site, None, count);
    while cursor.is_some() {
        cursor = copy.load_step(site, cursor, count);
    }
    copy
}

/// Returns the words of the command that a change by a command sends.
fn words(change: &Change, line: &Words) -> Words {
    let on_key = |name: &str| vec![name.as_bytes().to_vec(), line[1].clone()];
    let mut words = match change.form {
        Form::AsItCame => line.clone(),
        Form::OnKey => line[..2].to_vec(),
        Form::Vote(_) => [on_key("ARTICLE.VOTE"), vec![line[2].clone()]].concat(),
        Form::Drop => on_key("ARTICLE.DEL"),
    };
    let mut add = |word: &str| words.push(word.as_bytes().to_vec());
    match change.form {
        Form::AsItCame | Form::OnKey => {}
        Form::Vote(id) => _ = [&id.get().to_string(), "UP"].map(&mut add),
        Form::Drop => add("0"),
    }
    let Additions { id, last, time, holds, settings } = change.additions;
    let ids = [("ID", id), ("LAST", last)];
    let ids = ids.map(|(name, id)| (name, id.map(|id| id.get().into())));
    for (name, value) in ids.into_iter().chain([("TIME", time.map(UnixTime::get))]) {
        value.into_iter().for_each(|value: i64| _ = [name, &value.to_string()].map(&mut add));
    }
    if holds {
        add("HOLD");
    }
    if let Some(settings) = settings {
        let (first, step) = (settings.ids.first(), settings.ids.step());
        _ = ["IDS", &first.to_string(), &step.to_string()].map(&mut add);
        for setting in Setting::ALL {
            _ = [setting.name(), &setting.text(settings.get(setting))].map(&mut add);
        }
    }
    words
}

/// Runs a command on the first copy, and what each copy sends on the next. Returns whether the
/// command was accepted.
fn send(copies: &mut [Copy], line: &Words) -> bool {
    let [copy, replicas @ ..] = copies else { return true };
    let Some(sent) = copy.run(line) else { return true };
    if let Ok(Some(sent)) = &sent {
        assert!(send(replicas, sent), "{sent:?}, which {line:?} sent, is refused");
    }
    sent.is_ok()
}

/// Runs a command per eight bytes of the input, on a primary and on replicas, whose sites must be
/// equal then. Returns how many were accepted.
pub fn run(input: &[u8]) -> usize {
    let mut accepted = 0;
    let mut commands = Commands::starting_at(START, Random::new(0));
    commands.makes_parts = true;
    // The third follows the second, as its append-only file does.
    let mut copies = [false, true, true].map(Copy::new);
    // What is exported while the site changes is accepted, too.
    let (mut changing, mut cursor) = (Copy::new(false), None);
    changing.now = START + 2 * PASSES;
    let (seeds, _) = input.as_chunks();
    for (passed, seed) in seeds.iter().enumerate() {
        let mut random = Random::new(u64::from_le_bytes(*seed));
        commands.choose_by(random.fork());
        let line = commands.make_on("news");
        for copy in &mut copies {
            let error = if copy.is_replay { random.below(2 * PASSES) - PASSES } else { 0 };
            copy.now = START + passed as i64 * PASSES / seeds.len() as i64 + error;
            copy.is_clock_ahead = random.percent(20);
        }
        accepted += usize::from(send(&mut copies, &line));
        let [primary, replica, file] = &copies;
        if passed % 20 == 0 {
            let stored = primary.stored();
            assert_eq!(stored, replica.stored(), "before {line:?}");
            assert_eq!(stored, file.stored(), "before {line:?}");
            if let Some(site) = primary.site() {
                let count = 1 + random.below(30) as usize;
                let copy = exported(site, count).stored();
                let lacks = stored.iter().find(|it| !copy.contains(it));
                let has = copy.iter().find(|it| !stored.contains(it));
                assert_eq!(lacks, has, "in steps of {count}, before {line:?}");
            }
        }
        if let Some(site) = primary.site().filter(|_| random.percent(50)) {
            // A copy keeps the settings that it began with.
            if changing.site().is_some_and(|copy| copy.settings() != site.settings()) {
                (changing.stored, cursor) = (None, None);
            }
            cursor = changing.load_step(site, cursor, 1 + random.below(30) as usize);
            if cursor.is_none() {
                changing.stored = None;
            }
        }
        let last_id = primary.site().map_or(0, Site::last_id);
        commands.set_last_id("news", last_id.into());
        let settings = primary.site().map(Site::settings);
        commands.set_ids("news", settings.map(|settings| settings.ids).unwrap_or_default());
    }
    for stored in copies.into_iter().chain([changing]).filter_map(|copy| copy.stored) {
        assert_eq!(stored.site().check(), Ok(()));
        let (counted, held) = (stored.memory() - size_of::<StoredSite>(), bytes_held());
        drop(stored);
        assert_eq!(held - bytes_held(), counted as isize, "the memory of a site");
    }
    accepted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many times random commands are run, and how many. Miri is slow.
    const INPUTS: u64 = if cfg!(miri) { 1 } else { 16 };
    const COMMANDS: usize = if cfg!(miri) { 20 } else { 400 };

    #[test]
    fn what_is_sent_makes_replicas_equal() {
        let inputs = (0..INPUTS).map(|seed| Random::new(seed).bytes(8 * COMMANDS));
        let accepted: usize = inputs.map(|input| run(&input)).sum();
        assert!(2 * accepted > INPUTS as usize * COMMANDS, "only {accepted} are accepted");
    }

    #[test]
    fn the_corpus_of_the_fuzzer_passes() {
        let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/corpus/stream");
        for file in std::fs::read_dir(corpus).unwrap() {
            assert!(run(&std::fs::read(file.unwrap().path()).unwrap()) > 0);
        }
    }
}
