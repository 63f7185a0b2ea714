//! The client code of a classic site: it posts, votes, and puts articles into groups.
//!
//! | key | type | content |
//! | --- | --- | --- |
//! | `article:` | string | the id counter |
//! | `article:<id>` | hash | the article |
//! | `time:` `score:` | sorted set | member `article:<id>`, by time and by score |
//! | `voted:<id>` | set, or hash in Go | users who voted, until voting closes |
//! | `oppose:<id>` | set | users who voted against, in Java |
//! | `group:<name>` | set | members `article:<id>` |
//! | `time:<name>` `score:<name>` | sorted set | a group's ranking, kept for 60 seconds |
//!
//! Times are whole seconds. The client's clock is an argument, as it need not be the server's.

use super::{Design, WEEK};
use test_support::*;

/// A classic site.
#[derive(Clone, Copy, Debug)]
pub struct Classic {
    pub design: Design,
    /// How long voting on an article is open, in seconds.
    pub window: i64,
}

impl Classic {
    pub fn new(design: Design) -> Self {
        Self { design, window: WEEK }
    }

    /// Posts an article and returns its id.
    pub fn post(self, c: &mut Client, user: &str, title: &str, link: &str, now: i64) -> i64 {
        let Self { design, window } = self;
        let id = c.int("INCR article:");
        let (poster_field, time_field) = design.fields();
        let votes = i64::from(design.counts_poster());
        if design.counts_poster() {
            c.int(&format!("SADD voted:{id} {user}"));
            c.int(&format!("EXPIRE voted:{id} {window}"));
        }
        c.ok(&format!(
            "HMSET article:{id} title {title} link {link} {poster_field} {user} \
             {time_field} {now} votes {votes}"
        ));
        if design == Design::Java {
            c.int(&format!("HSET article:{id} oppose 0"));
        }
        c.int(&format!("ZADD score: {} article:{id}", now + votes * design.vote_score()));
        c.int(&format!("ZADD time: {now} article:{id}"));
        id
    }

    /// Votes in the three steps that other clients can come between.
    pub fn vote(self, c: &mut Client, ballot: Ballot, now: i64) -> Outcome {
        match self.check(c, ballot, now) {
            Ok(previous) => {
                let change = self.record(c, ballot, previous);
                self.count(c, ballot, change);
                if change == 0 { Outcome::Repeated } else { Outcome::Counted }
            }
            Err(outcome) => outcome,
        }
    }

    /// Step 1: checks whether the user may vote. Returns the user's vote so far where the design
    /// reads it: 1, 0 or -1.
    pub fn check(
        self,
        c: &mut Client,
        Ballot { user, id, .. }: Ballot,
        now: i64,
    ) -> Result<i64, Outcome> {
        let cutoff = now - self.window;
        match (self.design, c.run(&format!("ZSCORE time: article:{id}"))) {
            // A comparison with None throws a TypeError in Python, a NullPointerException in Java.
            (Design::Python | Design::Java, Value::Nil) => return Err(Outcome::Exception),
            // Go compares only if there is no error.
            (Design::Go, Value::Nil) => {}
            (_, time) if integer(&time) < cutoff => return Err(Outcome::Closed),
            _ => {}
        }
        if self.design != Design::Go {
            return Ok(0);
        }
        if c.run(&format!("HGET article:{id} poster")) == bulk(user) {
            return Err(Outcome::OwnArticle);
        }
        Ok(match c.run(&format!("HGET voted:{id} {user}")) {
            Value::Nil => 0,
            vote if vote == bulk("1") => 1,
            _ => -1,
        })
    }

    /// Step 2: records who votes. Returns by how much the votes must change.
    pub fn record(self, c: &mut Client, ballot: Ballot, previous: i64) -> i64 {
        let Ballot { user, id, choice } = ballot;
        match (self.design, choice) {
            (Design::Python | Design::Java, Choice::For) => {
                c.int(&format!("SADD voted:{id} {user}"))
            }
            (Design::Java, Choice::Against) => -c.int(&format!("SADD oppose:{id} {user}")),
            (Design::Go, Choice::Withdrawn) => {
                c.int(&format!("HDEL voted:{id} {user}"));
                -previous
            }
            (Design::Go, _) => {
                let kind = if choice == Choice::For { 1 } else { 2 };
                c.int(&format!("HSET voted:{id} {user} {kind}"));
                choice.value() - previous
            }
            _ => panic!("{:?} has no vote {choice:?}", self.design),
        }
    }

    /// Step 3: counts the vote.
    pub fn count(self, c: &mut Client, Ballot { id, .. }: Ballot, change: i64) {
        if change != 0 {
            let seconds = change * self.design.vote_score();
            c.run(&format!("ZINCRBY score: {seconds} article:{id}"));
            c.int(&format!("HINCRBY article:{id} votes {change}"));
        }
    }
}

/// Adds an article to groups and removes it from others. Returns how many it joined and left.
pub fn add_remove_groups(c: &mut Client, id: i64, add: &[&str], remove: &[&str]) -> (i64, i64) {
    let mut each = |command: &str, groups: &[&str]| {
        let line = |group: &&str| format!("{command} group:{group} article:{id}");
        groups.iter().map(line).map(|line| c.int(&line)).sum()
    };
    (each("SADD", add), each("SREM", remove))
}

/// A vote of a user on an article.
#[derive(Clone, Copy, Debug)]
pub struct Ballot<'a> {
    pub user: &'a str,
    pub id: i64,
    pub choice: Choice,
}

impl<'a> Ballot<'a> {
    pub fn up(user: &'a str, id: i64) -> Self {
        Self { user, id, choice: Choice::For }
    }

    /// Votes in the module's site.
    pub fn cast(self, c: &mut Client) -> Outcome {
        let word = match self.choice {
            Choice::For => "UP",
            Choice::Against => "DOWN",
            Choice::Withdrawn => "NONE",
        };
        let line = format!("ARTICLE.VOTE {} {} {} {word}", super::SITE, self.user, self.id);
        match c.run(&line) {
            Value::Int(1) => Outcome::Counted,
            Value::Int(0) => Outcome::Repeated,
            error => match error_text(&error).as_str() {
                VOTE_CLOSED => Outcome::Closed,
                SELF_VOTE => Outcome::OwnArticle,
                other => panic!("{line}: {other}"),
            },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    For,
    Against,
    Withdrawn,
}

impl Choice {
    pub fn value(self) -> i64 {
        match self {
            Self::For => 1,
            Self::Against => -1,
            Self::Withdrawn => 0,
        }
    }
}

/// What became of a vote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Counted,
    Repeated,
    Closed,
    OwnArticle,
    /// The client code throws.
    Exception,
}

/// Reads an integer that the server sends as a text.
fn integer(value: &Value) -> i64 {
    text(value).parse().unwrap_or_else(|_| panic!("not an integer: {value:?}"))
}
