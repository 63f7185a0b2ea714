//! A classic site as a sink of articles.

use anyhow::Result;
use article_site::{Boost, Setting, Settings};
use redis::{Cmd, cmd};

use crate::article::{Article, Bytes, Voters, Votes};
use crate::classic::claim::claim;
use crate::classic::extra::{BOOST, CLOSES, DOWNVOTES, HIDDEN, LOCKED, PINNED, SCORE, UPVOTES};
use crate::classic::keys::Keys;
use crate::report::Report;
use crate::server::Server;
use crate::transfer::Sink;

/// The number of members in one command.
const MEMBERS: usize = 1_000;
/// The number of commands in one pipeline.
const PIPELINE: usize = 1_000;

/// A classic site that is being written.
pub struct ClassicSink {
    server: Server,
    keys: Keys,
    settings: Settings,
    /// The server's time.
    now: i64,
    commands: Vec<Cmd>,
}

impl ClassicSink {
    /// Prepares to write the site that has a key of the module, where no site is yet.
    pub fn open(server: Server, prefix: &str, key: &str, settings: Settings) -> Result<Self> {
        let mut server = server.with_all_nodes()?;
        let keys = Keys::new(prefix);
        claim(&mut server, &keys, key)?;
        let now = server.now()?;
        Ok(Self { server, keys, settings, now, commands: Vec::new() })
    }

    fn add_article(&mut self, article: &Article) {
        let (id, keys) = (article.id, &self.keys);
        let (up, down) = article.votes.counts();
        let score = article.score(&self.settings);
        let mut hash = cmd("HSET");
        hash.arg(keys.article(id)).arg("title").arg(&article.title).arg("link").arg(&article.link);
        hash.arg("poster").arg(&article.poster).arg("time").arg(article.time.get());
        hash.arg("votes").arg(article.votes.balance()).arg(CLOSES).arg(article.closes);
        if article.votes.voters().is_none() {
            hash.arg(UPVOTES).arg(up).arg(DOWNVOTES).arg(down);
        }
        if article.flags.hidden || score as f64 as i64 != score {
            hash.arg(SCORE).arg(score);
        }
        if article.boost != Boost::default() {
            hash.arg(BOOST).arg(article.boost.get());
        }
        let flags = article.flags;
        for (name, is_set) in
            [(HIDDEN, flags.hidden), (LOCKED, flags.locked), (PINNED, flags.pinned)]
        {
            if is_set {
                hash.arg(name).arg(1);
            }
        }
        for (name, value) in &article.fields {
            hash.arg(name).arg(value);
        }
        self.commands.push(hash);
        if article.fields.len() > 1 {
            let names: Vec<&Bytes> = article.fields.iter().map(|(name, _)| name).collect();
            self.commands.push(cmd("RPUSH").arg(self.keys.fields(id)).arg(names).clone());
        }
        let member = Keys::member(id);
        if !flags.hidden {
            let time = article.time.get();
            let time = cmd("ZADD").arg(self.keys.times()).arg(time).arg(&member).clone();
            let score = cmd("ZADD").arg(self.keys.scores()).arg(score).arg(&member).clone();
            self.commands.extend([time, score]);
        }
        for group in &article.groups {
            self.commands.push(cmd("SADD").arg(self.keys.group(group)).arg(&member).clone());
        }
        if let Votes::Recorded(voters) = &article.votes {
            self.add_voters(article, voters);
        }
    }

    fn add_voters(&mut self, article: &Article, voters: &Voters) {
        let (id, closes) = (article.id, article.closes);
        if closes <= self.now {
            for (users, vote) in [(&voters.up, 1), (&voters.down, 2)] {
                for part in users.chunks(MEMBERS) {
                    let mut command = cmd("HSET");
                    command.arg(self.keys.ledger(id));
                    part.iter().for_each(|user| {
                        command.arg(user).arg(vote);
                    });
                    self.commands.push(command);
                }
            }
            return;
        }
        for (users, key) in
            [(&voters.up, self.keys.voted(id)), (&voters.down, self.keys.oppose(id))]
        {
            for part in users.chunks(MEMBERS) {
                self.commands.push(cmd("SADD").arg(&key).arg(part).clone());
            }
            if !users.is_empty() {
                self.commands.push(cmd("EXPIREAT").arg(&key).arg(closes).clone());
            }
        }
    }

    fn flush(&mut self) -> Result<()> {
        for part in std::mem::take(&mut self.commands).chunks(PIPELINE) {
            for reply in self.server.run(part)? {
                self.server.accept(reply)?;
            }
        }
        Ok(())
    }
}

impl Sink for ClassicSink {
    fn write(&mut self, articles: Vec<Article>, report: &mut Report) -> Result<()> {
        report.count(&articles);
        articles.iter().for_each(|article| self.add_article(article));
        self.flush()
    }

    /// Writes the counter last: a site with a counter is complete.
    fn finish(&mut self, last_id: u32) -> Result<()> {
        let mut settings = cmd("HSET");
        settings.arg(self.keys.settings());
        for setting in Setting::ALL {
            let value = self.settings.get(setting);
            settings.arg(setting.name()).arg(setting.text(value).as_bytes());
        }
        self.commands.push(settings);
        self.flush()?;
        self.commands.push(cmd("SET").arg(self.keys.counter()).arg(last_id).clone());
        self.flush()
    }
}
