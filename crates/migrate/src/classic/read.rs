//! Reading articles from their keys, as they are.

use std::collections::BTreeMap;

use anyhow::Result;
use redis::{Cmd, FromRedisValue, cmd};

use crate::classic::dialect::TimeUnit;
use crate::classic::keys::Keys;
use crate::item::Bytes;
use crate::pace::Pace;
use crate::ranking::Ranked;
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::scan::{self, Scan, Scanned};
use crate::server::Server;

/// An article as a classic site stores it, in whatever state that is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicArticle {
    pub id: u32,
    /// The hash, by name; empty if there is none.
    pub fields: Vec<(Bytes, Bytes)>,
    /// The score in `time:` in seconds, if it is there.
    pub time: Option<f64>,
    /// The score in `score:` in seconds, if it is there.
    pub score: Option<f64>,
    pub up: Vec<Bytes>,
    pub down: Vec<Bytes>,
    /// The users whose votes do not count, as an export stores them: for, and against.
    pub silent: [Vec<Bytes>; 2],
    /// The names of the custom fields in their order, as an export stores them.
    pub field_order: Vec<Bytes>,
}

impl ClassicArticle {
    pub fn field(&self, name: &[u8]) -> Option<&Bytes> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }
}

pub struct ClassicReader {
    pub server: Server,
    pub keys: Keys,
    pub has_prefixed_members: bool,
    time_unit: TimeUnit,
    pace: Pace,
    /// Whether the last `voted:` that was read was a hash.
    has_hashes: bool,
}

/// The most articles that are read at once.
pub const BATCH: usize = 200;

/// The votes in a hash of voters: for, and against.
const UP: &[u8] = b"1";
const DOWN: &[u8] = b"2";

impl ClassicReader {
    pub fn new(server: Server, keys: Keys, time_unit: TimeUnit) -> Self {
        let pace = Pace::new(BATCH);
        Self { server, keys, has_prefixed_members: false, time_unit, pace, has_hashes: false }
    }

    /// Returns the ids to read at once after the first ones, if any are left.
    pub fn part<'a>(&self, ids: &'a [u32], done: usize) -> Option<&'a [u32]> {
        ids.get(done..)?.chunks(self.pace.count()).next()
    }

    /// Reads the articles of some ids. What is missing is left empty.
    pub fn read(&mut self, ids: &[u32], report: &mut Report) -> Result<Vec<ClassicArticle>> {
        let before = self.server.received();
        let mut articles: Vec<ClassicArticle> =
            ids.iter().map(|id| ClassicArticle { id: *id, ..Default::default() }).collect();
        self.read_rankings(&mut articles)?;
        self.read_voters(&mut articles, report)?;
        let hashes = self.scan("HSCAN", &articles, "article", report)?;
        for (article, hash) in articles.iter_mut().zip(hashes) {
            article.fields = hash.into_iter().collect::<BTreeMap<_, _>>().into_iter().collect();
        }
        self.read_extras(&mut articles)?;
        self.pace.learn(ids.len(), self.server.received() - before);
        Ok(articles)
    }

    /// Returns when the voters of each article expire, in seconds from now, if they do.
    pub fn lifetimes(&mut self, ids: &[u32]) -> Result<Vec<Option<i64>>> {
        let commands: Vec<Cmd> =
            ids.iter().map(|id| cmd("TTL").arg(self.keys.of("voted", *id)).clone()).collect();
        let lifetimes = self.server.call_all(&commands)?.into_iter();
        Ok(lifetimes.map(|seconds| Some(seconds).filter(|seconds| *seconds >= 0)).collect())
    }

    /// Reads the first articles of a ranking, greatest value first. Notes whether its members
    /// repeat the prefix.
    pub fn ranking(&mut self, order: &str, size: u32) -> Result<Vec<Ranked>> {
        let key = self.keys.named(&format!("{order}:"));
        let mut range = cmd("ZREVRANGE");
        range.arg(key).arg(0).arg(i64::from(size) - 1).arg("WITHSCORES");
        let members: Vec<(Bytes, f64)> = self.server.call(&range)?;
        let mut ranked = Vec::with_capacity(members.len());
        for (member, score) in members {
            // What is no article is reported by the import.
            let Some(id) = self.keys.parse_member(&member) else { continue };
            self.has_prefixed_members |= self.keys.is_prefixed(&member);
            ranked.push((id, self.time_unit.seconds(score).floor() as i64));
        }
        Ok(ranked)
    }

    fn read_rankings(&mut self, articles: &mut [ClassicArticle]) -> Result<()> {
        let rankings = [self.keys.named("time:"), self.keys.named("score:")];
        let commands: Vec<Cmd> = articles
            .iter()
            .flat_map(|article| {
                let member = self.member(article.id);
                rankings.each_ref().map(|key| cmd("ZSCORE").arg(key).arg(&member).clone())
            })
            .collect();
        let mut replies = self.server.call_all::<Option<f64>>(&commands)?.into_iter();
        for article in articles {
            for score in [&mut article.time, &mut article.score] {
                let units = replies.next().flatten();
                *score = units.map(|units| self.time_unit.seconds(units));
            }
        }
        Ok(())
    }

    /// Reads `voted:` of each article as what the last one was, and as the other kind if it is
    /// not.
    fn read_voters(&mut self, articles: &mut [ClassicArticle], report: &mut Report) -> Result<()> {
        let mut left: Vec<&mut ClassicArticle> = articles.iter_mut().collect();
        for _ in 0..2 {
            let command = if self.has_hashes { "HSCAN" } else { "SSCAN" };
            let keys = left.iter().map(|article| self.keys.of("voted", article.id));
            let scans: Vec<Scan> = keys.map(|key| Scan::new(command, key)).collect();
            let found: Vec<Option<[Vec<Bytes>; 2]>> = if self.has_hashes {
                let found = left.iter().zip(scan::run(&mut self.server, &scans)?);
                let mut by_vote = |id, votes| by_vote(id, votes, report);
                found
                    .map(|(article, votes)| Some(by_vote(article.id, votes.elements()?)))
                    .collect()
            } else {
                let found = scan::run(&mut self.server, &scans)?.into_iter();
                found.map(|up| Some([up.elements()?, Vec::new()])).collect()
            };
            let mut found = found.into_iter();
            left.retain_mut(|article| match found.next().flatten() {
                Some([up, down]) => {
                    (article.up, article.down) = (up, down);
                    false
                }
                None => true,
            });
            if !left.is_empty() {
                self.has_hashes = !self.has_hashes;
            }
        }
        for article in left {
            let key = self.keys.of("voted", article.id);
            report.add(Problem::WrongType, || readable(&key));
        }
        let opposed = self.scan("SSCAN", articles, "oppose", report)?;
        for (article, users) in articles.iter_mut().zip(opposed) {
            article.down.extend::<Vec<Bytes>>(users);
        }
        Ok(())
    }

    /// Reads a key of each article.
    fn scan<T: FromRedisValue>(
        &mut self,
        command: &'static str,
        articles: &[ClassicArticle],
        kind: &str,
        report: &mut Report,
    ) -> Result<Vec<Vec<T>>> {
        let keys: Vec<Bytes> =
            articles.iter().map(|article| self.keys.of(kind, article.id)).collect();
        let scans: Vec<Scan> = keys.iter().map(|key| Scan::new(command, key.clone())).collect();
        let found = keys.iter().zip(scan::run(&mut self.server, &scans)?);
        let elements = found.map(|(key, scanned)| {
            scanned.elements().unwrap_or_else(|| {
                report.add(Problem::WrongType, || readable(key));
                Vec::new()
            })
        });
        Ok(elements.collect())
    }

    /// Reads the keys that only an export makes.
    fn read_extras(&mut self, articles: &mut [ClassicArticle]) -> Result<()> {
        let mut exported: Vec<&mut ClassicArticle> =
            articles.iter_mut().filter(|article| article.field(b"closes").is_some()).collect();
        let ledgers: Vec<Scan> = exported
            .iter()
            .flat_map(|article| {
                [self.keys.of("ledger", article.id), self.keys.of("silent", article.id)]
            })
            .map(|key| Scan::new("HSCAN", key))
            .collect();
        let orders: Vec<Cmd> = exported
            .iter()
            .map(|article| {
                cmd("LRANGE").arg(self.keys.of("fields", article.id)).arg(0).arg(99).clone()
            })
            .collect();
        let ledgers = scan::run(&mut self.server, &ledgers)?;
        let orders = self.server.call_all(&orders)?;
        let mut ledgers = ledgers.into_iter();
        for (article, order) in exported.iter_mut().zip(orders) {
            let mut votes = || {
                let votes = ledgers.next().and_then(Scanned::elements).unwrap_or_default();
                by_vote(article.id, votes, &mut Report::new(0))
            };
            let [up, down] = votes();
            article.silent = votes();
            article.up.extend(up);
            article.down.extend(down);
            article.field_order = order;
        }
        Ok(())
    }

    fn member(&self, id: u32) -> Bytes {
        if self.has_prefixed_members { self.keys.of("article", id) } else { Keys::member(id) }
    }
}

/// Returns the users in a hash of votes on an article who voted for it, and those who voted
/// against it.
fn by_vote(id: u32, votes: Vec<(Bytes, Bytes)>, report: &mut Report) -> [Vec<Bytes>; 2] {
    let (mut up, mut down) = (Vec::new(), Vec::new());
    for (user, vote) in votes {
        match vote.as_slice() {
            UP => up.push(user),
            DOWN => down.push(user),
            // A vote that was withdrawn.
            b"0" => {}
            _ => {
                report.add(Problem::UnknownVote, || format!("{} on article {id}", readable(&user)))
            }
        }
    }
    [up, down]
}
