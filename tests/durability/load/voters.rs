//! A connection that votes and posts without a pause. It keeps a journal, to check the server
//! after it was killed.

use super::load_generator::{Findings, Progress, SITE};
use std::collections::BTreeMap;
use test_support::{Client, Protocol, Random, Value};

/// The number of users that a voter votes as. No two voters share a user.
const USERS_OF_A_VOTER: i64 = 5;
/// The most commands per pipeline.
const PIPELINE: i64 = 16;
/// The most articles that a voter posts, so that one page holds them all.
const POSTS: u64 = 40;

/// What a voter's command decides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A user's vote on an article: 1, -1 or 0.
    Vote { user: String, article: i64 },
    /// Whether an article has this title: 1 or 0.
    Post { title: String },
}

/// Items as the server reports them.
pub type Observed = BTreeMap<Item, i64>;

/// A connection and its journal. The server runs the connection's commands in order, so after a
/// crash it must be in the state after the first `n` of them, for some `n`.
pub struct Voter {
    number: usize,
    random: Random,
    posted: u64,
    /// What the last inspection found.
    base: Observed,
    /// What has been sent since then, and how many of these items are acknowledged.
    sent: Vec<(Item, i64)>,
    acknowledged: usize,
}

impl Voter {
    pub fn new(number: usize, random: Random) -> Self {
        let (base, sent) = (Observed::new(), Vec::new());
        Self { number, random, posted: 0, base, sent, acknowledged: 0 }
    }

    /// Forgets acknowledgements: only what the last inspection found must exist.
    pub fn trust_nothing_acknowledged(&mut self) {
        self.acknowledged = 0;
    }

    /// Sends commands and records which of them are acknowledged, until the server is gone or no
    /// longer a primary.
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

    /// Reads everything that the voter has ever decided from the server.
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
            // An article that does not exist has no votes.
            let vote = if reply == Value::Nil { 0 } else { c.fields(&reply).int("vote") };
            observed.insert(item, vote);
        }
        observed
    }

    /// Finds the number of commands after which the site is as observed. If nothing was lost, it
    /// is at least the number of acknowledged commands.
    pub fn settle(&mut self, observed: Observed, findings: &mut Findings) {
        let different = |item: &Item, value| i64::from(observed[item] != value);
        let mut state: Observed = observed.keys().map(|item| (item.clone(), 0)).collect();
        state.extend(self.base.clone());
        let mut differences: i64 = state.iter().map(|(item, value)| different(item, *value)).sum();
        let mut done = (differences == 0).then_some(0);
        for (number, (item, value)) in self.sent.iter().enumerate() {
            let before = state.insert(item.clone(), *value).unwrap_or(0);
            differences += different(item, *value) - different(item, before);
            // If several fit, the first that is large enough.
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
