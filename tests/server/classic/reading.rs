//! The pages of a classic site and of the module, in a form in which they can be compared.

use super::SITE;
use test_support::classic::Design;
use test_support::*;

/// How long a group's ranking is kept, in seconds.
pub const KEPT: i64 = 60;

/// An article on a page.
#[derive(Debug, PartialEq)]
pub struct Entry {
    id: i64,
    title: String,
    link: String,
    poster: String,
    time: i64,
    votes: i64,
    score: i64,
}

/// A page, counted from 1, and its size and direction.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    pub page: i64,
    pub size: i64,
    pub is_ascending: bool,
}

impl Slice {
    fn direction(self) -> &'static str {
        if self.is_ascending { "ASC" } else { "DESC" }
    }
}

/// Reads a page of a ranking of a classic site: `score:`, `time:` or one of a group.
pub fn page(design: Design, c: &mut Client, ranking: &str, slice: Slice) -> Vec<Entry> {
    let members = range(c, ranking, slice);
    // The order of the site has the score, and the order of a group is a copy.
    let hashes = c.run_all(lines("HGETALL", &members));
    let scores = c.run_all(lines("ZSCORE score:", &members));
    let number = |text: String| text.parse().expect("an integer");
    let entry = |((member, hash), score): ((&String, &Value), &Value)| {
        let fields = c.fields(hash);
        Entry {
            id: id_of(member),
            title: fields.text("title"),
            link: fields.text("link"),
            poster: fields.text(design.poster),
            time: number(fields.text(design.time)),
            votes: number(fields.text("votes")),
            score: number(text(score)),
        }
    };
    members.iter().zip(&hashes).zip(&scores).map(entry).collect()
}

/// Reads a page of a group, from its intersection with the site's ranking.
pub fn group_page(
    design: Design,
    c: &mut Client,
    group: &str,
    order: &str,
    slice: Slice,
) -> Vec<Entry> {
    let ranking = intersect(c, group, order);
    page(design, c, &ranking, slice)
}

/// Intersects a group with a ranking, unless the result is still there. Returns its key.
fn intersect(c: &mut Client, group: &str, order: &str) -> String {
    let ranking = format!("{order}{group}");
    if c.int(&format!("EXISTS {ranking}")) == 0 {
        c.int(&format!("ZINTERSTORE {ranking} 2 group:{group} {order} AGGREGATE MAX"));
        c.int(&format!("EXPIRE {ranking} {KEPT}"));
    }
    ranking
}

fn range(c: &mut Client, ranking: &str, slice: Slice) -> Vec<String> {
    let first = (slice.page - 1) * slice.size;
    let command = if slice.is_ascending { "ZRANGE" } else { "ZREVRANGE" };
    members(c, &format!("{command} {ranking} {first} {}", first + slice.size - 1))
}

/// Returns the texts of an array.
pub fn members(c: &mut Client, line: &str) -> Vec<String> {
    items(&c.run(line)).iter().map(text).collect()
}

fn lines(command: &str, members: &[String]) -> Vec<String> {
    members.iter().map(|member| format!("{command} {member}")).collect()
}

fn id_of(member: &str) -> i64 {
    let id = member.strip_prefix("article:").and_then(|id| id.parse().ok());
    id.unwrap_or_else(|| panic!("not an article: {member}"))
}

/// Reads a page of the module's site, or of a group of it.
pub fn module_page(c: &mut Client, group: Option<&str>, order: &str, slice: Slice) -> Vec<Entry> {
    let source = match group {
        Some(group) => format!("ARTICLE.GROUPPAGE {SITE} {group}"),
        None => format!("ARTICLE.PAGE {SITE}"),
    };
    let by = order.trim_end_matches(':');
    let Slice { page, size, .. } = slice;
    let line = format!("{source} {page} BY {by} {} SIZE {size}", slice.direction());
    let entry = |article: &Fields| Entry {
        id: article.int("id"),
        title: article.text("title"),
        link: article.text("link"),
        poster: article.text("poster"),
        time: article.int("time"),
        votes: article.int("votes"),
        score: article.int("score"),
    };
    c.page(&line).iter().map(entry).collect()
}
