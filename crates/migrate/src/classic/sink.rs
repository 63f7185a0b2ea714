//! A classic site as a sink. It has no place for comments, which are left out.

use anyhow::Result;
use article_site::{Activity, Boost, Flags, Setting, Settings};
use redis::{Cmd, cmd};

use crate::classic::claim::claim;
use crate::classic::extra::{
    BOOST, BUMPED, CLOSES, COMMENTS, DOWNVOTES, HIDDEN, LOCKED, PINNED, SCORE, UPVOTES,
};
use crate::classic::keys::Keys;
use crate::item::{Bytes, Content, Entry, Item};
use crate::pace::ROUND_TRIP;
use crate::report::Report;
use crate::server::{Server, command_length};
use crate::transfer::Sink;
use crate::votes::{Voters, Votes};

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

    /// Adds an article. Returns false for a comment.
    fn add_article(&mut self, article: &Item) -> bool {
        let Item {
            id,
            poster,
            time,
            closes,
            score: _,
            boost,
            flags: Flags { hidden, locked, pinned },
            content,
            votes,
            fields,
        } = article;
        let Content::Article { title, link, activity, groups } = content else { return false };
        let Activity { comments, bumped } = activity;
        let (id, keys, time) = (*id, &self.keys, time.get());
        let (up, down) = votes.counts();
        let score = article.score(&self.settings);
        let mut hash = cmd("HSET");
        hash.arg(keys.article(id)).arg("title").arg(title).arg("link").arg(link);
        hash.arg("poster").arg(poster).arg("time").arg(time);
        hash.arg("votes").arg(votes.balance()).arg(CLOSES).arg(*closes);
        if votes.voters().is_none() {
            hash.arg(UPVOTES).arg(up).arg(DOWNVOTES).arg(down);
        }
        if *hidden || score as f64 as i64 != score {
            hash.arg(SCORE).arg(score);
        }
        if *boost != Boost::default() {
            hash.arg(BOOST).arg(boost.get());
        }
        for (name, is_set) in [(HIDDEN, hidden), (LOCKED, locked), (PINNED, pinned)] {
            if *is_set {
                hash.arg(name).arg(1);
            }
        }
        if *comments != 0 {
            hash.arg(COMMENTS).arg(*comments);
        }
        if bumped.get() != time {
            hash.arg(BUMPED).arg(bumped.get());
        }
        for (name, value) in fields {
            if command_length(&hash) + name.len() + value.len() > ROUND_TRIP {
                self.commands.push(hash);
                hash = cmd("HSET").arg(keys.article(id)).clone();
            }
            hash.arg(name).arg(value);
        }
        self.commands.push(hash);
        if fields.len() > 1 {
            let names: Vec<&Bytes> = fields.iter().map(|(name, _)| name).collect();
            self.commands.push(cmd("RPUSH").arg(keys.fields(id)).arg(names).clone());
        }
        let member = Keys::member(id);
        if !hidden {
            for (key, value) in [(keys.times(), time), (keys.scores(), score)] {
                self.commands.push(cmd("ZADD").arg(key).arg(value).arg(&member).clone());
            }
        }
        for group in groups {
            self.commands.push(cmd("SADD").arg(keys.group(group)).arg(&member).clone());
        }
        if let Votes::Recorded(voters) = votes {
            self.add_voters(id, *closes, voters);
        }
        true
    }

    fn add_voters(&mut self, id: u32, closes: i64, voters: &Voters) {
        let Voters { up, down, silent_up, silent_down } = voters;
        self.add_votes(self.keys.silent(id), silent_up, silent_down);
        if closes <= self.now {
            return self.add_votes(self.keys.ledger(id), up, down);
        }
        for (users, key) in [(up, self.keys.voted(id)), (down, self.keys.oppose(id))] {
            for part in users.chunks(MEMBERS) {
                self.commands.push(cmd("SADD").arg(&key).arg(part).clone());
            }
            if !users.is_empty() {
                self.commands.push(cmd("EXPIREAT").arg(&key).arg(closes).clone());
            }
        }
    }

    /// Writes votes to a hash.
    fn add_votes(&mut self, key: Bytes, up: &[Bytes], down: &[Bytes]) {
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
        let replies = self.server.run(&std::mem::take(&mut self.commands))?;
        replies.into_iter().try_for_each(|reply| self.server.accept(reply).map(drop))
    }
}

impl Sink for ClassicSink {
    fn write(&mut self, mut entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        // Nothing refers to a place without its comments.
        entries.retain(|entry| entry.item().is_some());
        let all = entries.len();
        entries.retain(|entry| entry.item().is_some_and(|item| self.add_article(item)));
        report.leave_out(all - entries.len());
        report.count(&entries);
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
