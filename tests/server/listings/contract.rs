//! What all listings have in common: page numbers and their end, cursors, and maps.

use test_support::*;

const TOO_FAR: &str = "ERR page numbers reach 1000 articles into a filtered listing; use AFTER";

/// Listings of 1,100 items of the site of [`load`] by descending id, with `#` for a page number.
const LISTINGS: [&str; 16] = [
    "ARTICLE.PAGE news # BY TIME SINCE 0",
    "ARTICLE.PAGE news # UNTIL -1",
    "ARTICLE.PAGE news # MINVOTES -1",
    "ARTICLE.PAGE news # BY TIME ANYOF 2 none g",
    "ARTICLE.GROUPPAGE news g # ALLOF 1 g",
    "ARTICLE.PAGE news # NONEOF 1 none",
    "ARTICLE.GROUPPAGE news g # BY TIME SINCE -3153600000 NONEOF 1 none",
    "ARTICLE.PAGE news # BY BUMPED",
    "ARTICLE.GROUPPAGE news g # BY TIME FROM 1 alice",
    "ARTICLE.USERPAGE news alice # BY TIME",
    "ARTICLE.VOTED news bob # ARTICLES",
    "ARTICLE.VOTED news carol # COMMENTS",
    "ARTICLE.MARKED news bob saved # ARTICLES",
    "ARTICLE.ANSWERS news alice # NOTFROM 0",
    "ARTICLE.COMMENTS news # BY TIME",
    "ARTICLE.THREAD news 1 BY TIME",
];

/// Loads articles 1 to 1,100 of alice in the group g, which bob has voted for and put on a list,
/// and as many comments of eve on the first, which carol has voted against.
fn load(c: &mut Client) {
    const CLOSES: &str = "CLOSES 3000000000";
    c.all_ok((1..=1100).map(|id| {
        let options = format!("TIME {id} {CLOSES} UP 1 bob GROUPS 1 g");
        format!("ARTICLE.LOAD news ARTICLE {id} alice title l {options}")
    }));
    c.all_ok((1101..=2200).map(|id| {
        format!("ARTICLE.LOAD news COMMENT {id} eve 1 text TIME {id} {CLOSES} DOWN 1 carol")
    }));
    c.run_all((1..=1100).map(|id| format!("ARTICLE.MARK news bob saved {id}")));
}

/// Returns all ids of a listing.
fn all(line: &str) -> Vec<i64> {
    let articles = ["ARTICLES", "PAGE"].iter().any(|word| line.contains(word));
    (1..=1100).rev().map(|id| if articles { id } else { id + 1100 }).collect()
}

#[in_both_protocols]
fn page_numbers_reach_1000_items_and_cursors_all(c: &mut Client) {
    load(c);
    c.ok("ARTICLE.ALTER news PAGESIZE 20");
    for line in LISTINGS {
        let (all, first) = (all(line), line.replace('#', "1"));
        assert_eq!(c.ids(&first), all[..20], "{line}");
        assert_eq!(c.ids(&format!("{first} SIZE 1000")), all[..1000], "{line}");
        let pages = c.walk(&format!("{first} SIZE 500 RETURN 1 id"), None);
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [500, 500, 100], "{line}");
        assert_eq!(pages.concat(), all, "{line}");
        let (_, cursor) = c.ids_and_cursor(&format!("{first} SIZE 500"));
        let after = format!("AFTER {}", cursor.expect("a cursor"));
        assert_eq!(c.ids(&format!("{first} SIZE 7 {after}")), all[500..507], "{line}");
        if !line.contains('#') {
            continue;
        }
        let page = |page: &str| line.replace('#', page);
        for (number, size) in [(50, 20), (1000, 1), (3, 333)] {
            let line = page(&format!("{number} SIZE {size}"));
            assert_eq!(c.ids(&line), all[(number - 1) * size..number * size], "{line}");
        }
        // They count from the cursor, where there is one.
        assert_eq!(c.ids(&format!("{} {after}", page("2 SIZE 400"))), all[900..], "{line}");
        for beyond in ["51", "4 SIZE 251", "1001 SIZE 1", "9223372036854775807"] {
            assert_error(&c.run(&page(beyond)), TOO_FAR);
            assert_error(&c.run(&format!("{} {after}", page(beyond))), TOO_FAR);
        }
    }
}

#[in_both_protocols]
fn maps_are_those_of_get(c: &mut Client) {
    load(c);
    for line in LISTINGS.map(|line| line.replace('#', "1")) {
        let returned = "RETURN 3 vote title text VIEWER carol";
        let marks = "VIEWER bob MARKS 2 saved none";
        // An empty viewer is no viewer.
        for options in ["", "VIEWER \"\" MARKS 1 saved", "VIEWER bob", marks, returned, "RETURN 0"]
        {
            let maps = c.page(&format!("{line} SIZE 3 {options}"));
            for (map, id) in maps.iter().zip(all(&line)) {
                let expected = c.map(&format!("ARTICLE.GET news {id} {options}"));
                assert_eq!(map.clone().without("depth"), expected, "{line} {options}");
            }
            assert_eq!(maps.len(), 3, "{line}");
        }
    }
}

#[in_both_protocols]
fn a_missing_or_empty_site_has_empty_pages(c: &mut Client) {
    for prepare in ["DEL news", "ARTICLE.CREATE news"] {
        c.run(prepare);
        for line in LISTINGS {
            let first = line.replace('#', "1");
            assert_eq!(c.run(&first), bulks(&[]), "{line}");
            let nothing = Value::Array(vec![bulks(&[]), Value::Nil]);
            assert_eq!(c.run(&format!("{first} WITHCURSOR")), nothing, "{line}");
            if line.contains('#') {
                assert_error(&c.run(&line.replace('#', "41")), TOO_FAR);
            }
        }
    }
}

/// Changes to what bob's list, bob's votes, and the answers to alice have.
#[in_both_protocols]
fn what_changes_meanwhile_does_not_move_the_rest(c: &mut Client) {
    for (listing, add) in [
        ("VOTED news bob 1", "VOTE news bob 9"),
        ("ANSWERS news alice 1", "COMMENT news bob 1 text"),
    ] {
        c.run("DEL news");
        c.int("ARTICLE.POST news alice t l");
        let comments = (0..7).map(|_| "ARTICLE.COMMENT news carol 1 text".to_owned());
        c.run_all(comments.chain(["ARTICLE.POST news dan t l".to_owned()]));
        let votes = (2..=8).map(|id| format!("ARTICLE.VOTE news bob {id}"));
        c.run_all(votes.chain(["ARTICLE.MARK news bob saved 2 3 4 5 6 7 8".to_owned()]));
        let line = format!("ARTICLE.{listing} SIZE 2");
        let cursors = [7, 4].map(|id| match line.contains("ANSWERS") {
            true => c.position("news", id),
            false => format!("id:{id}"),
        });
        let cursor = |at: usize| Some(cursors[at].clone());
        assert_eq!(c.ids_and_cursor(&line), (vec![8, 7], cursor(0)), "{line}");
        assert!(c.int(&format!("ARTICLE.{add}")) > 0, "{add}");
        c.int("ARTICLE.DEL news 7 6");
        let seen = c.position("news", 4);
        c.int(&format!("ARTICLE.SEEN news alice {seen}"));
        let after = format!("{line} AFTER {}", cursors[0]);
        assert_eq!(c.ids_and_cursor(&after), (vec![5, 4], cursor(1)), "{line}");
        // Nothing but hidden ones follow.
        c.int("ARTICLE.MODERATE news HIDE 2 3");
        assert_eq!(c.ids_and_cursor(&after), (vec![5, 4], None), "{line}");
    }
}

#[in_both_protocols]
fn anything_else_is_not_a_cursor(c: &mut Client) {
    for line in LISTINGS.map(|line| line.replace('#', "1")) {
        for cursor in ["x", "0", "7", "-1", "4294967296", "5-5", "id:0", "best:", "\"\""] {
            c.always_refused(&format!("{line} AFTER {cursor}"), BAD_CURSOR);
        }
    }
}
