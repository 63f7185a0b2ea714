//! Walks by cursor while votes, posts, deletions and groups change the listing between its pages.

use std::collections::BTreeSet;
use test_support::*;

/// The articles of the site at the beginning of a walk.
const ARTICLES: i64 = 300;
/// The changes between two pages.
const CHANGES: usize = 12;

/// Where a vote moves an article.
#[derive(Clone, Copy, PartialEq)]
enum Move {
    Forward,
    Back,
    Nowhere,
    Unknown,
}

/// An order, as its options, with where it moves an article that gets an upvote or a downvote.
const ORDERS: [(&str, Move, Move); 8] = [
    ("BY SCORE", Move::Forward, Move::Back),
    ("BY SCORE ASC", Move::Back, Move::Forward),
    ("BY TIME", Move::Nowhere, Move::Nowhere),
    ("BY TIME ASC", Move::Nowhere, Move::Nowhere),
    ("BY VOTES", Move::Forward, Move::Back),
    ("BY BEST", Move::Forward, Move::Back),
    ("BY CONTROVERSY", Move::Unknown, Move::Unknown),
    ("BY GRAVITY", Move::Forward, Move::Back),
];

/// Listings, with whether groups and whether votes decide what they hold.
const LISTINGS: [(&str, bool, bool); 5] = [
    ("ARTICLE.PAGE news 1", false, false),
    ("ARTICLE.GROUPPAGE news even 1", true, false),
    ("ARTICLE.PAGE news 1 ANYOF 2 even three", true, false),
    ("ARTICLE.PAGE news 1 ALLOF 1 even NONEOF 1 three", true, false),
    ("ARTICLE.PAGE news 1 SINCE 1000 MINVOTES 0", false, true),
];

/// What a walk has seen, and what it must still see.
#[derive(Default)]
struct Walk {
    /// Articles that have been after the cursor since the walk began.
    ahead: BTreeSet<i64>,
    /// Articles that have been returned.
    returned: BTreeSet<i64>,
    /// Articles that may have moved back since they were returned.
    moved_back: BTreeSet<i64>,
    deleted: BTreeSet<i64>,
    voters: u64,
}

impl Walk {
    /// Counts a page.
    #[track_caller]
    fn read(&mut self, page: &[i64], line: &str) {
        for id in page {
            assert!(!self.deleted.contains(id), "{id} is deleted: {line}");
            let is_new = self.returned.insert(*id);
            assert!(is_new || self.moved_back.remove(id), "{id} is returned again: {line}");
            self.ahead.remove(id);
        }
    }

    fn vote(&mut self, c: &mut Client, id: i64, is_up: bool, movement: Move, filtered: bool) {
        self.voters += 1;
        let vote = if is_up { "UP" } else { "DOWN" };
        c.run(&format!("ARTICLE.VOTE news voter{} {id} {vote}", self.voters));
        let stays = matches!(movement, Move::Back | Move::Nowhere);
        if filtered || !stays {
            self.ahead.remove(&id);
        }
        if matches!(movement, Move::Back | Move::Unknown) {
            self.moved_back.insert(id);
        }
    }

    fn delete(&mut self, c: &mut Client, id: i64) {
        c.run(&format!("ARTICLE.DEL news {id}"));
        self.ahead.remove(&id);
        self.deleted.insert(id);
    }
}

/// Posts articles within an hour, with votes of both kinds. Returns the time of the last.
fn build(c: &mut Client, random: &mut Random) -> i64 {
    let now = c.now();
    c.run("DEL news");
    let mut lines = Vec::new();
    for id in 1..=ARTICLES {
        let groups = match (id % 2, id % 3) {
            (0, 0) => "GROUPS 2 even three",
            (0, _) => "GROUPS 1 even",
            (_, 0) => "GROUPS 1 three",
            _ => "",
        };
        let time = now - random.below(3600);
        lines.push(format!("ARTICLE.POST news alice t l TIME {time} {groups}"));
        for voter in 0..random.below(8) {
            let vote = random.pick(&["UP", "UP", "DOWN"]);
            lines.push(format!("ARTICLE.VOTE news user{voter} {id} {vote}"));
        }
    }
    c.run_all(&lines);
    now
}

#[in_both_protocols]
fn every_article_that_stays_after_the_cursor_is_returned_exactly_once(c: &mut Client) {
    let mut random = Random::new(seed("walks while the site changes"));
    for (listing, has_groups, has_votes) in LISTINGS {
        for (order, upvoted, downvoted) in ORDERS {
            let now = build(c, &mut random);
            let line = format!("{listing} SIZE 20 {order}");
            let mut walk = Walk::default();
            let everything = c.ids(&format!("{listing} SIZE 1000 {order}"));
            walk.ahead.extend(everything);
            let mut after = String::new();
            loop {
                let (page, next) = c.ids_and_cursor(&format!("{line}{after}"));
                walk.read(&page, &line);
                let Some(cursor) = next else { break };
                after = format!(" AFTER {cursor}");
                for _ in 0..CHANGES {
                    let id = 1 + random.below(ARTICLES);
                    match random.below(10) {
                        0..5 => {
                            let is_up = random.percent(60);
                            let movement = if is_up { upvoted } else { downvoted };
                            walk.vote(c, id, is_up, movement, has_votes);
                        }
                        5 => {
                            let time = now - random.below(7200);
                            let line = format!("ARTICLE.POST news bob t l TIME {time}");
                            c.int(&format!("{line} GROUPS 1 even"));
                        }
                        6 if random.percent(50) => walk.delete(c, id),
                        // The article of the cursor.
                        6 => walk.delete(c, *page.last().expect("an article")),
                        _ => {
                            let change = random.pick(&["GROUPADD", "GROUPREM"]);
                            let group = random.pick(&["even", "three"]);
                            c.run(&format!("ARTICLE.{change} news {id} {group}"));
                            if has_groups {
                                walk.ahead.remove(&id);
                            }
                        }
                    }
                }
            }
            assert_eq!(walk.ahead, BTreeSet::new(), "skipped by {line}");
        }
    }
    c.check("news");
}
