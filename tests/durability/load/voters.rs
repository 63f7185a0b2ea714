//! A connection that votes and posts without a pause and keeps a journal, against which the server
//! is held when it was killed and is back.

use super::load_generator::{Findings, Progress, SITE};
use std::collections::BTreeMap;
use test_support::{Client, Protocol, Random, Value};

/// Users that a voter votes for; no two voters share any.
const USERS_OF_A_VOTER: i64 = 5;
/// Commands that are sent at once, at most.
const PIPELINE: i64 = 16;
/// Articles that a voter posts, at most, so that all articles are on one page.
const POSTS: u64 = 40;

/// What a command of a voter decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// How a user votes on an article: 1, -1 or 0.
    Vote { user: String, article: i64 },
    /// Whether there is an article of this title: 1 or 0.
    Post { title: String },
}

/// What the server says, of items that it has been asked for.
pub type Observed = BTreeMap<Item, i64>;

/// One connection's journal. The server does its commands in their order: what it has after a
/// crash is what it would have after the first so many of them.
pub struct Voter {
    number: usize,
    random: Random,
    posted: u64,
    /// What was there when the server was held against the journal last.
    base: Observed,
    /// What has been sent since then, and how much of that has been acknowledged.
    sent: Vec<(Item, i64)>,
    acknowledged: usize,
}

impl Voter {
    pub fn new(number: usize, random: Random) -> Self {
        let (base, sent) = (Observed::new(), Vec::new());
        Self { number, random, posted: 0, base, sent, acknowledged: 0 }
    }

    /// Forgets what was acknowledged: only what was there when the server was held against the
    /// journal last must be there.
    pub fn trust_nothing_acknowledged(&mut self) {
        self.acknowledged = 0;
    }

    /// Sends commands, and takes down which of them are acknowledged, until the server is gone or
    /// is a primary no more.
    pub fn vote(&mut self, port: u16, articles: &[i64], replicas: i64, progress: &Progress) {
        let Ok(Client { mut connection, .. }) = Client::connect(port, Protocol::Resp2) else {
            return;
        };
        let mut current = self.base.clone();
        current.extend(self.sent.iter().cloned());
        while !progress.is_over() {
            let mut packed = Vec::new();
            let mut expected = Vec::new();
            for _ in 0..=self.random.below(PIPELINE) {
                let (command, item, value) = self.next_command(articles);
                packed.extend(command.get_packed_command());
                let before = current.insert(item.clone(), value).unwrap_or(0);
                expected.push(match item {
                    Item::Vote { .. } => Some(i64::from(before != value)),
                    Item::Post { .. } => None,
                });
                self.sent.push((item, value));
            }
            packed.extend(redis::cmd("WAIT").arg(&[replicas, 5000]).get_packed_command());
            if connection.send_packed_command(&packed).is_err() {
                return;
            }
            for expected in &expected {
                match connection.recv_response() {
                    Err(_) => return,
                    Ok(Value::ServerError(error)) if error.code() == "READONLY" => return,
                    Ok(Value::Int(reply)) if expected.is_none_or(|changed| changed == reply) => {}
                    Ok(other) => panic!("not {expected:?} but {other:?}"),
                }
                if replicas == 0 {
                    self.acknowledged += 1;
                    progress.add(1);
                }
            }
            match connection.recv_response() {
                Ok(Value::Int(number)) if replicas > 0 && number >= replicas => {
                    self.acknowledged = self.sent.len();
                    progress.add(expected.len());
                }
                Ok(Value::Int(_)) => {}
                _ => return,
            }
        }
    }

    fn next_command(&mut self, articles: &[i64]) -> (redis::Cmd, Item, i64) {
        let mut command = redis::Cmd::new();
        if self.posted < POSTS && self.random.below(400) == 0 {
            self.posted += 1;
            let title = format!("{}-{}", self.number, self.posted);
            command.arg(&["ARTICLE.POST", SITE, "poster", &title, "l", "GROUPS", "1", "g"]);
            return (command, Item::Post { title }, 1);
        }
        let user = format!("user-{}-{}", self.number, self.random.below(USERS_OF_A_VOTER));
        let article = self.random.pick(articles);
        let (kind, value) = self.random.pick(&[("UP", 1), ("UP", 1), ("DOWN", -1), ("NONE", 0)]);
        command.arg("ARTICLE.VOTE").arg(SITE).arg(&user).arg(article).arg(kind);
        (command, Item::Vote { user, article }, value)
    }

    /// Asks the server for everything that the voter has ever decided.
    pub fn observe(&self, c: &mut Client, ids: &BTreeMap<String, i64>) -> Observed {
        let mut observed = Observed::new();
        let mut lines = Vec::new();
        let sent = self.sent.iter().map(|(item, _)| item);
        for item in self.base.keys().chain(sent) {
            if observed.contains_key(item) {
                continue;
            }
            let value = match item {
                Item::Post { title } => i64::from(ids.contains_key(title)),
                Item::Vote { user, article } => {
                    lines.push((
                        item.clone(),
                        format!("ARTICLE.GET {SITE} {article} VIEWER {user}"),
                    ));
                    0
                }
            };
            observed.insert(item.clone(), value);
        }
        let (items, lines): (Vec<_>, Vec<_>) = lines.into_iter().unzip();
        for (item, reply) in items.into_iter().zip(c.run_all(&lines)) {
            // An article that is not there has no votes.
            let vote = if reply == Value::Nil { 0 } else { c.fields(&reply).int("vote") };
            observed.insert(item, vote);
        }
        observed
    }

    /// Finds after how many of the commands the site is as it was observed: after all that were
    /// acknowledged, or more, if nothing was lost.
    pub fn settle(&mut self, observed: Observed, findings: &mut Findings) {
        let different = |item: &Item, value| i64::from(observed[item] != value);
        let mut state: Observed = observed.keys().map(|item| (item.clone(), 0)).collect();
        state.extend(self.base.clone());
        let mut differences: i64 = state.iter().map(|(item, value)| different(item, *value)).sum();
        let mut done = (differences == 0).then_some(0);
        for (number, (item, value)) in self.sent.iter().enumerate() {
            let before = state.insert(item.clone(), *value).unwrap_or(0);
            differences += different(item, *value) - different(item, before);
            // Of several that fit, the first that is enough.
            if differences == 0 && done.is_none_or(|done| done < self.acknowledged) {
                done = Some(number + 1);
            }
        }
        let Some(done) = done else {
            panic!("the site is as no part of the commands of voter {} leaves it", self.number);
        };
        findings.acknowledged += self.acknowledged as u64;
        findings.unacknowledged += done.saturating_sub(self.acknowledged) as u64;
        findings.lost += self.acknowledged.saturating_sub(done) as u64;
        self.base = observed;
        self.sent.clear();
        self.acknowledged = 0;
    }
}
