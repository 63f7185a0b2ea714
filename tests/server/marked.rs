//! ARTICLE.MARKED: what is on a list of a user, the highest id first.

use test_support::*;

const TOO_FAR: &str = "ERR page numbers reach 1000 articles into a filtered listing; use AFTER";

/// Makes articles 1 to 4, comments 5 and 6, article 7 that has closed, and article 8. Bob has put
/// all but 8 on a list. Article 4 is hidden.
fn make(c: &mut Client) {
    for title in ["a", "b", "c", "d"] {
        c.int(&format!("ARTICLE.POST news alice {title} l"));
    }
    c.int("ARTICLE.COMMENT news alice 1 first");
    c.int("ARTICLE.COMMENT news alice 5 second");
    c.int("ARTICLE.MODERATE news HIDE 4");
    c.ok("ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1000 CLOSES 2000 UP 2 alice bob");
    c.int("ARTICLE.POST news alice e l");
    assert_eq!(c.int("ARTICLE.MARK news bob saved 3 1 2 4 7 6 5"), 7);
    assert_eq!(c.int("ARTICLE.MARK news bob read 8"), 1);
}

#[in_both_protocols]
fn it_returns_what_is_on_the_list_by_descending_id(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("", &[7, 6, 5, 3, 2, 1][..]),
        ("ARTICLES", &[7, 3, 2, 1]),
        ("comments", &[6, 5]),
        ("SIZE 2", &[7, 6]),
        ("AFTER 6", &[5, 3, 2, 1]),
        // The cursor need not be on the list.
        ("AFTER 4", &[3, 2, 1]),
        ("AFTER 8", &[7, 6, 5, 3, 2, 1]),
        ("AFTER 4294967295", &[7, 6, 5, 3, 2, 1]),
        ("AFTER 1", &[]),
        ("AFTER 7 ARTICLES SIZE 1", &[3]),
        ("AFTER 7 SIZE 1 COMMENTS", &[6]),
    ] {
        let line = format!("ARTICLE.MARKED news bob saved 1 {options}");
        assert_eq!(c.ids(&line), expected, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2"), [5, 3]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2 AFTER 7"), [3, 2]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2 ARTICLES"), [2, 1]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 4 SIZE 2"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob read 1"), [8]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob none 1"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news nobody saved 1"), [0_i64; 0]);
}

#[in_both_protocols]
fn it_follows_marks_and_moderation_at_once(c: &mut Client) {
    make(c);
    let marked = |c: &mut Client| c.ids("ARTICLE.MARKED news bob saved 1");
    c.int("ARTICLE.MARK news bob saved 8");
    c.int("ARTICLE.UNMARK news bob saved 1 6");
    assert_eq!(marked(c), [8, 7, 5, 3, 2]);
    c.int("ARTICLE.MODERATE news SHOW 4");
    c.int("ARTICLE.MODERATE news HIDE 5");
    c.int("ARTICLE.MODERATE news LOCK 2");
    c.int("ARTICLE.MODERATE news PIN 3");
    c.int("ARTICLE.DEL news 7");
    assert_eq!(marked(c), [8, 4, 3, 2]);
    c.int("ARTICLE.UNMARK news bob saved ALL");
    assert_eq!(marked(c), [0_i64; 0]);
    c.int("ARTICLE.MARK news bob saved 1");
    assert_eq!(marked(c), [1]);
    c.check("news");
}

#[in_both_protocols]
fn it_returns_maps_as_other_commands_do(c: &mut Client) {
    make(c);
    let shown = "VIEWER bob MARKS 2 read saved";
    let maps = c.page(&format!("ARTICLE.MARKED news bob saved 1 {shown}"));
    for map in &maps {
        let id = map.int("id");
        assert_eq!(*map, c.map(&format!("ARTICLE.GET news {id} {shown}")), "{id}");
        assert_eq!(*map.value("marks"), bulks(&["saved"]));
    }
    assert_eq!(maps.len(), 6);
    assert!(maps.iter().all(|map| map.has("parent") == [5, 6].contains(&map.int("id"))));
    // The viewer need not be whose list it is.
    c.int("ARTICLE.MARK news carol mine 5 1");
    let shown = "RETURN 3 marks title text VIEWER carol MARKS 2 mine saved";
    let maps = c.page(&format!("ARTICLE.MARKED news bob saved 1 SIZE 3 {shown}"));
    let names: Vec<_> = maps.iter().map(Fields::names).collect();
    assert_eq!(names, [["marks", "title"], ["marks", "text"], ["marks", "text"]]);
    let marks: Vec<_> = maps.iter().map(|map| map.value("marks").clone()).collect();
    assert_eq!(marks, [bulks(&[]), bulks(&[]), bulks(&["mine"])]);
    assert!(c.page("ARTICLE.MARKED news bob saved 1 SIZE 1 RETURN 0")[0].names().is_empty());
}

#[in_both_protocols]
fn a_cursor_reads_on_to_the_end(c: &mut Client) {
    make(c);
    for size in [1, 2, 3, 5] {
        let pages = c.walk(&format!("ARTICLE.MARKED news bob saved 1 SIZE {size}"), None);
        assert_eq!(pages.concat(), [7, 6, 5, 3, 2, 1], "{size}");
    }
    let line = "ARTICLE.MARKED news bob saved 1 SIZE 6";
    assert_eq!(c.ids_and_cursor(line), (vec![7, 6, 5, 3, 2, 1], None));
    let line = "ARTICLE.MARKED news bob saved 2 SIZE 2 COMMENTS";
    assert_eq!(c.ids_and_cursor(line), (vec![], None));
    let (_, next) = c.ids_and_cursor("ARTICLE.MARKED news bob saved 1 SIZE 2");
    assert_eq!(next.as_deref(), Some("6"));
    // What is deleted, unmarked or marked meanwhile does not move the rest.
    c.int("ARTICLE.DEL news 6");
    c.int("ARTICLE.UNMARK news bob saved 5");
    c.int("ARTICLE.MARK news bob saved 8");
    let line = "ARTICLE.MARKED news bob saved 1 SIZE 2 AFTER 6";
    assert_eq!(c.ids_and_cursor(line), (vec![3, 2], Some("2".to_owned())));
    // Nothing but a hidden one follows.
    c.int("ARTICLE.MODERATE news HIDE 1");
    assert_eq!(c.ids_and_cursor(line), (vec![3, 2], None));
}

#[in_both_protocols]
fn page_numbers_reach_a_thousand_and_cursors_further(c: &mut Client) {
    c.all_ok((1..=1200).map(|id| {
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000 COUNTS 1 0")
    }));
    let ids: Vec<_> = (1..=1200).map(|id| id.to_string()).collect();
    for ids in ids.chunks(1_000) {
        let line = format!("ARTICLE.MARK news bob saved {}", ids.join(" "));
        assert_eq!(c.int(&line), ids.len() as i64);
    }
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 40 RETURN 1 id").last(), Some(&201));
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 1 SIZE 1000 RETURN 1 id").len(), 1000);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 1000 SIZE 1"), [201]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 1000 SIZE 1 AFTER 1001"), [1]);
    for page in ["41", "2 SIZE 1000", "1001 SIZE 1", "9223372036854775807", "41 AFTER 300"] {
        c.refused("news", &format!("ARTICLE.MARKED news bob saved {page}"), TOO_FAR);
    }
    let pages = c.walk("ARTICLE.MARKED news bob saved 1 SIZE 500 RETURN 1 id", None);
    assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [500, 500, 200]);
    assert!(pages.concat().into_iter().eq((1..=1200).rev()));
}

#[in_both_protocols]
fn a_missing_key_is_an_empty_site(c: &mut Client) {
    assert_eq!(c.run("ARTICLE.MARKED none bob saved 1"), bulks(&[]));
    let nothing = Value::Array(vec![bulks(&[]), Value::Nil]);
    assert_eq!(c.run("ARTICLE.MARKED none bob saved 1 WITHCURSOR"), nothing);
    assert_error(&c.run("ARTICLE.MARKED none bob saved 41"), TOO_FAR);
    assert_eq!(c.int("EXISTS none"), 0);
    c.ok("SET text x");
    assert_error(&c.run("ARTICLE.MARKED text bob saved 1"), WRONG_TYPE);
}

#[in_both_protocols]
fn wrong_arguments_are_errors(c: &mut Client) {
    const PAGE: &str = "ERR page must be an integer from 1";
    const SIZE: &str = "ERR SIZE must be an integer from 1 to 1000";
    const CURSOR: &str = "BADCURSOR this is not a cursor of this listing";
    const NAME: &str = "ERR list must be 1 to 64 bytes long";
    let [user, list] = [256, 65].map(|len| "x".repeat(len));
    for (arguments, error) in [
        ("bob saved 0", PAGE),
        ("bob saved -1", PAGE),
        ("bob saved x", PAGE),
        ("bob saved 1 SIZE 0", SIZE),
        ("bob saved 1 SIZE 1001", SIZE),
        ("bob saved 1 AFTER x", CURSOR),
        ("bob saved 1 AFTER 0", CURSOR),
        ("bob saved 1 AFTER -1", CURSOR),
        ("bob saved 1 AFTER 4294967296", CURSOR),
        ("bob saved 1 AFTER 5-5", CURSOR),
        ("bob saved 1 AFTER \"\"", CURSOR),
        ("bob saved 1 HIDDEN", "ERR MARKED takes ARTICLES or COMMENTS"),
        ("bob saved 1 SIZE 5 HIDDEN", "ERR unknown option at argument 7"),
        ("bob saved 1 ARTICLES COMMENTS", "ERR only one of ARTICLES and COMMENTS can be given"),
        ("\"\" saved 1", "ERR user must be 1 to 255 bytes long"),
        (&format!("{user} saved 1"), "ERR user must be 1 to 255 bytes long"),
        ("bob \"\" 1", NAME),
        (&format!("bob {list} 1"), NAME),
        ("bob saved 1 RETURN 101 id", "ERR numnames must be an integer from 0 to 100"),
        ("bob saved 1 MARKS 10001 a", "ERR numlists must be an integer from 0 to 10000"),
        ("bob saved 1 MARKS 2 a", "ERR numlists does not match the number of arguments"),
        ("bob saved 1 MARKS 1 \"\"", NAME),
        ("bob saved 1 MARKS 1 a MARKS 1 a", "ERR MARKS is given twice"),
    ] {
        c.always_refused(&format!("ARTICLE.MARKED news {arguments}"), error);
    }
}
