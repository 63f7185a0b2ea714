//! A classic site as a sink. It has no place for comments, kept votes, and readers, which are left
//! out.

use anyhow::Result;
use article_site::{Kind, Setting, Settings};
use redis::{Cmd, cmd};

use crate::classic::claim::claim;
use crate::classic::extra::extra_fields;
use crate::classic::keys::Keys;
use crate::item::{Bytes, Item, Reader, Text};
use crate::pace::ROUND_TRIP;
use crate::report::{Count, Report};
use crate::server::{Server, command_length};
use crate::transfer::Sink;

/// The number of members in one command.
const MEMBERS: usize = 1_000;

/// A classic site that is being written.
pub struct ClassicSink {
    server: Server,
    keys: Keys,
    settings: Settings,
    /// The server's time.
    now: i64,
    commands: Vec<Cmd>,
    last_id: u32,
}

impl ClassicSink {
    /// Prepares to write the site that has a key of the module, where no site is yet.
    pub fn open(server: Server, prefix: &str, key: &str, settings: Settings) -> Result<Self> {
        let mut server = server.with_all_nodes()?;
        let keys = Keys::new(prefix);
        claim(&mut server, &keys, key)?;
        let now = server.now()?;
        Ok(Self { server, keys, settings, now, commands: Vec::new(), last_id: 0 })
    }

    fn add_article(&mut self, article: &Item) {
        let id = article.id();
        self.add_hash(article);
        if article.fields.len() > 1 {
            let names: Vec<&Text> = article.fields.iter().map(|(name, _)| name).collect();
            self.commands.push(cmd("RPUSH").arg(self.keys.of("fields", id)).arg(names).clone());
        }
        let member = Keys::member(id);
        if !article.hidden {
            let score = article.score(&self.settings);
            for (key, value) in
                [(self.keys.named("time:"), article.time.0), (self.keys.named("score:"), score)]
            {
                self.commands.push(cmd("ZADD").arg(key).arg(value).arg(&member).clone());
            }
        }
        for group in article.groups() {
            self.commands.push(cmd("SADD").arg(self.keys.group(group)).arg(&member).clone());
        }
        self.add_voters(article);
    }

    fn add_hash(&mut self, article: &Item) {
        let key = self.keys.of("article", article.id());
        let score = article.score(&self.settings);
        let mut hash = cmd("HSET");
        hash.arg(&key).arg("title").arg(&article.title).arg("link").arg(&article.link);
        hash.arg("poster").arg(&article.poster).arg("time").arg(article.time.0);
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

    fn add_voters(&mut self, article: &Item) {
        let (id, closes) = (article.id(), article.closes());
        let Item { up, down, silent_up, silent_down, .. } = article;
        self.add_votes(self.keys.of("silent", id), silent_up, silent_down);
        if closes <= self.now {
            return self.add_votes(self.keys.of("ledger", id), up, down);
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
    fn add_votes(&mut self, key: Bytes, up: &[Text], down: &[Text]) {
        for (users, vote) in [(up, 1), (down, 2)] {
            for part in users.chunks(MEMBERS) {
                let mut command = cmd("HSET");
                command.arg(&key);
                part.iter().for_each(|user| {
                    command.arg(user).arg(vote);
                });
                self.commands.push(command);
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        self.server.call_all::<()>(&std::mem::take(&mut self.commands)).map(drop)
    }
}

impl Sink for ClassicSink {
    fn write(&mut self, mut entries: Vec<Item>, report: &mut Report) -> Result<()> {
        // Nothing refers to a place without its comments.
        entries.retain(|item| !item.deleted);
        let all = entries.len();
        entries.retain(|item| item.kind() == Kind::Article);
        *report.left_out(Count::Comments) += (all - entries.len()) as u64;
        for article in &mut entries {
            for kept in [&mut article.kept_up, &mut article.kept_down] {
                *report.left_out(Count::KeptVotes) += std::mem::take(kept).len() as u64;
            }
            self.add_article(article);
        }
        report.count(&entries);
        self.flush()
    }

    fn write_last_id(&mut self, last_id: u32, _report: &mut Report) -> Result<()> {
        self.last_id = last_id;
        Ok(())
    }

    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        report.count_readers(&readers, true);
        Ok(())
    }

    /// Writes the counter last: a site with a counter is complete.
    fn finish(&mut self) -> Result<()> {
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
