//! ARTICLE.MARKED: what is on a list of a user, the latest mark first.

use test_support::*;

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
fn it_returns_what_is_on_the_list_the_latest_marks_first(c: &mut Client) {
    make(c);
    for (options, expected) in [
        ("", &[5, 6, 7, 2, 1, 3][..]),
        ("ARTICLES", &[7, 2, 1, 3]),
        ("comments", &[5, 6]),
        ("SIZE 2", &[5, 6]),
    ] {
        let line = format!("ARTICLE.MARKED news bob saved 1 {options}");
        assert_eq!(c.ids(&line), expected, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2"), [7, 2]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 2 SIZE 2 ARTICLES"), [1, 3]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob saved 4 SIZE 2"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob read 1"), [8]);
    assert_eq!(c.ids("ARTICLE.MARKED news bob none 1"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.MARKED news nobody saved 1"), [0_i64; 0]);
    // A mark of what is on the list changes nothing.
    assert_eq!(c.int("ARTICLE.MARK news bob saved 3 1"), 0);
    assert_eq!(c.int("ARTICLE.UNMARK news bob saved 2"), 1);
    assert_eq!(c.int("ARTICLE.MARK news bob saved 2"), 1);
    for copy in ["RESTORE", "COPY"] {
        assert_eq!(c.ids("ARTICLE.MARKED news bob saved 1"), [2, 5, 6, 7, 1, 3], "{copy}");
        c.restore("news", "news");
    }
}

#[in_both_protocols]
fn its_cursor_need_not_be_on_the_list(c: &mut Client) {
    make(c);
    let page = |c: &mut Client, options: &str| {
        c.ids_and_cursor(&format!("ARTICLE.MARKED news bob saved 1 {options}"))
    };
    let (ids, cursor) = page(c, "SIZE 2");
    let after = format!("AFTER {}", cursor.unwrap());
    assert_eq!((ids, page(c, &after)), (vec![5, 6], (vec![7, 2, 1, 3], None)));
    assert_eq!(page(c, &format!("{after} SIZE 1 ARTICLES")).0, [7]);
    assert_eq!(c.int("ARTICLE.UNMARK news bob saved 6 7 5"), 3);
    assert_eq!(page(c, &after), (vec![2, 1, 3], None));
    assert_eq!(c.int("ARTICLE.MARK news bob saved 5 8"), 2);
    assert_eq!(page(c, &after), (vec![2, 1, 3], None));
    for cursor in ["6", "-1", "marked:1", "score:5-6", "\"\""] {
        let line = format!("ARTICLE.MARKED news bob saved 1 AFTER {cursor}");
        c.refused("news", &line, "BADCURSOR this is not a cursor of this listing");
    }
}

#[in_both_protocols]
fn the_order_of_more_marks_than_are_kept_is_by_id(c: &mut Client) {
    c.run_all((0..1_010).map(|_| "ARTICLE.POST news alice t l"));
    let line = |ids: &[i64]| {
        let ids: Vec<_> = ids.iter().map(i64::to_string).collect();
        format!("ARTICLE.MARK news bob saved {}", ids.join(" "))
    };
    let ids: Vec<i64> = (1..=1_000).rev().collect();
    assert_eq!(c.int(&line(&ids)), 1_000);
    let marked = |c: &mut Client| {
        c.walk("ARTICLE.MARKED news bob saved 1 SIZE 1000 RETURN 1 id", None).concat()
    };
    assert_eq!(marked(c), (1..=1_000).collect::<Vec<_>>());
    assert_eq!(c.int(&line(&[1_001, 1_005, 1_003])), 3);
    let expected =
        [&[1_003, 1_005, 1_001][..], &(1..=997).collect::<Vec<_>>(), &[1_000, 999, 998]];
    assert_eq!(marked(c), expected.concat());
    // Marks that were taken back are among the latest, too.
    let unmarked: Vec<_> = (1..=500).map(|id: i64| id.to_string()).collect();
    assert_eq!(c.int(&format!("ARTICLE.UNMARK news bob saved {}", unmarked.join(" "))), 500);
    assert_eq!(c.int("ARTICLE.MARK news bob saved 1002"), 1);
    let latest = &[1_002, 1_003, 1_005, 1_001][..];
    let expected = [latest, &(501..=996).collect::<Vec<_>>(), &[1_000, 999, 998, 997]].concat();
    assert_eq!(marked(c), expected);
    c.check("news");
    let before = c.dump("news");
    c.restore("news", "news");
    assert_eq!(marked(c), expected);
    assert!(c.dump("news") == before, "the order is stored");
}
