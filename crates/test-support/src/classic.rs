//! The classic layout in plain keys, as the code of "Redis in Action", chapter 1, and its ports to
//! other languages make it.
//!
//! | key | type | content |
//! | --- | --- | --- |
//! | `article:` | string | the id counter |
//! | `article:<id>` | hash | the article |
//! | `time:` `score:` | sorted set | member `article:<id>`, by time and by score |
//! | `voted:<id>` | set, or hash | users who voted, until voting closes |
//! | `oppose:<id>` | set | users who voted against |
//! | `group:<name>` | set | members `article:<id>` |
//! | `time:<name>` `score:<name>` | sorted set | a group's ranking |
//!
//! The client's clock is an argument, as it need not be the server's.

use std::collections::BTreeMap;

use super::{Client, Value, bulk, number, text};

/// How long voting on an article is open, in seconds.
pub const WEEK: i64 = 7 * 86_400;
/// The number of members in one command.
const MEMBERS: usize = 200;

/// A command and its arguments.
pub type Words = Vec<String>;

/// What distinguishes the published designs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    /// The fields of an article's hash with its poster, its time, and its link.
    pub poster: &'static str,
    pub time: &'static str,
    pub link: &'static str,
    /// The seconds that a vote adds to the score.
    pub vote_score: i64,
    pub voters: Voters,
    /// Whether posting counts as the poster's vote. Otherwise, posters cannot vote on their own
    /// articles.
    pub counts_poster: bool,
}

/// Where a design keeps the voters of an article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Voters {
    /// In a set of those who voted for it. There are no votes against.
    Set,
    /// In a set of those who voted for it, and in another of those who voted against.
    TwoSets,
    /// In a hash of user to 1 or 2. Votes can be changed and withdrawn.
    Hash,
}

impl Design {
    /// The book's.
    pub const PYTHON: Self = Self {
        poster: "poster",
        time: "time",
        link: "link",
        vote_score: 432,
        voters: Voters::Set,
        counts_poster: true,
    };
    pub const JAVA: Self =
        Self { poster: "user", time: "now", voters: Voters::TwoSets, ..Self::PYTHON };
    pub const GO: Self =
        Self { vote_score: 100, voters: Voters::Hash, counts_poster: false, ..Self::PYTHON };
    /// Has texts in place of links.
    pub const GO_WITH_CONTENT: Self = Self { link: "content", counts_poster: true, ..Self::GO };
    pub const GO_WITH_SETS: Self = Self { counts_poster: false, ..Self::PYTHON };
}

/// A classic site.
#[derive(Clone, Copy, Debug)]
pub struct Classic<'a> {
    pub design: Design,
    /// A text with which all keys begin.
    pub prefix: &'a str,
    /// The least number of digits of an id. With enough, articles with equal scores are in the
    /// order of their ids.
    pub digits: usize,
    /// How long voting on an article is open, in seconds.
    pub window: i64,
    /// What the times of posts have beyond whole seconds.
    pub fraction: f64,
    pub groups: Groups,
}

/// How a site keeps the members of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Groups {
    /// In a set, which is intersected with a ranking when a page is read.
    Sets,
    /// In two rankings of its own.
    Rankings,
}

/// An article to be stored.
#[derive(Clone, Debug, Default)]
pub struct Article {
    pub id: i64,
    pub title: String,
    pub link: String,
    pub poster: String,
    pub time: f64,
    pub votes: i64,
    /// Further fields of its hash.
    pub fields: Vec<(&'static str, String)>,
    pub groups: Vec<String>,
    /// The users who voted for and against it, if voting is open.
    pub up: Vec<String>,
    pub down: Vec<String>,
}

impl<'a> Classic<'a> {
    pub const fn new(design: Design) -> Self {
        Self { design, prefix: "", digits: 1, window: WEEK, fraction: 0.0, groups: Groups::Sets }
    }

    pub fn key(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Returns how sets and sorted sets name an article.
    pub fn member(&self, id: i64) -> String {
        format!("article:{id:0digits$}", digits = self.digits)
    }

    /// Returns a key of an article: its hash, or its voters.
    pub fn of(&self, kind: &str, id: i64) -> String {
        format!("{}{kind}:{id:0digits$}", self.prefix, digits = self.digits)
    }

    /// Returns the commands that store articles.
    pub fn store(&self, articles: &[Article]) -> Vec<Words> {
        let mut commands = Vec::new();
        let mut by_group: BTreeMap<&str, Vec<&Article>> = BTreeMap::new();
        for article in articles {
            commands.extend(self.store_voters(article));
            commands.push(self.store_hash(article));
            for group in &article.groups {
                by_group.entry(group).or_default().push(article);
            }
        }
        commands.extend(self.store_rankings("", &articles.iter().collect::<Vec<_>>()));
        for (group, articles) in by_group {
            if self.groups == Groups::Rankings {
                commands.extend(self.store_rankings(group, &articles));
                continue;
            }
            let members = articles.iter().map(|article| self.member(article.id));
            commands.push(words("SADD", self.key(&format!("group:{group}")), members));
        }
        commands
    }

    fn store_hash(&self, article: &Article) -> Words {
        let Design { poster, time, link, .. } = self.design;
        let mut fields = vec![
            ("title", article.title.clone()),
            (link, article.link.clone()),
            (poster, article.poster.clone()),
            (time, article.time.to_string()),
            ("votes", article.votes.to_string()),
        ];
        if self.design.voters == Voters::TwoSets {
            fields.push(("oppose", "0".to_owned()));
        }
        let fields = fields.iter().chain(&article.fields);
        let fields = fields.flat_map(|(name, value)| [(*name).to_owned(), value.clone()]);
        words("HSET", self.of("article", article.id), fields)
    }

    fn store_voters(&self, article: &Article) -> Vec<Words> {
        let closes = (article.time as i64 + self.window).to_string();
        let mut commands = Vec::new();
        for (users, kind, vote) in [(&article.up, "voted", "1"), (&article.down, "oppose", "2")] {
            let is_hash = self.design.voters == Voters::Hash;
            let key = self.of(if is_hash { "voted" } else { kind }, article.id);
            for users in users.chunks(MEMBERS) {
                let users = users.iter().cloned();
                commands.push(if is_hash {
                    words("HSET", key.clone(), users.flat_map(|user| [user, vote.to_owned()]))
                } else {
                    words("SADD", key.clone(), users)
                });
            }
            if !users.is_empty() {
                commands.push(words("EXPIREAT", key, [closes.clone()]));
            }
        }
        commands
    }

    /// Returns the commands that add articles to the rankings of a group, or of the site if the
    /// name is empty.
    fn store_rankings(&self, group: &str, articles: &[&Article]) -> [Words; 2] {
        let ranking = |name: &str, value: &dyn Fn(&Article) -> f64| {
            let entry = |article: &&Article| [value(article).to_string(), self.member(article.id)];
            let entries = articles.iter().flat_map(entry);
            words("ZADD", self.key(&format!("{name}:{group}")), entries)
        };
        let gain = self.design.vote_score as f64;
        [
            ranking("score", &|article| article.time + gain * article.votes as f64),
            ranking("time", &|article| article.time),
        ]
    }

    /// Posts an article and returns its id.
    pub fn post(&self, c: &mut Client, user: &str, title: &str, link: &str, time: i64) -> i64 {
        let id = number(&c.call("INCR", self.key("article:")));
        self.post_with_id(c, id, [user, title, link], time);
        id
    }

    pub fn post_with_id(
        &self,
        c: &mut Client,
        id: i64,
        [user, title, link]: [&str; 3],
        time: i64,
    ) {
        let time = time as f64 + self.fraction;
        let votes = i64::from(self.design.counts_poster);
        let [poster, title, link] = [user, title, link].map(str::to_owned);
        let up = if votes == 1 { vec![poster.clone()] } else { Vec::new() };
        let article = Article { id, title, link, poster, time, votes, up, ..Article::default() };
        for words in self.store(&[article]) {
            c.call(&words[0], &words[1..]);
        }
    }

    /// Votes in steps that other clients can come between: checks whether the user may vote,
    /// records who votes, and counts the vote.
    pub fn vote(&self, c: &mut Client, ballot: Ballot, now: i64) -> Outcome {
        let Ballot { user, id, choice } = ballot;
        let Design { poster, voters, counts_poster, .. } = self.design;
        let time = c.call("ZSCORE", (self.key("time:"), self.member(id)));
        let time = (time != Value::Nil).then(|| text(&time).parse::<f64>().expect("a time"));
        // Go compares only if there is no error. In Python and Java, the code throws.
        if time.map_or(voters != Voters::Hash, |time| time < (now - self.window) as f64) {
            return Outcome::Closed;
        }
        if !counts_poster && c.call("HGET", (self.of("article", id), poster)) == bulk(user) {
            return Outcome::OwnArticle;
        }
        let [voted, oppose] = ["voted", "oppose"].map(|kind| self.of(kind, id));
        let change = match (voters, choice) {
            (Voters::Set | Voters::TwoSets, Choice::For) => number(&c.call("SADD", (voted, user))),
            (Voters::TwoSets, Choice::Against) => -number(&c.call("SADD", (oppose, user))),
            (Voters::Hash, _) => {
                let previous = match c.call("HGET", (&voted, user)) {
                    Value::Nil => 0,
                    vote if vote == bulk("1") => 1,
                    _ => -1,
                };
                match choice {
                    Choice::For => c.call("HSET", (voted, user, 1)),
                    Choice::Against => c.call("HSET", (voted, user, 2)),
                    Choice::Withdrawn => c.call("HDEL", (voted, user)),
                };
                choice as i64 - previous
            }
            _ => panic!("{:?} has no vote {choice:?}", self.design),
        };
        if change == 0 {
            return Outcome::Repeated;
        }
        let seconds = change * self.design.vote_score;
        c.call("ZINCRBY", (self.key("score:"), seconds, self.member(id)));
        c.call("HINCRBY", (self.of("article", id), "votes", change));
        Outcome::Counted
    }

    /// Adds an article to groups. Returns how many it was not in.
    pub fn join(&self, c: &mut Client, id: i64, groups: &[&str]) -> i64 {
        self.change_groups(c, "SADD", id, groups)
    }

    /// Adds an article to groups or removes it by a command for one set. Returns how many it was
    /// not in, or was in.
    pub fn change_groups(&self, c: &mut Client, command: &str, id: i64, groups: &[&str]) -> i64 {
        let key = |group| self.key(&format!("group:{group}"));
        groups.iter().map(|group| number(&c.call(command, (key(group), self.member(id))))).sum()
    }
}

fn words(command: &str, key: String, rest: impl IntoIterator<Item = String>) -> Words {
    [command.to_owned(), key].into_iter().chain(rest).collect()
}

/// A vote of a user on an article.
#[derive(Clone, Copy, Debug)]
pub struct Ballot<'a> {
    pub user: &'a str,
    pub id: i64,
    pub choice: Choice,
}

/// What a vote changes the balance to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    For = 1,
    Against = -1,
    Withdrawn = 0,
}

/// What became of a vote.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    Counted,
    Repeated,
    Closed,
    OwnArticle,
}
