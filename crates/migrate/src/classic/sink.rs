//! A classic site as a sink. It has no place for comments, kept votes, and what is kept for users,
//! which are left out.

use anyhow::Result;
use article_load_words::VoterOption;
use article_site::{Setting, Settings, SettingsChange, Vote};
use redis::{Cmd, cmd};

use crate::classic::claim::claim;
use crate::classic::extra::extra_fields;
use crate::classic::keys::Keys;
use crate::item::Item;
use crate::item::votes::{DOWN, UP};
use crate::pace::ROUND_TRIP;
use crate::report::{Count, Report};
use crate::server::{Server, command_length};
use crate::text::{Bytes, Text};
use crate::words::{Command, Given, id, name, number, options};

/// The number of members in one command.
const MEMBERS: usize = 1_000;
/// The most commands that are sent at once.
const BATCH: usize = 2_000;

/// A classic site that is being written.
pub struct ClassicSink {
    server: Server,
    keys: Keys,
    settings: Settings,
    /// The server's time.
    now: i64,
    commands: Vec<Cmd>,
    /// Their length.
    bytes: usize,
    last_id: u32,
    /// The article whose voters may not be complete.
    article: Option<Item>,
}

impl ClassicSink {
    /// Prepares to write the site that has a key of the module, where no site is yet.
    pub fn open(server: Server, prefix: &str, key: &str, create: &Command) -> Result<Self> {
        let mut server = server.with_plain_keys(prefix)?;
        let keys = Keys::new(prefix);
        claim(&mut server, &keys, key)?;
        let now = server.now()?;
        let settings = settings_of(create)?;
        let (commands, bytes, last_id, article) = (Vec::new(), 0, 0, None);
        Ok(Self { server, keys, settings, now, commands, bytes, last_id, article })
    }

    /// Adds what a command loads.
    pub fn add(&mut self, command: Command, report: &mut Report) -> Result<()> {
        match name(&command) {
            b"ARTICLE" => {
                self.complete_article(report)?;
                self.article = Some(Item::of_article(&command));
                self.add_voters(&command, report);
            }
            b"VOTERS" => self.add_voters(&command, report),
            b"LASTID" => {
                self.last_id = command.get(1).and_then(number).unwrap_or_default();
            }
            // Nothing refers to a place without its comments.
            b"PLACE" => {}
            b"COMMENT" => *report.left_out(Count::Comments) += 1,
            _ => report.count_left_out(&command),
        }
        Ok(())
    }

    fn add_voters(&mut self, command: &Command, report: &mut Report) {
        let article = self.article.as_mut().filter(|article| Some(article.id) == id(command));
        let Some(article) = article else { return };
        for Given { voters, values, .. } in options(command) {
            match voters {
                Some(kept) if kept.is_kept => {
                    *report.left_out(Count::KeptVotes) += values.len() as u64;
                }
                Some(VoterOption { vote, .. }) => {
                    article.voters.extend(values.iter().map(|user| (user.clone(), *vote)));
                }
                None => {}
            }
        }
    }

    fn complete_article(&mut self, report: &mut Report) -> Result<()> {
        let Some(article) = self.article.take() else { return Ok(()) };
        report.count_article(&article);
        let first = self.commands.len();
        self.add_article(&article);
        let added = self.commands.get(first..).unwrap_or_default();
        self.bytes += added.iter().map(command_length).sum::<usize>();
        let is_full = self.commands.len() >= BATCH || self.bytes > ROUND_TRIP;
        if is_full { self.flush() } else { Ok(()) }
    }

    fn add_article(&mut self, article: &Item) {
        let id = article.id;
        self.add_hash(article);
        if article.fields.len() > 1 {
            let names: Vec<&Text> = article.fields.iter().map(|(name, _)| name).collect();
            self.commands.push(cmd("RPUSH").arg(self.keys.of("fields", id)).arg(names).clone());
        }
        let member = Keys::member(id);
        if !article.hidden {
            let score = article.score(&self.settings);
            for (key, value) in
                [(self.keys.named("time:"), article.time), (self.keys.named("score:"), score)]
            {
                self.commands.push(cmd("ZADD").arg(key).arg(value).arg(&member).clone());
            }
        }
        for group in &article.groups {
            self.commands.push(cmd("SADD").arg(self.keys.group(group)).arg(&member).clone());
        }
        self.add_ledgers(article);
    }

    fn add_hash(&mut self, article: &Item) {
        let key = self.keys.of("article", article.id);
        let score = article.score(&self.settings);
        let mut hash = cmd("HSET");
        hash.arg(&key).arg("title").arg(&article.title).arg("link").arg(&article.link);
        hash.arg("poster").arg(&article.poster).arg("time").arg(article.time);
        hash.arg("votes").arg(article.balance());
        for (name, value) in extra_fields(article, score) {
            hash.arg(name).arg(value);
        }
        for (name, value) in &article.fields {
            if command_length(&hash) + name.len() + value.len() > ROUND_TRIP {
                self.commands.push(hash);
                hash = cmd("HSET").arg(&key).clone();
            }
            hash.arg(name).arg(value);
        }
        self.commands.push(hash);
    }

    fn add_ledgers(&mut self, article: &Item) {
        let (id, closes) = (article.id, article.closes);
        let users = |vote| article.voters_of(vote).collect::<Vec<_>>();
        let [up, down, silent_up, silent_down] =
            [UP, DOWN, Vote::Up.silent(), Vote::Down.silent()].map(users);
        self.add_votes(self.keys.of("silent", id), &silent_up, &silent_down);
        if closes <= self.now {
            return self.add_votes(self.keys.of("ledger", id), &up, &down);
        }
        for (users, key) in [(up, self.keys.of("voted", id)), (down, self.keys.of("oppose", id))] {
            for part in users.chunks(MEMBERS) {
                self.commands.push(cmd("SADD").arg(&key).arg(part).clone());
            }
            if !users.is_empty() {
                self.commands.push(cmd("EXPIREAT").arg(&key).arg(closes).clone());
            }
        }
    }

    /// Writes votes to a hash.
    fn add_votes(&mut self, key: Bytes, up: &[&Text], down: &[&Text]) {
        for (users, vote) in [(up, 1), (down, 2)] {
            for part in users.chunks(MEMBERS) {
                let mut command = cmd("HSET");
                command.arg(&key);
                part.iter().for_each(|user| {
                    command.arg(*user).arg(vote);
                });
                self.commands.push(command);
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.bytes = 0;
        self.server.call_all::<()>(&std::mem::take(&mut self.commands)).map(drop)
    }

    /// Writes the counter last: a site with a counter is complete.
    pub fn finish(mut self, report: &mut Report) -> Result<()> {
        self.complete_article(report)?;
        let mut settings = cmd("HSET");
        settings.arg(self.keys.named("settings:"));
        for setting in Setting::ALL {
            let value = self.settings.get(setting);
            settings.arg(setting.name()).arg(setting.text(value).as_bytes());
        }
        self.commands.push(settings);
        self.flush()?;
        self.commands.push(cmd("SET").arg(self.keys.counter()).arg(self.last_id).clone());
        self.flush()
    }
}

/// Returns the settings in the words of CREATE.
fn settings_of(create: &Command) -> Result<Settings> {
    let mut change = SettingsChange::default();
    let mut words = create.iter().skip(1);
    while let Some(word) = words.next() {
        let is_named = |setting: &Setting| setting.name().as_bytes() == word.as_slice();
        match (Setting::ALL.into_iter().find(is_named), words.next()) {
            (Some(setting), Some(value)) => change.set_text(setting, value)?,
            // The first id and the step of a part, which a classic site has not.
            _ => _ = words.next(),
        }
    }
    Ok(Settings::default().with(change))
}
