//! A site as a sink of articles.

use std::iter;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};
use article_site::{Activity, Boost, Flags, RecordedVote, Vote};
use redis::Cmd;

use crate::article::{Article, Bytes, Voters, Votes};
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::site::read::{SiteReader, command};
use crate::transfer::Sink;

/// Whether to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Write,
    DryRun,
}

/// The number of voters in one command.
const VOTERS: usize = 1_000;
/// The number of voters and articles in one transaction. It blocks the server for milliseconds.
const TRANSACTION: usize = 4_000;

/// How far the clocks of this machine and of those that posted may be apart.
const CLOCKS: Duration = Duration::from_secs(60);

/// A site that is being loaded.
pub struct SiteSink {
    reader: SiteReader,
    mode: Mode,
    /// The last id that the site had assigned.
    loaded: u32,
}

impl SiteSink {
    /// Returns a sink for a site.
    pub fn new(reader: SiteReader, mode: Mode) -> Self {
        let loaded = reader.last_id;
        Self { reader, mode, loaded }
    }

    /// Returns the last id that the site had assigned before this run; 0 for a new site.
    pub fn loaded(&self) -> u32 {
        self.loaded
    }

    /// Returns the number of articles that the site had before this run.
    pub fn articles_before(&self) -> u64 {
        self.reader.articles
    }

    /// Returns the reader of the site.
    pub fn reader(&mut self) -> &mut SiteReader {
        &mut self.reader
    }

    /// Checks that articles which an earlier run must have loaded are there, and are the same.
    fn check_loaded(&mut self, articles: &[Article], report: &mut Report) -> Result<()> {
        let ids: Vec<u32> = articles.iter().map(|article| article.id).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let found = self.reader.entries(&ids, &["poster", "time"])?;
        let mut last = None;
        for (article, found) in articles.iter().zip(found) {
            let id = article.id;
            let Some(entries) = found else {
                report.add(Problem::TooLate, || format!("article {id}"));
                continue;
            };
            let mut entries = entries.into_iter();
            let poster = crate::reply::bytes(entries.next().unwrap_or_default())?;
            let time = crate::reply::integer(&entries.next().unwrap_or_default())?;
            if (&poster, time) != (&article.poster, article.time.get()) {
                bail!(
                    "--to: the key holds another site: its article {id} was posted by {} at \
                     {time}, that of the source by {} at {}. Choose another --key",
                    readable(&poster),
                    readable(&article.poster),
                    article.time.get()
                );
            }
            report.present += 1;
            last = Some(article);
        }
        match last {
            Some(last) if last.id == self.loaded => self.complete(last),
            _ => Ok(()),
        }
    }

    /// Loads the rest of the voters of an article, if a run was interrupted between them.
    fn complete(&mut self, article: &Article) -> Result<()> {
        let Votes::Recorded(wanted) = &article.votes else { return Ok(()) };
        // Voters that fit into one command come with their article.
        if wanted.len() <= VOTERS || self.mode == Mode::DryRun {
            return Ok(());
        }
        let found = self.reader.read(&[article.id])?;
        let Some(Votes::Recorded(found)) = found.first().map(|found| &found.votes) else {
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
        for command in self.voters_commands(article, &parts(&missing)) {
            self.reader.server.transaction(vec![command])?;
        }
        Ok(())
    }

    fn load(&mut self, articles: &[Article]) -> Result<()> {
        let (mut commands, mut size) = (Vec::new(), 0);
        for article in articles {
            let voters = article.votes.voters().map(parts).unwrap_or_default();
            let (first, rest) =
                voters.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
            let first_size = 1 + first.map_or(0, Part::len);
            let load = (self.article_command(article, first), first_size);
            let more = self.voters_commands(article, rest).into_iter();
            for (command, command_size) in
                iter::once(load).chain(more.map(|command| (command, VOTERS)))
            {
                if size >= TRANSACTION {
                    self.reader.server.transaction(std::mem::take(&mut commands))?;
                    size = 0;
                }
                commands.push(command);
                size += command_size;
            }
        }
        self.reader.server.transaction(commands)
    }

    fn article_command(&self, article: &Article, voters: Option<&Part>) -> Cmd {
        let Article {
            id,
            poster,
            title,
            link,
            time,
            closes,
            score,
            boost,
            flags: Flags { hidden, locked, pinned },
            activity: Activity { comments, bumped },
            votes,
            groups,
            fields,
        } = article;
        let mut load = command("ARTICLE.LOAD", &self.reader.key);
        load.arg("ARTICLE").arg(*id).arg(poster).arg(title).arg(link);
        load.arg("TIME").arg(time.get()).arg("CLOSES").arg(*closes);
        if *boost != Boost::default() {
            load.arg("BOOST").arg(boost.get());
        }
        for (name, is_set) in [("HIDDEN", hidden), ("LOCKED", locked), ("PINNED", pinned)] {
            if *is_set {
                load.arg(name);
            }
        }
        if *comments != 0 {
            load.arg("COMMENTS").arg(*comments);
        }
        if bumped != time {
            load.arg("BUMPED").arg(bumped.get());
        }
        if let Votes::Counted { up, down } = votes {
            load.arg("COUNTS").arg(*up).arg(*down);
        }
        if let Some(voters) = voters {
            voters.append_to(&mut load);
        }
        if !groups.is_empty() {
            load.arg("GROUPS").arg(groups.len()).arg(groups);
        }
        if !fields.is_empty() {
            load.arg("FIELDS").arg(fields.len());
            for (name, value) in fields {
                load.arg(name).arg(value);
            }
        }
        with_score(load, *score)
    }

    fn voters_commands(&self, article: &Article, parts: &[Part]) -> Vec<Cmd> {
        let command = |part: &Part| {
            let mut load = command("ARTICLE.LOAD", &self.reader.key);
            load.arg("VOTERS").arg(article.id);
            part.append_to(&mut load);
            with_score(load, article.score)
        };
        parts.iter().map(command).collect()
    }
}

impl Sink for SiteSink {
    fn write(&mut self, articles: Vec<Article>, report: &mut Report) -> Result<()> {
        for Article { id, time, .. } in articles.iter().filter(|article| is_in_future(article)) {
            report.add(Problem::FutureTime, || format!("article {id}: {}", time.get()));
        }
        let new = articles.partition_point(|article| article.id <= self.loaded);
        let (present, new) = articles.split_at(new);
        self.check_loaded(present, report)?;
        if !new.is_empty() && self.reader.articles > 0 && report.present == 0 {
            bail!(
                "--to: the key holds another site: the source has none of its articles. Choose \
                 another --key"
            );
        }
        report.count(new);
        if self.mode == Mode::DryRun { Ok(()) } else { self.load(new) }
    }

    fn finish(&mut self, last_id: u32) -> Result<()> {
        if self.mode == Mode::Write && last_id > self.loaded {
            let mut load = command("ARTICLE.LOAD", &self.reader.key);
            self.reader.server.call(load.arg("LASTID").arg(last_id))?;
        }
        Ok(())
    }
}

/// Whether an article has a time that no clock can have had yet.
fn is_in_future(article: &Article) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(article.time.get()).is_ok_and(|time| time > (now + CLOCKS).as_secs())
}

fn with_score(mut load: Cmd, score: Option<i64>) -> Cmd {
    if let Some(score) = score {
        load.arg("SCORE").arg(score);
    }
    load
}

/// Some of the voters of an article.
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
