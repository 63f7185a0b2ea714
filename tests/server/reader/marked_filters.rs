//! The filters MARKED and UNMARKED: every page with them is the page without, less what is or is
//! not on the lists.

use std::collections::{BTreeMap, BTreeSet};

use crate::listings::{NAMES, START};
use test_support::*;

/// The number of articles, which comments follow.
const ARTICLES: i64 = 700;
const COMMENTS: i64 = 400;
/// The users whose lists are named.
const OWNERS: [&str; 2] = ["ann", "bob"];
/// The names of lists with the most ids that go on each: one is stored as a bitmap, one is as long
/// as a list without a bitmap can be, and nothing comes on the last.
const LISTS: [(&str, i64); 5] =
    [("long", 500), ("edge", 256), ("short", 20), ("one", 1), ("none", 0)];

/// What is on lists, kept by the test.
#[derive(Default)]
struct Marks {
    /// By user and name.
    lists: BTreeMap<(&'static str, &'static str), BTreeSet<i64>>,
    deleted: BTreeSet<i64>,
}

impl Marks {
    fn list(&mut self, user: &'static str, list: &'static str) -> &mut BTreeSet<i64> {
        self.lists.entry((user, list)).or_default()
    }

    /// Puts ids on a list.
    #[track_caller]
    fn mark(&mut self, c: &mut Client, list: (&'static str, &'static str), ids: &[i64]) {
        let exists: Vec<_> = ids.iter().filter(|id| !self.deleted.contains(id)).collect();
        let listed = self.list(list.0, list.1);
        let new = exists.into_iter().filter(|id| listed.insert(**id)).count();
        let reply = c.call("ARTICLE.MARK", ("news", list.0, list.1, ids));
        assert_eq!(reply, int(new as i64), "{list:?}");
    }

    /// Takes ids off a list.
    #[track_caller]
    fn unmark(&mut self, c: &mut Client, list: (&'static str, &'static str), ids: &[i64]) {
        let listed = self.list(list.0, list.1);
        let off = ids.iter().filter(|id| listed.remove(id)).count();
        let reply = c.call("ARTICLE.UNMARK", ("news", list.0, list.1, ids));
        assert_eq!(reply, int(off as i64), "{list:?}");
    }

    /// Takes everything off a list.
    #[track_caller]
    fn unmark_all(&mut self, c: &mut Client, (user, list): (&'static str, &'static str)) {
        let number = std::mem::take(self.list(user, list)).len();
        let line = format!("ARTICLE.UNMARK news {user} {list} ALL");
        assert_eq!(c.int(&line), number as i64, "{line}");
    }

    #[track_caller]
    fn delete(&mut self, c: &mut Client, id: i64) {
        let is_new = self.deleted.insert(id);
        assert_eq!(c.int(&format!("ARTICLE.DEL news {id}")), i64::from(is_new));
        self.lists.values_mut().for_each(|ids| _ = ids.remove(&id));
    }

    /// Checks the number of ids on all lists.
    #[track_caller]
    fn assert_counted(&self, c: &mut Client) {
        let marks: usize = self.lists.values().map(BTreeSet::len).sum();
        assert_eq!(c.info("news").int("marks"), marks as i64);
    }
}

/// Random options of a filter, and which ids pass.
struct Filter {
    options: String,
    marked: Option<BTreeSet<i64>>,
    unmarked: Option<BTreeSet<i64>>,
}

impl Filter {
    /// Returns one with MARKED, UNMARKED or both, each with up to three names.
    fn random(random: &mut Random, marks: &mut Marks) -> Self {
        let mut option = |name: &str| {
            let user = random.pick(&OWNERS);
            let lists: Vec<_> = (0..random.below(4)).map(|_| random.pick(&LISTS).0).collect();
            let on = lists.iter().flat_map(|list| marks.list(user, list).clone()).collect();
            (format!(" {name} {user} {} {}", lists.len(), lists.join(" ")), on)
        };
        let ways: [(String, BTreeSet<i64>); 2] = [option("MARKED"), option("unmarked")];
        let way = random.below(3);
        let [marked, unmarked] = ways;
        let options = match way {
            0 => marked.0.clone(),
            1 => unmarked.0.clone(),
            _ => format!("{}{}", unmarked.0, marked.0),
        };
        Self {
            options,
            marked: (way != 1).then_some(marked.1),
            unmarked: (way != 0).then_some(unmarked.1),
        }
    }

    fn passes(&self, id: &i64) -> bool {
        self.marked.as_ref().is_none_or(|ids| ids.contains(id))
            && !self.unmarked.as_ref().is_some_and(|ids| ids.contains(id))
    }
}

/// Loads a site whose listings in different orders differ, and that has hidden articles and
/// comments. Nothing is open, and so nothing but GRAVITY and ACTIVE depends on the clock.
fn load(c: &mut Client, random: &mut Random) {
    c.ok("ARTICLE.CREATE news");
    let mut lines = Vec::new();
    for id in 1..=ARTICLES + COMMENTS {
        let poster = random.pick(&["alice", "alice", "alice", "carol", "dan"]);
        let time = START + random.below(500_000);
        let counts = format!("COUNTS {} {}", random.below(9), random.below(9));
        let mut more = format!("TIME {time} CLOSES {} {counts}", time + 1_000);
        if random.percent(10) {
            more.push_str(" HIDDEN");
        }
        if random.percent(3) {
            more.push_str(" PINNED");
        }
        let head = if id <= ARTICLES {
            let group = random.pick(&["GROUPS 1 g", "GROUPS 1 h", "GROUPS 2 g h", ""]);
            let bumped = time + random.below(1_000);
            more.push_str(&format!(" COMMENTS {} BUMPED {bumped} {group}", random.below(20)));
            format!("ARTICLE {id} {poster} t l")
        } else {
            format!("COMMENT {id} {poster} {} t", 1 + random.below(ARTICLES))
        };
        lines.push(format!("ARTICLE.LOAD news {head} {more}"));
    }
    c.all_ok(lines);
}

fn fill(c: &mut Client, random: &mut Random, marks: &mut Marks) {
    for user in OWNERS {
        for (list, most) in LISTS {
            let ids: BTreeSet<_> =
                (0..most).map(|_| 1 + random.below(ARTICLES + COMMENTS)).collect();
            let ids: Vec<_> = ids.into_iter().collect();
            if !ids.is_empty() {
                marks.mark(c, (user, list), &ids);
            }
        }
    }
}

/// Commands and options, of which each page is compared.
fn listings() -> Vec<String> {
    let now = START + 900_000;
    let cursor = |name: &str| match name {
        "GRAVITY" | "ACTIVE" => {
            let order = name.to_lowercase();
            format!("{name} AFTER {order}:p9223372036854775807-4294967295-{now}")
        }
        _ => name.to_owned(),
    };
    let mut listings = Vec::new();
    for name in NAMES {
        let order = cursor(name);
        let ascending = matches!(name, "SCORE" | "TIME");
        for order in
            [order.clone(), format!("{order} ASC")].iter().take(1 + usize::from(ascending))
        {
            listings.push(format!("PAGE news 1 BY {order}"));
            listings.push(format!("GROUPPAGE news g 1 BY {order}"));
            listings.push(format!("USERPAGE news alice 1 BY {order}"));
            if !matches!(name, "BUMPED" | "COMMENTS" | "ACTIVE") {
                listings.push(format!("COMMENTS news 1 BY {order}"));
            }
        }
    }
    for more in [
        "HIDDEN",
        "BY TIME HIDDEN ASC",
        "FROM 1 carol",
        "FROM 2 alice dan MINVOTES 1",
        "NOTFROM 1 alice SINCE 1000100000 UNTIL 1000300000",
        "UNVOTED zoe EXCEPT 3 1 2 3",
        "BY VOTES HIDDEN FROM 1 alice",
    ] {
        listings.push(format!("PAGE news 1 {more}"));
        listings.push(format!("COMMENTS news 1 {more}"));
    }
    listings.push("PAGE news 1 ALLOF 2 g h HIDDEN".to_owned());
    listings.push("PAGE news 1 ANYOF 1 h NONEOF 1 g FROM 1 alice".to_owned());
    listings.push("GROUPPAGE news g 1 FROM 1 dan".to_owned());
    listings.push("USERPAGE news alice 1 HIDDEN".to_owned());
    listings
}

/// Compares a listing with a filter to the listing without: as one page, by cursors, and by the
/// numbers of pages.
#[track_caller]
fn assert_filtered(c: &mut Client, listing: &str, filter: &Filter, size: usize) {
    let line = format!("ARTICLE.{listing} RETURN 1 id");
    let all = c.ids(&format!("{line} SIZE 1000"));
    let expected: Vec<_> = all.into_iter().filter(|id| filter.passes(id)).collect();
    let line = format!("{line}{}", filter.options);
    assert_eq!(c.ids(&format!("{line} SIZE 1000")), expected, "{line}");
    let (start, after) = match line.split_once(" AFTER ") {
        None => (line.clone(), None),
        Some((head, rest)) => {
            let (cursor, rest) = rest.split_once(' ').expect("options");
            (format!("{head} {rest}"), Some(cursor.to_owned()))
        }
    };
    let pages = c.walk(&format!("{start} SIZE {size}"), after.as_deref());
    assert_eq!(pages.concat(), expected, "{line}, pages of {size}");
    for number in [2, 3] {
        let page = line.replacen(" 1 ", &format!(" {number} "), 1);
        let page = c.ids(&format!("{page} SIZE {size}"));
        let wanted = expected.iter().copied().skip((number - 1) * size).take(size);
        assert!(page.iter().copied().eq(wanted), "{line}, page {number} of {size}: {page:?}");
    }
}

#[test]
fn pages_with_them_are_the_pages_without_less_what_does_not_pass() {
    let server = with_module().start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("marked filters"));
    let mut marks = Marks::default();
    load(&mut c, &mut random);
    fill(&mut c, &mut random, &mut marks);
    for user in OWNERS {
        let expected: Vec<_> =
            LISTS.iter().map(|(list, _)| marks.list(user, list).len()).collect();
        assert!(expected[0] > 256 && expected[1] <= 256, "{expected:?}");
    }
    for listing in listings() {
        for _ in 0..4 {
            let filter = Filter::random(&mut random, &mut marks);
            let size = random.pick(&[5, 40, 300]);
            assert_filtered(&mut c, &listing, &filter, size);
        }
    }
}

#[test]
fn they_follow_marks_and_deletions_at_once() {
    let server = with_module().start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("changing filters"));
    let mut marks = Marks::default();
    load(&mut c, &mut random);
    fill(&mut c, &mut random, &mut marks);
    let listings = listings();
    for round in 0..60 {
        let first = 1 + random.below(ARTICLES + COMMENTS);
        // So many that a list becomes a bitmap and ceases to be one.
        let end = first + 1 + random.below(300);
        let ids: Vec<_> = (first..end.min(ARTICLES + COMMENTS + 1)).collect();
        let list = (random.pick(&OWNERS), random.pick(&LISTS).0);
        match random.below(8) {
            0 => marks.delete(&mut c, first),
            1 | 2 => marks.unmark(&mut c, list, &ids),
            3 => marks.unmark_all(&mut c, list),
            4 => c.restore("news", "news"),
            _ => marks.mark(&mut c, list, &ids),
        }
        marks.assert_counted(&mut c);
        let filter = Filter::random(&mut random, &mut marks);
        let listing = &listings[random.below(listings.len() as i64) as usize];
        assert_filtered(&mut c, listing, &filter, 30);
        if round % 20 == 0 {
            c.check("news");
        }
    }
}

/// Makes articles 1 to 4, of which bob has saved 1 and 2 and read 2 and 3.
fn make(c: &mut Client) {
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l GROUPS 1 g TIME 1000"));
    }
    assert_eq!(c.int("ARTICLE.MARK news bob saved 1 2"), 2);
    assert_eq!(c.int("ARTICLE.MARK news bob read 2 3"), 2);
}

#[in_both_protocols]
fn marked_is_on_one_of_the_lists_and_unmarked_on_none(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("MARKED bob 1 saved", &[2, 1][..]),
        ("MARKED bob 2 saved read", &[3, 2, 1]),
        ("MARKED bob 3 none saved saved", &[2, 1]),
        ("MARKED bob 1 none", &[]),
        ("MARKED bob 0", &[]),
        ("MARKED nobody 1 saved", &[]),
        ("UNMARKED bob 1 saved", &[4, 3]),
        ("UNMARKED bob 2 saved read", &[4]),
        ("UNMARKED bob 1 none", &[4, 3, 2, 1]),
        ("UNMARKED bob 0", &[4, 3, 2, 1]),
        ("UNMARKED nobody 1 saved", &[4, 3, 2, 1]),
        ("MARKED bob 1 saved UNMARKED bob 1 read", &[1]),
        ("unmarked bob 1 saved marked bob 1 saved", &[]),
        ("UNMARKED bob 1 read MARKED alice 1 saved", &[]),
    ] {
        for page in ["PAGE news 1", "GROUPPAGE news g 1", "USERPAGE news alice 1"] {
            let line = format!("ARTICLE.{page} BY TIME {options}");
            assert_eq!(c.ids(&line), expected, "{line}");
        }
    }
}

#[in_both_protocols]
fn a_page_that_was_asked_for_often_follows_a_mark(c: &mut Client) {
    make(c);
    let marked = "ARTICLE.PAGE news 1 BY TIME MARKED bob 1 saved";
    let unmarked = "ARTICLE.GROUPPAGE news g 1 BY TIME UNMARKED bob 1 saved";
    let assert_saved = |c: &mut Client, change: &str, saved: &[i64]| {
        assert!(c.int(&format!("ARTICLE.{change}")) > 0, "{change}");
        let others: Vec<_> = (1..=4).rev().filter(|id| !saved.contains(id)).collect();
        for _ in 0..5 {
            assert_eq!((&c.ids(marked)[..], c.ids(unmarked)), (saved, others.clone()), "{change}");
        }
    };
    assert_saved(c, "MARK news bob saved 4", &[4, 2, 1]);
    assert_saved(c, "UNMARK news bob saved 1", &[4, 2]);
    assert_saved(c, "MARK news bob saved 3", &[4, 3, 2]);
    assert_saved(c, "UNMARK news bob saved ALL", &[]);
    assert_saved(c, "MARK news bob saved 2 3", &[3, 2]);
    assert_saved(c, "FORGET news bob", &[]);
    c.int("ARTICLE.MARK news bob saved 1");
    assert_eq!(c.ids(marked), [1]);
}

#[in_both_protocols]
fn nobody_has_lists_and_a_name_given_again_counts_once(c: &mut Client) {
    c.run_all((1..=5).map(|_| "ARTICLE.POST news alice t l"));
    c.int("ARTICLE.MARK news bob saved 1 2");
    c.int("ARTICLE.MARK news bob read 2 3");
    let often = "saved ".repeat(9_985);
    let many = format!("10000 {often} read {}", names(1..=14).join(" "));
    for line in ["PAGE news 1 BY TIME", "PAGE news 1 BY VOTES"] {
        let mut ids = |filter: &str| {
            let mut ids = c.ids(&format!("ARTICLE.{line} SIZE 1000 {filter}"));
            ids.sort_unstable();
            ids
        };
        let all = ids("");
        assert_eq!(ids("MARKED \"\" 1 saved"), [0_i64; 0]);
        assert_eq!(ids("UNMARKED \"\" 2 saved read"), all);
        for named in ["2 saved read", "3 read saved read", &many] {
            assert_eq!(ids(&format!("MARKED bob {named}")), [1, 2, 3]);
            assert_eq!(ids(&format!("UNMARKED bob {named}")), all[3..]);
        }
    }
    let shown = c.map(&format!("ARTICLE.GET news 2 VIEWER bob MARKS {many}"));
    assert_eq!(*shown.value("marks"), bulks(&["saved", "read"]));
    let seventeen = format!("17 {}", names(1..=17).join(" "));
    for option in ["GET news 1 MARKS", "PAGE news 1 MARKED bob", "COMMENTS news 1 UNMARKED bob"] {
        let line = format!("ARTICLE.{option} {seventeen}");
        c.always_refused(&line, "ERR at most 16 different lists");
    }
}

fn names(numbers: std::ops::RangeInclusive<usize>) -> Vec<String> {
    numbers.map(|number| format!("list{number}")).collect()
}
