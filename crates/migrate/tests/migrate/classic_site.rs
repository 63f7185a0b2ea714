//! A classic site, written by a transcription of the code that such sites have.

use test_support::{Client, Value, int};

pub const WINDOW: i64 = 604_800;

/// How a site stores what differs between the ports.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Port {
    /// The book's: `poster`, `time` as a float, `voted:` as a set.
    Python,
    /// `user`, `now`, votes against in `oppose:`.
    Java,
    /// `content` in place of the link, `voted:` as a hash, 100 seconds per vote.
    Go,
    /// Like the book's, but posters cannot vote and articles start without a vote.
    GoWithoutSelfVote,
}

/// A vote for or against an article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    For,
    Against,
}

pub struct ClassicSite {
    pub client: Client,
    pub prefix: &'static str,
    pub port: Port,
}

impl ClassicSite {
    pub fn new(client: Client, port: Port) -> Self {
        Self { client, prefix: "", port }
    }

    pub fn vote_score(&self) -> i64 {
        if self.port == Port::Go { 100 } else { 432 }
    }

    /// Posts an article and returns its id.
    pub fn post(&mut self, user: &str, title: &str, link: &str, time: i64) -> i64 {
        let id = self.client.call("INCR", self.key("article:"));
        let Value::Int(id) = id else { panic!("not an id: {id:?}") };
        self.post_with_id(id, user, title, link, time);
        id
    }

    pub fn post_with_id(&mut self, id: i64, user: &str, title: &str, link: &str, time: i64) {
        let starts_at = i64::from(self.port != Port::GoWithoutSelfVote);
        if starts_at == 1 {
            self.record(user, id, Side::For);
            self.client.call("EXPIREAT", (self.key(&format!("voted:{id}")), time + WINDOW));
        }
        let (poster, at) =
            if self.port == Port::Java { ("user", "now") } else { ("poster", "time") };
        let text = if self.port == Port::Go { "content" } else { "link" };
        let exact =
            if self.port == Port::Python { format!("{time}.25") } else { time.to_string() };
        let hash = self.key(&format!("article:{id}"));
        let votes = starts_at.to_string();
        self.client.call(
            "HSET",
            &[&hash, "title", title, text, link, poster, user, at, &exact, "votes", &votes],
        );
        let member = format!("article:{id}");
        self.client.call("ZADD", (self.key("time:"), &exact, &member));
        let score = exact.parse::<f64>().expect("a time") + (starts_at * self.vote_score()) as f64;
        self.client.call("ZADD", (self.key("score:"), score, &member));
    }

    /// Votes, as a client does that finds voting open and has not voted.
    pub fn vote(&mut self, user: &str, id: i64, side: Side) -> bool {
        if self.record(user, id, side) != int(1) {
            return false;
        }
        let weight = if side == Side::For { 1 } else { -1 };
        let member = format!("article:{id}");
        let seconds = weight * self.vote_score();
        self.client.call("ZINCRBY", (self.key("score:"), seconds, member));
        self.client.call("HINCRBY", (self.key(&format!("article:{id}")), "votes", weight));
        true
    }

    fn record(&mut self, user: &str, id: i64, side: Side) -> Value {
        let voted = self.key(&format!("voted:{id}"));
        match (self.port, side) {
            (Port::Go, side) => {
                self.client.call("HSETNX", (voted, user, if side == Side::For { 1 } else { 2 }))
            }
            (_, Side::For) => self.client.call("SADD", (voted, user)),
            (_, Side::Against) => {
                self.client.call("SADD", (self.key(&format!("oppose:{id}")), user))
            }
        }
    }

    pub fn join(&mut self, id: i64, group: &str) {
        self.client.call("SADD", (self.key(&format!("group:{group}")), format!("article:{id}")));
    }

    pub fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }
}
