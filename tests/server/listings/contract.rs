//! What all listings have in common: page numbers and their end, cursors, maps, and errors.

use test_support::*;

const TOO_FAR: &str = "ERR page numbers reach 1000 articles into a filtered listing; use AFTER";

/// Listings of 1,100 items of the site of [`load`] by descending id, with `#` for a page number.
pub const LISTINGS: [&str; 10] = [
    "ARTICLE.PAGE news # BY TIME SINCE 0",
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
        for options in ["", "VIEWER bob MARKS 2 saved none", returned, "RETURN 0"] {
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
fn a_missing_key_is_an_empty_site(c: &mut Client) {
    for line in LISTINGS.map(|line| line.replace("news", "none")) {
        let first = line.replace('#', "1");
        assert_eq!(c.run(&first), bulks(&[]), "{line}");
        let nothing = Value::Array(vec![bulks(&[]), Value::Nil]);
        assert_eq!(c.run(&format!("{first} WITHCURSOR")), nothing, "{line}");
        if line.contains('#') {
            assert_error(&c.run(&line.replace('#', "41")), TOO_FAR);
        }
    }
    assert_eq!(c.int("EXISTS none"), 0);
}

#[in_both_protocols]
fn wrong_arguments_are_errors(c: &mut Client) {
    const PAGE: &str = "ERR page must be an integer from 1";
    const SIZE: &str = "ERR SIZE must be an integer from 1 to 1000";
    const CURSOR: &str = "BADCURSOR this is not a cursor of this listing";
    const USER: &str = "ERR user must be 1 to 255 bytes long";
    let long = format!(" {} ", "x".repeat(256));
    for line in LISTINGS {
        for page in ["0", "-1", "x"].iter().filter(|_| line.contains('#')) {
            c.always_refused(&line.replace('#', page), PAGE);
        }
        let first = line.replace('#', "1");
        for size in ["0", "-1", "1001", "x"] {
            c.always_refused(&format!("{first} SIZE {size}"), SIZE);
        }
        for cursor in ["x", "0", "-1", "4294967296", "5-5", "\"\""] {
            c.always_refused(&format!("{first} AFTER {cursor}"), CURSOR);
        }
        for user in [" alice ", " bob ", " carol "].into_iter().filter(|user| first.contains(user))
        {
            c.always_refused(&first.replacen(user, " \"\" ", 1), USER);
            c.always_refused(&first.replacen(user, &long, 1), USER);
        }
    }
}
