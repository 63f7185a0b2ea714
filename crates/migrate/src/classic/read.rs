//! Reading articles from their keys, as they are.

use std::collections::BTreeMap;
use std::iter;

use anyhow::Result;
use article_site::RecordedVote;
use redis::{Cmd, cmd};

use crate::classic::dialect::TimeUnit;
use crate::classic::keys::Keys;
use crate::item::Item;
use crate::item::votes::{DOWN, UP};
use crate::pace::Pace;
use crate::readable::readable;
use crate::report::{Problem, Report};
use crate::scan::{self, Scan};
use crate::server::Server;
use crate::text::{Bytes, Text};

/// An article as a classic site stores it, in whatever state that is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassicArticle {
    /// The id and the voters, silent ones as an export stores them.
    pub item: Item,
    /// The hash, by name; empty if there is none.
    pub fields: Vec<(Text, Text)>,
    /// The score in `time:` in seconds, if it is there.
    pub time: Option<f64>,
    /// The score in `score:` in seconds, if it is there.
    pub score: Option<f64>,
    /// The names of the custom fields in their order, as an export stores them.
    pub field_order: Vec<Text>,
}

impl ClassicArticle {
    pub fn id(&self) -> u32 {
        self.item.id
    }

    pub fn field(&self, name: &[u8]) -> Option<&Text> {
        self.fields.iter().find(|(field, _)| **field == name).map(|(_, value)| value)
    }
}

pub struct ClassicReader {
    pub server: Server,
    pub keys: Keys,
    pub has_prefixed_members: bool,
    time_unit: TimeUnit,
    pace: Pace,
}

/// The most articles that are read at once.
pub const BATCH: usize = 200;

impl ClassicReader {
    pub fn new(server: Server, keys: Keys, time_unit: TimeUnit) -> Self {
        let pace = Pace::new(BATCH);
        Self { server, keys, has_prefixed_members: false, time_unit, pace }
    }

    /// Returns the ids to read at once after the first ones, if any are left.
    pub fn part<'a>(&self, ids: &'a [u32], done: usize) -> Option<&'a [u32]> {
        ids.get(done..)?.chunks(self.pace.count()).next()
    }

    /// Reads the articles of some ids. What is missing is left empty.
    pub fn read(&mut self, ids: &[u32], report: &mut Report) -> Result<Vec<ClassicArticle>> {
        let before = self.server.received();
        let item = |id: &u32| Item { id: *id, ..Item::default() };
        let articles =
            ids.iter().map(|id| ClassicArticle { item: item(id), ..Default::default() });
        let mut articles: Vec<_> = articles.collect();
        self.read_rankings(&mut articles)?;
        self.read_keys(&mut articles, report)?;
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

    fn read_rankings(&mut self, articles: &mut [ClassicArticle]) -> Result<()> {
        let rankings = [self.keys.named("time:"), self.keys.named("score:")];
        let commands: Vec<Cmd> = articles
            .iter()
            .flat_map(|article| {
                let member = self.member(article.id());
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
            KEYS.map(|(command, kind)| Scan::new(command, self.keys.of(kind, article.id())))
        });
        let scans: Vec<Scan> = scans.collect();
        let mut found = scan::run(&mut self.server, &scans)?.into_iter();
        for article in articles {
            let id = article.id();
            let [set, votes, opposed, hash] = [(); 4].map(|()| found.next().flatten());
            let mut check = |is_right: bool, kind| {
                if !is_right {
                    report.add(Problem::WrongType, || readable(&self.keys.of(kind, id)));
                }
            };
            check(set.is_some() || votes.is_some(), "voted");
            check(opposed.is_some(), "oppose");
            check(hash.is_some(), "article");
            let item = &mut article.item;
            item.voters = match set {
                Some(users) => users.into_iter().map(|user| (user, UP)).collect(),
                None => by_vote(id, votes, report),
            };
            item.voters.extend(opposed.into_iter().flatten().map(|user| (user, DOWN)));
            article.fields = BTreeMap::from_iter(pairs(hash)).into_iter().collect();
        }
        Ok(())
    }

    /// Reads the keys that only an export makes.
    fn read_extras(&mut self, articles: &mut [ClassicArticle]) -> Result<()> {
        let mut exported: Vec<&mut ClassicArticle> =
            articles.iter_mut().filter(|article| article.field(b"closes").is_some()).collect();
        let ledgers: Vec<Scan> = exported
            .iter()
            .flat_map(|article| ["ledger", "silent"].map(|kind| self.keys.of(kind, article.id())))
            .map(|key| Scan::new("HSCAN", key))
            .collect();
        let orders: Vec<Cmd> = exported
            .iter()
            .map(|article| {
                cmd("LRANGE").arg(self.keys.of("fields", article.id())).arg(0).arg(99).clone()
            })
            .collect();
        let ledgers = scan::run(&mut self.server, &ledgers)?;
        let orders = self.server.call_all(&orders)?;
        let mut ledgers = ledgers.into_iter();
        for (article, order) in exported.iter_mut().zip(orders) {
            let mut votes = || {
                let votes = ledgers.next().flatten();
                by_vote(article.id(), votes, &mut Report::new(0))
            };
            let (counted, silent) = (votes(), votes());
            let silent = silent.into_iter().map(|(user, vote)| (user, vote.vote.silent()));
            article.item.voters.extend(counted.into_iter().chain(silent));
            article.field_order = order;
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
