//! The memory of a site that RESTORE accepts, relative to its payload. `docs/operations.md` states
//! these factors. The sites are the worst known: their articles, groups, and users are of few
//! bytes.

use crate::measure::{claimed, quiet, used};
use test_support::*;

/// The most memory per byte of a payload that the server has not compressed.
const ANY: usize = 85;
/// The same for payloads of at least [`LARGE`] bytes.
const ANY_LARGE: usize = 60;
const LARGE: usize = 1 << 20;
/// The most bytes that LZF makes of one.
const LZF: usize = 88;
/// The memory of a site without articles.
const EMPTY: usize = 4 << 10;

/// A site in which each article has a step from the id of the article before it, and is in the
/// next groups that no other article is in.
#[derive(Default)]
struct Shape {
    articles: usize,
    step: usize,
    groups_each: usize,
    /// The length of the names of groups.
    name: usize,
    /// Whether each article has a poster of its own.
    has_posters: bool,
    /// The number of voters of each article who have no other vote.
    voters_each: usize,
}

impl Shape {
    fn lines(&self) -> Vec<Vec<Vec<u8>>> {
        let group =
            |number: usize| number.to_be_bytes()[size_of::<usize>() - self.name..].to_vec();
        let line = |nth: usize| {
            let id = (nth + 1) * self.step;
            let start = format!("ARTICLE.LOAD news ARTICLE {id}");
            let poster = if self.has_posters { user_name(nth) } else { b"p".to_vec() };
            let texts = [poster, b"t".to_vec(), Vec::new()];
            let votes = match self.voters_each {
                0 => "COUNTS 0 0".to_owned(),
                voters => format!("UP {voters}"),
            };
            let votes = words(&format!("TIME 0 CLOSES 1 {votes}"));
            let voters = (nth * self.voters_each..(nth + 1) * self.voters_each).map(user_name);
            let state = words(&format!("PINNED GROUPS {}", self.groups_each));
            let groups = (nth * self.groups_each..(nth + 1) * self.groups_each).map(group);
            let line = words(&start).into_iter().chain(texts).chain(votes).chain(voters);
            line.chain(state).chain(groups).collect()
        };
        (0..self.articles).map(line).collect()
    }
}

/// Returns the name of a user, as short as names for all of them can be.
fn user_name(number: usize) -> Vec<u8> {
    number.to_be_bytes()[size_of::<usize>() - 3..].to_vec()
}

fn words(text: &str) -> Vec<Vec<u8>> {
    text.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

/// Loads a site by these lines, dumps it, and restores it alone. Returns the lengths of the
/// payload and of the memory that the site uses.
fn restore(server: &Server, lines: Vec<Vec<Vec<u8>>>) -> (usize, usize) {
    let mut c = server.resp2();
    c.ok("FLUSHALL SYNC");
    let replies = c.call_all(lines);
    assert!(replies.iter().all(|reply| *reply == Value::Okay), "{replies:?}");
    let payload = c.dump("news");
    c.ok("FLUSHALL SYNC");
    drop(c);
    let base = used(server);
    assert_eq!(server.resp2().call("RESTORE", ("news", 0, &payload)), Value::Okay);
    let memory = (used(server) - base).max(claimed(server, "news"));
    (payload.len(), memory as usize)
}

#[track_caller]
fn assert_bounded(server: &Server, what: &str, lines: Vec<Vec<Vec<u8>>>) {
    let (payload, memory) = restore(server, lines);
    let factor = memory / payload;
    report(format!("{what}: {payload} bytes, {factor} times as much memory"));
    let most = if payload < LARGE { ANY } else { ANY_LARGE };
    assert!(memory <= most * payload + EMPTY, "{what}: {factor}, not at most {most}");
}

#[test]
fn memory_is_bounded_by_the_bytes_of_a_payload() {
    let server = quiet().config("rdbcompression no").start();
    for (what, articles, step, groups_each, name) in [
        ("articles", 100_000, 1, 0, 0),
        ("articles with ids far apart", 250, 1 << 24, 0, 0),
        ("articles with ids far apart", 16_000, 1 << 18, 0, 0),
        ("articles with ids far apart", 100_000, 1 << 12, 0, 0),
        ("groups of one byte", 8, 1, 32, 1),
        ("groups of one byte, ids far apart", 8, 1 << 24, 32, 1),
        ("groups of two bytes", 2_000, 1, 32, 2),
        ("groups of two bytes, ids far apart", 16_000, 1 << 18, 4, 2),
        ("groups of three bytes", 10_000, 1, 32, 3),
    ] {
        let shape = Shape { articles, step, groups_each, name, ..Shape::default() };
        assert_bounded(&server, &format!("{articles} {what}"), shape.lines());
    }
}

#[test]
fn users_take_no_more_memory_for_their_bytes_than_articles() {
    let server = quiet().config("rdbcompression no").start();
    for (what, articles, voters_each) in [
        ("posters of one article", 100_000, 0),
        ("posters of one article and a voter of each", 100_000, 1),
        ("posters of one article and three voters of each", 50_000, 3),
        ("voters of one vote, 1,000 per article", 200, 1000),
    ] {
        let (has_posters, step) = (voters_each < 1000, 1);
        let shape = Shape { articles, step, has_posters, voters_each, ..Shape::default() };
        assert_bounded(&server, &format!("{articles} {what}"), shape.lines());
    }
}

#[test]
fn users_who_have_seen_answers_take_no_more_memory_for_their_bytes_than_articles() {
    let server = quiet().config("rdbcompression no").start();
    let seen =
        |number| [words("ARTICLE.LOAD news SEEN"), vec![user_name(number), b"time:1-1".to_vec()]];
    let mut lines = vec![words("ARTICLE.LOAD news LASTID 1")];
    lines.extend((0..100_000).map(|number| seen(number).concat()));
    assert_bounded(&server, "100000 users", lines);
}

#[test]
fn lists_of_users_take_no_more_memory_for_their_bytes_than_articles() {
    let server = quiet().config("rdbcompression no").start();
    for (what, users, lists, ids, step, is_own) in [
        ("lists of one id", 100, 16, 1, 1, false),
        ("lists of one id", 100_000, 1, 1, 1, false),
        ("lists of one id with names of their own", 20_000, 4, 1, 1, true),
        ("lists of two ids far apart", 20_000, 4, 2, 1 << 24, false),
        ("lists of 256 ids far apart", 100, 16, 256, 1 << 16, false),
        ("lists of 257 ids far apart", 100, 16, 257, 1 << 16, false),
        ("lists of 300 ids, two in each block of 65,536", 100, 16, 300, 1 << 15, false),
        ("lists of consecutive ids", 10, 16, 1_000, 1, false),
    ] {
        let mut lines = Shape { articles: ids, step, ..Shape::default() }.lines();
        let ids: Vec<_> = (1..=ids).map(|nth| (nth * step).to_string().into_bytes()).collect();
        for (user, list) in (0..users).flat_map(|user| (0..lists).map(move |list| (user, list))) {
            let name = if is_own { user_name(user * lists + list) } else { vec![list as u8] };
            let mut line = words("ARTICLE.LOAD news MARKS");
            line.extend([user_name(user), name, ids.len().to_string().into_bytes()]);
            line.extend(ids.iter().cloned());
            lines.push(line);
        }
        assert_bounded(&server, &format!("{users} users, {lists} {what}"), lines);
    }
}

#[test]
fn compression_by_the_server_multiplies_the_memory() {
    let server = quiet().config("rdbcompression yes").start();
    for step in [1, 1 << 12] {
        let shape = Shape { articles: 100_000, step, ..Shape::default() };
        let (payload, memory) = restore(&server, shape.lines());
        report(format!("steps of {step}: {} times as much memory", memory / payload));
        assert!(memory <= LZF * ANY_LARGE * payload, "{memory} bytes from {payload}");
    }
}
