//! A classic site as a sink. It has no place for comments, kept votes, and what is kept for users,
//! which are left out.

use anyhow::Result;
use article_site::{Settings, UnixTime, Vote, formula_score};
use redis::{Cmd, cmd};

use crate::classic::claim::claim;
use crate::classic::keys::Keys;
use crate::classic::read::UP;
use crate::classic::settings_of;
use crate::pace::ROUND_TRIP;
use crate::report::{Count, Report};
use crate::server::{Server, command_length};
use crate::text::{Bytes, Text};
use crate::words::{Command, Given, id, moderated, name, number, option, options, values};

/// The most commands that are sent at once.
const BATCH: usize = 2_000;
/// What has no place in plain keys.
const LEFT_OUT: [Count; 6] = [
    Count::Comments,
    Count::KeptVotes,
    Count::Seen,
    Count::Silenced,
    Count::Related,
    Count::Marks,
];

/// A classic site that is being written.
pub struct ClassicSink {
    server: Server,
    keys: Keys,
    create: Command,
    settings: Settings,
    /// The server's time.
    now: i64,
    commands: Vec<Cmd>,
    /// Scores and members to add to `time:` and `score:`.
    rankings: [Vec<(i64, Bytes)>; 2],
    /// The length of the commands.
    bytes: usize,
    last_id: u32,
    /// The article whose voters may not be complete.
    article: Option<Article>,
}

struct Article {
    id: u32,
    /// The command that loads it.
    words: Command,
    closes: i64,
    /// Upvotes less downvotes, so far.
    votes: i64,
}

impl ClassicSink {
    /// Prepares to write the site that has a key of the module, where no site is yet.
    pub fn open(
        server: Server,
        prefix: &str,
        key: &str,
        create: Command,
        report: &mut Report,
    ) -> Result<Self> {
        report.left_out = &LEFT_OUT;
        let mut server = server.with_plain_keys(prefix)?;
        let keys = Keys::new(prefix);
        claim(&mut server, &keys, key)?;
        let now = server.now()?;
        let settings = settings_of(&create)?;
        Ok(Self {
            server,
            keys,
            create,
            settings,
            now,
            commands: Vec::new(),
            rankings: Default::default(),
            bytes: 0,
            last_id: 0,
            article: None,
        })
    }

    /// Adds what a command loads.
    pub fn add(&mut self, words: Command, report: &mut Report) -> Result<()> {
        let first = self.commands.len();
        match name(&words) {
            b"ARTICLE" => {
                self.complete_article();
                report.count(&words);
                let closes = option(&words, b"CLOSES").and_then(number).unwrap_or_default();
                let id = id(&words).unwrap_or_default();
                let mut article = Article { id, words: Command::new(), closes, votes: 0 };
                self.add_options(&words, &mut article);
                self.article = Some(Article { words, ..article });
            }
            b"VOTERS" => {
                if let Some(mut article) = self.article.take() {
                    if Some(article.id) == id(&words) {
                        report.count(&words);
                        self.add_options(&words, &mut article);
                    }
                    self.article = Some(article);
                }
            }
            b"LASTID" => self.last_id = words.get(1).and_then(number).unwrap_or_default(),
            // Nothing refers to a place without its comments.
            b"PLACE" => {}
            b"COMMENT" => *report.number(Count::Comments) += 1,
            _ => report.count(&words),
        }
        let added = self.commands.get(first..).unwrap_or_default();
        self.bytes += added.iter().map(command_length).sum::<usize>();
        let is_full = self.commands.len() >= BATCH || self.bytes > ROUND_TRIP;
        if is_full { self.flush() } else { Ok(()) }
    }

    /// Writes voters, and the options that have no place elsewhere.
    fn add_options(&mut self, command: &[Text], article: &mut Article) {
        let mut extra: Vec<Text> = Vec::new();
        for Given { name, values, words, voters } in options(command) {
            match (voters, name) {
                (None, b"TIME" | b"GROUPS") => continue,
                // The values are in the hash.
                (None, b"FIELDS") => {
                    extra.push(Text(name.to_vec()));
                    extra.push(Text::integer(values.len() as i64 / 2));
                    for [name, _] in values.as_chunks::<2>().0 {
                        extra.extend([name.clone(), Text::default()]);
                    }
                    continue;
                }
                (None, b"COUNTS") => {
                    let mut counts = values.iter().map(|count| number::<i64>(count).unwrap_or(0));
                    article.votes = counts.next().unwrap_or(0) - counts.next().unwrap_or(0);
                }
                (None, _) => {}
                (Some(kind), _) if kind.is_kept => continue,
                (Some(kind), _) => {
                    let weight = kind.vote.if_counted().map(Vote::weight);
                    article.votes += weight.unwrap_or(0) * values.len() as i64;
                    if weight.is_some() && article.closes > self.now {
                        let key = if kind.vote == UP { "voted" } else { "oppose" };
                        let key = self.keys.of(key, article.id);
                        self.commands.push(cmd("SADD").arg(&key).arg(values).clone());
                        self.commands.push(cmd("EXPIREAT").arg(key).arg(article.closes).clone());
                        continue;
                    }
                }
            }
            extra.extend_from_slice(command.get(words).unwrap_or_default());
        }
        if !extra.is_empty() {
            let key = self.keys.of("load", article.id);
            self.commands.push(cmd("RPUSH").arg(key).arg(extra).clone());
        }
    }

    /// Writes what can be written once all voters are known.
    fn complete_article(&mut self) {
        let Some(Article { id, words, votes, .. }) = self.article.take() else { return };
        let word = |index: usize| words.get(index).cloned().unwrap_or_default();
        let time = option(&words, b"TIME").and_then(number).unwrap_or_default();
        let key = self.keys.of("article", id);
        let mut hash = cmd("HSET");
        hash.arg(&key).arg("title").arg(word(3)).arg("link").arg(word(4));
        hash.arg("poster").arg(word(2)).arg("time").arg(time).arg("votes").arg(votes);
        for [name, value] in values(&words, b"FIELDS").as_chunks::<2>().0 {
            if command_length(&hash) + name.len() + value.len() > ROUND_TRIP {
                self.commands.push(hash);
                hash = cmd("HSET").arg(&key).clone();
            }
            hash.arg(name).arg(value);
        }
        self.commands.push(hash);
        let (member, moderated) = (Keys::member(id), moderated(&words));
        if moderated.flags.is_listed() {
            let (since, rule) = (UnixTime::clamped(time), self.settings.gain_rule());
            let score = option(&words, b"SCORE").and_then(number);
            let score =
                score.unwrap_or_else(|| formula_score(since, votes, moderated.boost, rule));
            let values = [time, score].into_iter();
            let rankings = self.rankings.iter_mut().zip(values);
            rankings.for_each(|(ranking, value)| ranking.push((value, member.clone())));
        }
        for group in values(&words, b"GROUPS") {
            self.commands.push(cmd("SADD").arg(self.keys.group(group)).arg(&member).clone());
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.bytes = 0;
        for (name, ranking) in ["time:", "score:"].into_iter().zip(&mut self.rankings) {
            if !ranking.is_empty() {
                let key = self.keys.named(name);
                self.commands.push(cmd("ZADD").arg(key).arg(std::mem::take(ranking)).clone());
            }
        }
        self.server.call_all::<()>(&std::mem::take(&mut self.commands)).map(drop)
    }

    /// Writes the counter last: a site with a counter is complete.
    pub fn finish(mut self) -> Result<()> {
        self.complete_article();
        let settings = cmd("RPUSH").arg(self.keys.named("settings:")).arg(&self.create).clone();
        self.commands.push(settings);
        self.flush()?;
        self.commands.push(cmd("SET").arg(self.keys.counter()).arg(self.last_id).clone());
        self.flush()
    }
}
