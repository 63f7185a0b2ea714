//! A classic site as a source of articles.

use anyhow::{Context, Result, bail};
use article_load_words::last_id_words;
use article_site::{Settings, parse_integer};
use redis::{cmd, from_redis_value};

use crate::classic::claim::is_exporting;
use crate::classic::convert::Converter;
use crate::classic::detect::Detector;
use crate::classic::dialect::{Dialect, DialectOptions};
use crate::classic::keys::Keys;
use crate::classic::read::ClassicReader;
use crate::classic::settings_of;
use crate::classic::survey::Survey;
use crate::load::Origin;
use crate::report::{Problem, Report};
use crate::server::Server;
use crate::text::Bytes;
use crate::words::{Command, command, name};

/// The number of articles from which the dialect is detected.
const SAMPLE: usize = 1_000;

pub struct ClassicSource {
    reader: ClassicReader,
    survey: Survey,
    pub converter: Converter,
    /// The counter when the source was opened.
    counter: u32,
}

impl ClassicSource {
    /// Finds the articles of the site and detects its dialect.
    pub fn open(server: Server, options: &DialectOptions, report: &mut Report) -> Result<Self> {
        let prefix = &options.prefix;
        let mut server = server.with_plain_keys(prefix)?;
        let keys = Keys::new(prefix);
        let first_counter = read_counter(&mut server, &keys)?;
        let counter = first_counter.unwrap_or_default();
        let survey = Survey::take(&mut server, &keys, report)?;
        if survey.ids.is_empty() && first_counter.is_none() {
            bail!(
                "--from: there is no classic site with --prefix {prefix:?}: neither {} nor any \
                 article. Check the database number in the URL and the prefix",
                String::from_utf8_lossy(&keys.counter())
            );
        }
        let mut reader = ClassicReader::new(server, keys, options.time_unit.unwrap_or_default());
        reader.has_prefixed_members = survey.has_prefixed_members;
        let now = reader.server.now()?;
        let dialect = dialect_of(&mut reader, &spread(&survey.ids, SAMPLE), options, now)?;
        Ok(Self { reader, survey, converter: Converter { dialect, now }, counter })
    }

    /// Returns the number of articles to come. It may be too high.
    pub fn len(&self) -> u64 {
        self.survey.ids.len() as u64
    }

    /// Passes the commands that load the articles, by ascending id, and then the last id, to
    /// `send`.
    pub fn read(
        &mut self,
        report: &mut Report,
        mut send: impl FnMut(Command, Origin, &mut Report) -> Result<()>,
    ) -> Result<()> {
        let (mut last_id, mut done) = (self.counter, 0);
        while let Some(ids) = self.reader.part(&self.survey.ids, done) {
            for classic in self.reader.read(ids, report)? {
                let (id, groups) = (classic.id, self.survey.groups_of(classic.id));
                // Those that are missing or incomplete are left out.
                let commands = self.converter.convert(&classic, groups, report);
                if commands.is_some() && id > self.counter {
                    report.add(Problem::CounterBehind, || format!("article {id}"));
                    last_id = last_id.max(id);
                }
                for command in commands.into_iter().flatten() {
                    send(command, Origin::Article(id), report)?;
                }
            }
            report.progress.advance(ids.len());
            done += ids.len();
        }
        self.survey.report_orphans(report);
        match last_id {
            0 => Ok(()),
            last_id => send(command(&last_id_words(last_id)), Origin::Site, report),
        }
    }
}

/// Returns the dialect of a site, detected from some of its articles where neither an option nor
/// an export says it. `now` is the server's time.
fn dialect_of(
    reader: &mut ClassicReader,
    sample: &[u32],
    options: &DialectOptions,
    now: i64,
) -> Result<Dialect> {
    let stored = read_settings(&mut reader.server, &reader.keys)?;
    reader.is_exported = stored.is_some();
    let (mut detector, mut done) = (Detector::default(), 0);
    while let Some(ids) = reader.part(sample, done) {
        let articles = reader.read(ids, &mut Report::new(0))?;
        for (article, lifetime) in articles.iter().zip(reader.lifetimes(ids)?) {
            detector.add(article, lifetime.map(|seconds| now + seconds));
        }
        done += ids.len();
    }
    detector.dialect(options, stored)
}

/// Returns at most `count` of the ids, evenly spread.
fn spread(ids: &[u32], count: usize) -> Vec<u32> {
    let step = ids.len().div_ceil(count).max(1);
    ids.iter().step_by(step).copied().collect()
}

/// Returns the last id, if there is a counter. That of an empty site may be 0.
fn read_counter(server: &mut Server, keys: &Keys) -> Result<Option<u32>> {
    let text: Option<Bytes> = server.call(cmd("GET").arg(keys.counter()))?;
    let Some(text) = text else { return Ok(None) };
    if is_exporting(&text) {
        bail!(
            "--from: an export into these keys was interrupted, or is running. Complete it first"
        );
    }
    let counter = parse_integer(&text).and_then(|counter| u32::try_from(counter).ok());
    counter.map(Some).with_context(|| {
        let key = keys.counter();
        format!("--from: the counter {} is not a valid id", String::from_utf8_lossy(&key))
    })
}

/// Returns the settings that an export stored.
fn read_settings(server: &mut Server, keys: &Keys) -> Result<Option<Settings>> {
    let key = keys.named("settings:");
    // None, or a key of another application.
    let range = cmd("LRANGE").arg(key).arg(0).arg(-1).clone();
    let Ok(create) = server.attempt(&range, &["WRONGTYPE"])? else { return Ok(None) };
    let create: Command = from_redis_value(create)?;
    let settings = (name(&create) == b"CREATE").then(|| settings_of(&create));
    settings.transpose().context("--from: settings: has an invalid value")
}
