//! Comparing a classic site with a site: all of it, or what visitors see.

use test_support::classic::{Choice, Design};
use test_support::{Connect, Value, bulk, is_error};

use crate::harness::{between, run, run_any};
use crate::servers::{ClassicSite, Pair, plain_server};

#[test]
fn each_kind_of_difference_is_found() {
    let mut pair = Pair::imported(Design::JAVA, 12);
    assert!(pair.assert_equal("verify").err.contains("Compared 12 articles"));
    for line in [
        "ARTICLE.VOTE news voter0 2 DOWN",
        "ARTICLE.EDIT news 3 TITLE Other LINK http://y FIELDS 1 more 1",
        "ARTICLE.GROUPADD news 4 more",
        "ARTICLE.MODERATE news HIDE 5",
        "ARTICLE.BOOST news 6 60",
        "ARTICLE.DEL news 7",
        "ARTICLE.POST news ann New link",
    ] {
        assert!(!is_error(&pair.c.run(line)), "{line}");
    }
    let run = pair.run_any("verify");
    run.assert_differences(&[
        "article 2: votes: 3 in the source, 1 in the target",
        "article 2: vote of voter0: up in the source, down in the target",
        "article 3: title: Title 3 in the source, Other in the target",
        "article 3: link: http://x in the source, http://y in the target",
        "article 3: field more: missing in the source, 1 in the target",
        "article 4: group more: only in the target",
        "article 5: hidden: false in the source, true in the target",
        "article 6: boost: 0 in the source, 60 in the target",
        "article 7: only in the source",
        "article 13: only in the target",
    ]);
    // A boost moves the score.
    assert_eq!(run.out.lines().count(), 11, "{}", run.out);
    assert!(run.err.contains("11 differences"), "{}", run.err);
}

#[test]
fn texts_that_look_alike_when_shortened_differ() {
    let mut pair = Pair::new(Design::PYTHON, 3);
    let mut write = |end: &str, text: usize, title: &[u8]| {
        let [link, text] = [format!("{}{end}", "x".repeat(70)), "x".repeat(text)];
        pair.classic.client.call("HSET", ("article:1", "link", link, "text", text));
        pair.classic.client.call("HSET", ("article:2", "title", title));
    };
    write("A", 70, b"T3\xff");
    run(&between("import", &pair.from, &pair.to, "news"));
    write("B", 71, b"T3\xfe");
    // Each shows the place where the texts differ.
    let tail = "x".repeat(20);
    pair.run_any("verify").assert_differences(&[
        &format!("article 1: link: ...{tail}B in the source, ...{tail}A in the target"),
        &format!("article 1: field text: ...{tail}x in the source, ...{tail} in the target"),
        "article 2: title: T3\\xfe in the source, T3\\xff in the target",
    ]);
    assert_eq!(pair.run("import --update").number("of these, brought up to date"), 2);
    // The highest id needs no search through all of them.
    pair.classic.post_with_id(u32::MAX.into(), "Last");
    pair.run("import");
    assert!(pair.assert_equal("verify").err.contains("Compared 4 articles"));
    let title = pair.c.run("ARTICLE.GET news 2 RETURN 1 title");
    assert_eq!(title, Value::Array(vec![bulk("title"), bulk(b"T3\xfe")]));
}

#[test]
fn votes_on_articles_that_were_imported_without_their_voters_are_counted_apart() {
    let mut pair = Pair::new(Design::PYTHON, 9);
    pair.classic.run(&["DEL voted:4 voted:8"]);
    pair.run("import");
    pair.assert_equal("verify");
    // The classic site goes on to take votes on it, and the module does not.
    assert!(pair.classic.vote("late", 4, Choice::For));
    let same = pair.assert_equal("verify");
    assert!(same.err.contains("1 articles have other votes in the source"), "{}", same.err);
    let report = pair.run("import --update");
    report.assert_lines(&[
        "1 differences that the target refused to take over",
        "article 4, votes: 1 in the source, 5 in the target",
    ]);
    assert_eq!(report.number("of these, brought up to date"), 0);
    pair.classic.run(&["HSET article:4 title Other"]);
    let other = pair.run_any("verify");
    assert_eq!(other.out, "article 4: title: Other in the source, Title 4 in the target\n");
}

#[test]
fn another_site_prints_some_differences_and_the_number_of_the_others() {
    let (pair, other) = (Pair::imported(Design::PYTHON, 300), plain_server());
    ClassicSite::new(other.resp2(), Design::PYTHON).post_many(250, "Other");
    for (lines, printed) in
        [("", 100), (" --lines 7", 7), (" --lines 0", 0), (" --lines 1000000", usize::MAX)]
    {
        let run = run_any(&between(&format!("verify{lines}"), &other, &pair.to, "news"));
        assert_eq!(run.code, Some(1));
        let (_, count) = run.err.rsplit_once("articles (").unwrap();
        let count = count.split_whitespace().nth(2).unwrap().parse::<usize>().unwrap();
        // Each article differs in its title, poster, and time, at least. 50 have no counterpart.
        assert!(count >= 3 * 250 + 50, "{}", run.err);
        let printed = printed.min(count);
        assert_eq!(run.out.lines().count(), printed + usize::from(printed < count));
        let more = format!("and {} more differences", count - printed);
        assert!(printed == count || run.out.lines().last() == Some(more.as_str()), "{run:?}");
    }
}

#[test]
fn what_visitors_see_differently_is_found_and_nothing_below() {
    for design in [Design::JAVA, Design::PYTHON] {
        let mut pair = Pair::imported(design, 40);
        for size in [1, 7, 39, 40, 41, 1_000] {
            pair.assert_equal(&format!("compare --size {size}"));
        }
        // One vote only here, one only there, and another title far below.
        assert!(pair.classic.vote("late", 40, Choice::For));
        pair.c.run("ARTICLE.VOTE news late 39");
        pair.c.run("ARTICLE.EDIT news 1 TITLE Other");
        let first = pair.run_any("compare --size 10");
        first.assert_differences(&[
            "article 39: vote of late: none in the source, up in the target",
            "article 40: vote of late: up in the source, none in the target",
        ]);
        assert!(!first.out.contains("article 1:"), "{}", first.out);
        let all = pair.run_any("compare --size 40");
        let title = "article 1: title: Title 1 in the source, Other in the target";
        all.assert_differences(&[title]);
        // Groups are the task of verify.
        pair.c.run("ARTICLE.GROUPADD news 38 more");
        assert_eq!(pair.run_any("compare --size 40").out, all.out);
        // An article in another place.
        pair.c.run("ARTICLE.MODERATE news PIN 3");
        let pinned = pair.run_any("compare --size 5").out;
        assert!(pinned.contains("BY SCORE, place 1: article "), "{pinned}");
        assert!(pinned.contains("article 3 in the target"), "{pinned}");
        pair.c.run("ARTICLE.DEL news 40");
        pair.run_any("compare --size 5").assert_differences(&[
            "BY TIME, place 1: article 40 in the source, article 39 in the target",
            "article 40: only in the source",
        ]);
    }
}
