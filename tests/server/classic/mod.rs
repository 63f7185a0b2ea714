//! The client code that such sites use over plain Redis structures, beside the module: the same
//! random story gives the same votes, voters, groups and pages.
//!
//! The story avoids the faults of that code, which `regression` names: a single client tells it,
//! nobody votes around the second in which voting closes, all ids have the same number of digits,
//! groups change only while no page of them is kept, and in Java nobody votes both for and against
//! an article.

mod reading;

use reading::{KEPT, Slice, group_page, members, module_page};
use std::collections::{BTreeSet, HashMap};
use test_support::classic::{Ballot, Choice, Classic, Design, Outcome, Voters, WEEK};
use test_support::*;

/// The module's site. Its articles have the same ids as on the classic site.
const SITE: &str = "news";

const USERS: [&str; 10] =
    ["ann", "bob", "cleo", "dan", "eve", "finn", "gina", "hugo", "ida", "jack"];
const GROUPS: [&str; 4] = ["rust", "redis", "cats", "law"];
/// The last id before the story begins.
const LAST_ID: i64 = 1000;
const CHAPTERS: i64 = 16;
const EVENTS_PER_CHAPTER: i64 = 60;
/// How long before and after the closing of an article nobody votes on it, in seconds.
const CLOSING: i64 = 120;

/// A server with both sites, and what the story must know of them.
struct Story {
    classic: Classic<'static>,
    random: Random,
    clock: SharedClock,
    _server: Server,
    c: Client,
    /// The time of each article, from id `LAST_ID + 1` on.
    times: Vec<i64>,
    /// The first vote of each user on each article, in Java.
    choices: HashMap<(&'static str, i64), Choice>,
    outcomes: Vec<Outcome>,
}

impl Story {
    fn begin(design: Design) -> Self {
        let random = Random::new(seed("classic"));
        let clock = SharedClock::at(2_000_000_000);
        let server = with_module().shared_clock(&clock).start();
        let mut c = server.resp2();
        let self_vote = if design.counts_poster { "yes" } else { "no" };
        let vote_score = design.vote_score;
        c.ok(&format!("ARTICLE.CREATE {SITE} VOTESCORE {vote_score} SELFVOTE {self_vote}"));
        c.ok(&format!("ARTICLE.LOAD {SITE} LASTID {LAST_ID}"));
        c.ok(&format!("SET article: {LAST_ID}"));
        Self {
            classic: Classic::new(design),
            random,
            clock,
            _server: server,
            c,
            times: Vec::new(),
            choices: HashMap::new(),
            outcomes: Vec::new(),
        }
    }

    fn some_groups(&mut self) -> Vec<&'static str> {
        let count = self.random.below(3);
        let groups: BTreeSet<_> = (0..count).map(|_| self.random.pick(&GROUPS)).collect();
        groups.into_iter().collect()
    }

    fn some_article(&mut self) -> i64 {
        LAST_ID + 1 + self.random.below(self.times.len() as i64)
    }

    fn time(&self, id: i64) -> i64 {
        self.times[(id - LAST_ID - 1) as usize]
    }

    fn ids(&self) -> std::ops::RangeInclusive<i64> {
        LAST_ID + 1..=LAST_ID + self.times.len() as i64
    }

    fn post(&mut self) {
        let user = self.random.pick(&USERS);
        let number = self.times.len();
        let (title, link) = (format!("title-{number}"), format!("https://example.com/{number}"));
        let id = self.c.int(&format!("ARTICLE.POST {SITE} {user} {title} {link}"));
        let time = self.clock.now();
        assert_eq!(self.classic.post(&mut self.c, user, &title, &link, time), id);
        if self.classic.design == Design::JAVA {
            self.choices.insert((user, id), Choice::For);
        }
        self.times.push(time);
    }

    fn vote(&mut self) {
        let (user, id) = (self.random.pick(&USERS), self.some_article());
        let voters = self.classic.design.voters;
        let choice = match voters {
            Voters::Set => Choice::For,
            Voters::TwoSets => self.random.pick(&[Choice::For, Choice::For, Choice::Against]),
            Voters::Hash => {
                self.random.pick(&[Choice::For, Choice::For, Choice::Against, Choice::Withdrawn])
            }
        };
        if voters == Voters::TwoSets {
            let first = *self.choices.entry((user, id)).or_insert(choice);
            if first != choice {
                return;
            }
        }
        let now = self.clock.now();
        if (self.time(id) + WEEK - now).abs() < CLOSING {
            return;
        }
        let ballot = Ballot { user, id, choice };
        let outcome = self.classic.vote(&mut self.c, ballot, now);
        assert_eq!(cast(ballot, &mut self.c), outcome, "{ballot:?}");
        self.outcomes.push(outcome);
    }

    fn change_groups(&mut self) {
        let id = self.some_article();
        let (add, remove) = (self.some_groups(), self.some_groups());
        let joined = self.classic.join(&mut self.c, id, &add);
        let left = self.classic.change_groups(&mut self.c, "SREM", id, &remove);
        let mut change = |command: &str, groups: &[&str]| match groups {
            [] => 0,
            groups => self.c.int(&format!("{command} {SITE} {id} {}", groups.join(" "))),
        };
        let added = change("ARTICLE.GROUPADD", &add);
        assert_eq!(
            (added, change("ARTICLE.GROUPREM", &remove)),
            (joined, left),
            "{add:?} {remove:?}"
        );
    }

    /// Lets time pass: a minute to some hours, and after every fourth chapter three days.
    fn sleep(&mut self, chapter: i64) {
        let long = chapter % 4 == 3;
        let seconds = if long { 3 * 86_400 } else { KEPT + 1 + self.random.below(7200) };
        self.clock.pass(&mut self.c, seconds);
    }

    fn compare_articles(&mut self) {
        let now = self.clock.now();
        for id in self.ids() {
            let article = self.c.article(SITE, id);
            let groups: Vec<_> = GROUPS
                .into_iter()
                .filter(|group| self.c.int(&format!("SISMEMBER group:{group} article:{id}")) == 1)
                .collect();
            assert_eq!(sorted(article.groups()), sorted(groups), "groups of {id}");
            let votes = self.c.run(&format!("HGET article:{id} votes"));
            assert_eq!(text(&votes), article.int("votes").to_string(), "votes of {id}");
            if now < self.time(id) + WEEK - CLOSING {
                let classic = classic_voters(self.classic.design.voters, &mut self.c, id);
                assert_eq!(classic, voters(&mut self.c, id), "{id}");
            }
        }
    }

    /// Compares all pages of the site and of the groups, in both orders.
    fn compare_pages(&mut self) {
        let design = self.classic.design;
        let (size, is_ascending) = match design.voters {
            Voters::Set | Voters::TwoSets => (25, false),
            Voters::Hash => (1 + self.random.below(40), self.random.percent(50)),
        };
        for order in ["score:", "time:"] {
            for group in [None].into_iter().chain(GROUPS.map(Some)) {
                for page in 1.. {
                    let slice = Slice { page, size, is_ascending };
                    let c = &mut self.c;
                    let expected = match group {
                        None => reading::page(design, c, order, slice),
                        Some(group) => group_page(design, c, group, order, slice),
                    };
                    let found = module_page(c, group, order, slice);
                    assert_eq!(found, expected, "{order} of {group:?}, {slice:?}");
                    if expected.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}

/// Votes in the module's site.
fn cast(ballot: Ballot, c: &mut Client) -> Outcome {
    let word = match ballot.choice {
        Choice::For => "UP",
        Choice::Against => "DOWN",
        Choice::Withdrawn => "NONE",
    };
    let line = format!("ARTICLE.VOTE {SITE} {} {} {word}", ballot.user, ballot.id);
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

fn sorted<T: Into<String>>(names: Vec<T>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().map(T::into).collect();
    names.sort();
    names
}

/// Returns the users who voted on an article of a classic site for and against, sorted.
fn classic_voters(voters: Voters, c: &mut Client, id: i64) -> (Vec<String>, Vec<String>) {
    let (up, down) = match voters {
        Voters::Set | Voters::TwoSets => (
            members(c, &format!("SMEMBERS voted:{id}")),
            members(c, &format!("SMEMBERS oppose:{id}")),
        ),
        Voters::Hash => {
            let pairs = members(c, &format!("HGETALL voted:{id}"));
            let of_kind = |kind| {
                let pairs = pairs.chunks(2).filter(|pair| pair[1] == kind);
                pairs.map(|pair| pair[0].clone()).collect()
            };
            (of_kind("1"), of_kind("2"))
        }
    };
    (sorted(up), sorted(down))
}

/// Returns the users who voted on an article of the module for and against, sorted.
fn voters(c: &mut Client, id: i64) -> (Vec<String>, Vec<String>) {
    let mut of_kind = |kind| {
        let found = c.parts(&format!("ARTICLE.VOTERS {SITE} {id} # {kind}")).concat();
        sorted(votes(&found).into_iter().map(|(user, _)| user).collect())
    };
    (of_kind("UP"), of_kind("DOWN"))
}

fn tell(design: Design) {
    let mut story = Story::begin(design);
    for chapter in 0..CHAPTERS {
        story.post();
        for _ in 0..EVENTS_PER_CHAPTER {
            match story.random.below(100) {
                0..15 => story.post(),
                15..85 => story.vote(),
                _ => story.change_groups(),
            }
        }
        story.compare_articles();
        story.compare_pages();
        story.sleep(chapter);
    }
    for outcome in [Outcome::Counted, Outcome::Repeated, Outcome::Closed] {
        assert!(story.outcomes.contains(&outcome), "{outcome:?} never happened");
    }
}

#[test]
fn the_module_has_the_pages_of_the_python_site() {
    tell(Design::PYTHON);
}

#[test]
fn the_module_has_the_pages_of_the_java_site() {
    tell(Design::JAVA);
}

#[test]
fn the_module_has_the_pages_of_the_go_site() {
    tell(Design::GO);
}
