//! Reading articles from their keys, as they are.

use std::collections::BTreeMap;
use std::iter;

use anyhow::Result;
use article_site::{RecordedVote, Vote};
use redis::{Cmd, cmd};

use crate::classic::dialect::TimeUnit;
use crate::classic::keys::Keys;
use crate::pace::Pace;
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::scan::{self, scan};
use crate::server::Server;
use crate::text::{Bytes, Text};
use crate::words::{Command, options};

/// An article as a classic site stores it, in whatever state that is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicArticle {
    pub id: u32,
    /// The hash, by name; empty if there is none.
    pub fields: Vec<(Text, Text)>,
    pub voters: Vec<(Text, RecordedVote)>,
    /// The score in `time:` in seconds, if it is there.
    pub time: Option<f64>,
    /// The score in `score:` in seconds, if it is there.
    pub score: Option<f64>,
    /// VOTERS, the id, and the options of LOAD that an export stored.
    pub extra: Command,
}

pub const UP: RecordedVote = Vote::Up.counted();
pub const DOWN: RecordedVote = Vote::Down.counted();
/// The number of words before the options.
const HEAD: usize = 2;

impl ClassicArticle {
    fn new(id: u32) -> Self {
        let extra = vec![Text(b"VOTERS".to_vec()), Text::integer(id)];
        Self { id, extra, ..Self::default() }
    }

    /// Returns whether an export wrote the article.
    pub fn is_exported(&self) -> bool {
        self.extra.len() > HEAD
    }

    pub fn field(&self, name: &[u8]) -> Option<&Text> {
        self.fields.iter().find(|(field, _)| **field == name).map(|(_, value)| value)
    }
}

pub struct ClassicReader {
    pub server: Server,
    pub keys: Keys,
    pub has_prefixed_members: bool,
    /// Whether there can be lists of an export.
    pub is_exported: bool,
    time_unit: TimeUnit,
    pace: Pace,
}

/// The most articles that are read at once.
const BATCH: usize = 200;
/// The most words of a list that are read at once.
const WORDS: usize = 1_000;

impl ClassicReader {
    pub fn new(server: Server, keys: Keys, time_unit: TimeUnit) -> Self {
        let pace = Pace::new(BATCH);
        let (has_prefixed_members, is_exported) = (false, false);
        Self { server, keys, has_prefixed_members, is_exported, time_unit, pace }
    }

    /// Returns the ids to read at once after the first ones, if any are left.
    pub fn part<'a>(&self, ids: &'a [u32], done: usize) -> Option<&'a [u32]> {
        ids.get(done..)?.chunks(self.pace.count()).next()
    }

    /// Reads the articles of some ids. What is missing is left empty.
    pub fn read(&mut self, ids: &[u32], report: &mut Report) -> Result<Vec<ClassicArticle>> {
        let before = self.server.received();
        let mut articles: Vec<_> = ids.iter().map(|id| ClassicArticle::new(*id)).collect();
        self.read_rankings(&mut articles)?;
        self.read_keys(&mut articles, report)?;
        if self.is_exported {
            self.read_extras(&mut articles)?;
        }
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

    /// Reads the voters, which are a set or a hash, and then the hash of each article.
    fn read_keys(&mut self, articles: &mut [ClassicArticle], report: &mut Report) -> Result<()> {
        const KEYS: [(&str, &str); 4] =
            [("SSCAN", "voted"), ("HSCAN", "voted"), ("SSCAN", "oppose"), ("HSCAN", "article")];
        let scans = articles.iter().flat_map(|article| {
            KEYS.map(|(command, kind)| scan(command, self.keys.of(kind, article.id)))
        });
        let scans: Vec<Cmd> = scans.collect();
        let mut found = scan::run(&mut self.server, &scans)?.into_iter();
        for article in articles {
            let id = article.id;
            let [set, votes, opposed, hash] = [(); 4].map(|()| found.next().flatten());
            let mut check = |is_right: bool, kind| {
                if !is_right {
                    report.add(Problem::WrongType, || readable(&self.keys.of(kind, id)));
                }
            };
            check(set.is_some() || votes.is_some(), "voted");
            check(opposed.is_some(), "oppose");
            check(hash.is_some(), "article");
            article.voters = match set {
                Some(users) => users.into_iter().map(|user| (user, UP)).collect(),
                None => by_vote(id, votes, report),
            };
            article.voters.extend(opposed.into_iter().flatten().map(|user| (user, DOWN)));
            article.fields = BTreeMap::from_iter(pairs(hash)).into_iter().collect();
        }
        Ok(())
    }

    /// Reads the lists that only an export makes.
    fn read_extras(&mut self, articles: &mut [ClassicArticle]) -> Result<()> {
        let mut open: Vec<&mut ClassicArticle> = articles.iter_mut().collect();
        while !open.is_empty() {
            let next = |article: &&mut ClassicArticle| {
                let (key, done) = (self.keys.of("load", article.id), article.extra.len() - HEAD);
                cmd("LRANGE").arg(key).arg(done).arg(done + WORDS - 1).clone()
            };
            let commands: Vec<Cmd> = open.iter().map(next).collect();
            let mut parts = self.server.call_all::<Vec<Text>>(&commands)?.into_iter();
            open.retain_mut(|article| {
                let part = parts.next().unwrap_or_default();
                let is_open = part.len() == WORDS;
                article.extra.extend(part);
                is_open
            });
        }
        for article in articles {
            for option in options(&article.extra) {
                let Some(kind) = option.voters else { continue };
                let voters = option.values.iter().map(|user| (user.clone(), kind.vote));
                article.voters.extend(voters);
            }
        }
        Ok(())
    }

    fn member(&self, id: u32) -> Bytes {
        if self.has_prefixed_members { self.keys.of("article", id) } else { Keys::member(id) }
    }
}

/// Returns the votes on an article in a hash: 1 is for it, and 2 against it.
fn by_vote(id: u32, votes: Option<Vec<Text>>, report: &mut Report) -> Vec<(Text, RecordedVote)> {
    let mut voters = Vec::new();
    for (user, vote) in pairs(votes) {
        match vote.as_slice() {
            b"1" => voters.push((user, UP)),
            b"2" => voters.push((user, DOWN)),
            // A vote that was withdrawn.
            b"0" => {}
            _ => {
                report.add(Problem::UnknownVote, || format!("{} on article {id}", readable(&user)))
            }
        }
    }
    voters
}

/// Returns the names and values of a hash, which a reply has one after the other.
fn pairs(hash: Option<Vec<Text>>) -> impl Iterator<Item = (Text, Text)> {
    let mut hash = hash.unwrap_or_default().into_iter();
    iter::from_fn(move || Some((hash.next()?, hash.next()?)))
}
