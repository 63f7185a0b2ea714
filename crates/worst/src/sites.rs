//! The sites on which commands are tried.

use std::iter;
use std::ops::Range;

use test_support::grammar::{Words, words};
use test_support::{Client, is_error};

use crate::words::LONG;

/// A kind of site.
pub struct Shape {
    pub name: &'static str,
    settings: &'static str,
    /// Returns the article or comment of an id, on a site with that number of them.
    item: fn(i64, i64) -> Item,
    /// Returns the lines that are sent once everything is loaded.
    then: fn(i64) -> Box<dyn Iterator<Item = String>>,
    /// Returns the ids that are deleted before a command of this number, which leaves work behind.
    pub deleted: fn(i64, i64) -> Range<i64>,
}

/// An article or a comment.
struct Item {
    /// The id of the parent; 0 for an article.
    parent: i64,
    poster: i64,
    link: String,
    /// How long ago it was posted, and for how long it is open, in seconds.
    age: i64,
    open: i64,
    /// Whether something has just happened on it.
    is_bumped: bool,
    options: String,
    groups: Vec<i64>,
}

/// How long a long voting window is.
const OPEN: i64 = 600_000;

/// Returns what most sites consist of: articles in some groups, each with three comments, which
/// are posted in the order of their ids.
fn usual(id: i64, size: i64) -> Item {
    let first = id - (id - 1) % 4;
    Item {
        parent: if first == id { 0 } else { first },
        poster: id % 1_000,
        link: format!("link{id}"),
        age: size - id,
        open: OPEN,
        is_bumped: false,
        options: format!("UP 2 u{} u{}", id % 997, 1_000 + id % 991),
        groups: vec![0, 1 + id % 3, 4 + id % 1_000],
    }
}

fn article(id: i64, size: i64) -> Item {
    Item { parent: 0, ..usual(id, size) }
}

fn with(options: &str, id: i64, size: i64) -> Item {
    let item = usual(id, size);
    Item { options: format!("{} {options}", item.options), ..item }
}

/// Returns a comment below a parent, or article 1.
fn below(parent: i64, id: i64, size: i64) -> Item {
    let poster = if parent == 1 { 1 + id % 1_000 } else { id % 1_000 };
    Item { parent: if id == 1 { 0 } else { parent }, poster, ..usual(id, size) }
}

const USUAL: Shape = Shape {
    name: "articles with three comments each",
    settings: "DEDUPE 0",
    item: usual,
    then: |_| Box::new(iter::empty()),
    deleted: |_, _| 0..0,
};

/// Returns a shape that consists of such items.
const fn of(name: &'static str, item: fn(i64, i64) -> Item) -> Shape {
    Shape { name, item, ..USUAL }
}

/// All shapes. Names complete "a site of N items: ".
pub const SHAPES: [Shape; 26] = [
    USUAL,
    of("all hidden", |id, n| with("HIDDEN", id, n)),
    of("all pinned", |id, n| with("PINNED", id, n)),
    of("all of one second", |id, n| Item { age: 0, ..article(id, n) }),
    Shape {
        name: "all of one link and one poster, most hidden",
        settings: "DEDUPE 1000000",
        item: |id, n| {
            let options = if id == 1 { "" } else { "HIDDEN" };
            let item = Item { link: "link0".into(), poster: 0, ..article(id, n) };
            Item { options: options.into(), ..item }
        },
        ..USUAL
    },
    of("1,000 links of 60,000 bytes that end differently", |id, n| match id {
        ..=1_000 => Item { link: format!("{}{id}", "x".repeat(LONG)), ..article(id, n) },
        _ => usual(id, n),
    }),
    of("chains of 254 comments", |id, n| {
        below(if (id - 2) % 254 == 0 { 1 } else { id - 1 }, id, n)
    }),
    of("most comments at depth 254 of one thread", |id, n| below((id - 1).min(254), id, n)),
    of("all comments answer one article", |id, n| below(1, id, n)),
    of("all comments answer one article, hidden", |id, n| {
        let item = below(1, id, n);
        let hidden = if id == 1 { "" } else { "HIDDEN" };
        Item { options: format!("COUNTS 1 0 {hidden}"), poster: (id - 1).min(1), ..item }
    }),
    Shape {
        name: "all comments answer one article, which is hidden",
        item: |id, n| below(1, id, n),
        then: |_| Box::new(iter::once("ARTICLE.MODERATE pristine HIDE 1".into())),
        ..USUAL
    },
    of("250 levels with many answers each", |id, n| {
        let each = (n / 250).max(1);
        let level = (id - 2) / each;
        below(if level == 0 { 1 } else { 2 + (level - 1) * each }, id, n)
    }),
    of("1,000 answers with hidden ones each", |id, n| match id {
        ..=1_001 => below(1, id, n),
        _ => Item { options: "COUNTS 1 0 HIDDEN".into(), ..below(2 + id % 1_000, id, n) },
    }),
    of("32 of 1,000 groups each", |id, n| {
        let groups = (0..32).map(|nth| (id * 37 + nth * 31) % 1_000).collect();
        Item { groups, ..article(id, n) }
    }),
    of("32 groups each that nothing else has", |id, n| match id % 32 {
        1 => Item { groups: (id..id + 32).collect(), ..article(id, n) },
        _ => below((id - 1) / 32 * 32 + 1, id, n),
    }),
    of("a group of the oldest 30 %", |id, n| {
        let group = i64::from(10 * id > 3 * n);
        Item { groups: vec![group], poster: group, ..article(id, n) }
    }),
    of("ids that do not follow time", |id, n| Item { age: id * 7_919 % n, ..article(id, n) }),
    of("all voted down", |id, n| Item {
        options: format!("COUNTS 0 {}", 1 + id * 31 % 100),
        ..article(id, n)
    }),
    of("every 64th old with many votes, or bumped late", |id, n| {
        let votes = if id % 128 == 1 { 100_000 } else { 0 };
        let options = format!("COUNTS {votes} 0");
        Item { options, is_bumped: id % 128 == 65, ..article(id, n) }
    }),
    of("one user voted on everything", |id, n| Item {
        options: "DOWN 1 u0".into(),
        ..usual(id, n)
    }),
    of("one user voted on everything, all closed", |id, n| {
        let open = if id < n { 1 } else { OPEN };
        Item { options: "UP 1 u0".into(), open, ..usual(id, n) }
    }),
    Shape {
        name: "one user has kept votes on everything",
        settings: "KEEPVOTES yes",
        item: |id, n| Item { options: "COUNTS 1 0 KEPTDOWN 1 u0".into(), ..usual(id, n) },
        ..USUAL
    },
    Shape {
        name: "all users voted on one article",
        item: |id, n| Item { poster: id, ..usual(id, n) },
        then: |n| {
            let names = |first| (first..first + 1_000).map(|it| format!("v{it}"));
            let line = move |first| {
                let names: Vec<_> = names(first).collect();
                format!("ARTICLE.LOAD pristine VOTERS 1 UP 1000 {}", names.join(" "))
            };
            Box::new((0..n).step_by(1_000).map(line))
        },
        ..USUAL
    },
    Shape { name: "16 long lists of one user", then: |n| lists(n), ..USUAL },
    Shape {
        name: "16 long lists of one user, after a mass deletion",
        then: |n| lists(n),
        deleted: |n, round| {
            let last = n - 200 * (round % (n / 400).max(1));
            last - 200..last
        },
        ..USUAL
    },
    Shape {
        name: "one article with 32 fields of 60,000 control characters",
        then: |_| {
            let value = "\u{1}".repeat(LONG);
            let fields: Vec<_> = (0..32).map(|field| format!("f{field} {value}")).collect();
            let line = format!("ARTICLE.EDIT pristine 1 FIELDS 32 {}", fields.join(" "));
            Box::new(iter::once(line))
        },
        ..USUAL
    },
];

/// Returns the lines that put much on 16 lists of one user: four times everything, the older half,
/// the comments, and some of all.
fn lists(size: i64) -> Box<dyn Iterator<Item = String>> {
    Box::new((0..16).flat_map(move |list| {
        let has = move |id: &i64| match list / 4 {
            0 => true,
            1 => *id <= size / 2,
            2 => id % 4 != 1,
            _ => id % 10 == 0,
        };
        let line = move |first: i64| {
            let last = (first + 1_000).min(size + 1);
            ids(&format!("ARTICLE.MARK pristine u0 l{list}"), (first..last).filter(has))
        };
        (1..=size).step_by(1_000).map(line).filter(|line| !line.ends_with(' '))
    }))
}

fn ids(command: &str, ids: impl Iterator<Item = i64>) -> String {
    let ids: Vec<_> = ids.map(|id| id.to_string()).collect();
    format!("{command} {}", ids.join(" "))
}

impl Shape {
    /// Makes the site in the key `pristine`.
    pub fn build(&self, c: &mut Client, size: i64, now: i64) {
        c.ok(&format!("ARTICLE.CREATE pristine {}", self.settings));
        let items = (1..=size).map(|id| (self.item)(id, size).line(id, now));
        let refused = c.run_all(items.chain((self.then)(size))).into_iter().find(is_error);
        assert!(refused.is_none(), "{}: {refused:?}", self.name);
    }

    /// Returns the line that is sent before a command of this number, if there is one.
    pub fn before(&self, key: &str, size: i64, number: i64) -> Option<Words> {
        let range = (self.deleted)(size, number);
        (!range.is_empty()).then(|| words(&ids(&format!("ARTICLE.DEL {key}"), range)))
    }
}

impl Item {
    /// Returns the line that loads it.
    fn line(&self, id: i64, now: i64) -> String {
        let Self { parent, poster, link, age, open, is_bumped, options, groups } = self;
        let times = format!("TIME {} CLOSES {} {options}", now - age, now + open);
        if *parent > 0 {
            return format!("ARTICLE.LOAD pristine COMMENT {id} u{poster} {parent} text {times}");
        }
        let bumped = if *is_bumped { format!("COMMENTS 9 BUMPED {now}") } else { String::new() };
        let names: Vec<_> = groups.iter().map(|group| format!("g{group}")).collect();
        let groups = format!("GROUPS {} {}", names.len(), names.join(" "));
        format!(
            "ARTICLE.LOAD pristine ARTICLE {id} u{poster} title {link} {times} {bumped} {groups}"
        )
    }
}
