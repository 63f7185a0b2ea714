//! Comparing a classic site with a site.

use test_support::classic::{Choice, Design};
use test_support::{Connect, bulk};

use crate::program::{import, import_with, run, run_any, verify};
use crate::sites::{ClassicSite, fill, imported, module_server, plain_server};

#[test]
fn each_kind_of_difference_is_found() {
    let (from, to, _) = imported(Design::JAVA, 12);
    let same = run(&verify(&from, &to));
    assert!(same.out.is_empty() && same.err.contains("Compared 12 articles"), "{same:?}");
    let mut c = to.resp2();
    for line in [
        "ARTICLE.VOTE news voter0 2 DOWN",
        "ARTICLE.EDIT news 3 TITLE Other LINK http://y FIELDS 1 more 1",
        "ARTICLE.GROUPADD news 4 more",
        "ARTICLE.MODERATE news HIDE 5",
        "ARTICLE.BOOST news 6 60",
        "ARTICLE.DEL news 7",
        "ARTICLE.POST news ann New link",
    ] {
        assert!(!test_support::is_error(&c.run(line)), "{line}");
    }
    let run = run_any(&verify(&from, &to));
    assert_eq!(run.code, Some(1));
    run.assert_lines(&[
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
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::PYTHON, 3);
    let long = "x".repeat(70);
    site.client.call("HSET", ("article:1", "link", format!("{long}A"), "text", &long));
    site.client.call("HSET", ("article:2", "title", &b"T3\xff"[..]));
    run(&import(&from, &to));
    site.client.call("HSET", ("article:1", "link", format!("{long}B"), "text", "x".repeat(71)));
    site.client.call("HSET", ("article:2", "title", &b"T3\xfe"[..]));
    let run = run_any(&verify(&from, &to));
    assert_eq!(run.code, Some(1));
    // Each shows the place where the texts differ.
    let tail = "x".repeat(20);
    run.assert_lines(&[
        &format!("article 1: link: ...{tail}B in the source, ...{tail}A in the target"),
        &format!("article 1: field text: ...{tail}x in the source, ...{tail} in the target"),
        "article 2: title: T3\\xfe in the source, T3\\xff in the target",
    ]);
    let updated = crate::program::run(&import_with(&from, &to, "--update"));
    assert_eq!(updated.number("of these, brought up to date"), 2);
    assert!(crate::program::run(&verify(&from, &to)).out.is_empty());
    let title = to.resp2().run("ARTICLE.GET news 2 RETURN 1 title");
    assert_eq!(title, test_support::Value::Array(vec![bulk("title"), bulk(b"T3\xfe")]));
}

#[test]
fn votes_on_articles_that_were_imported_without_their_voters_are_counted_apart() {
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::PYTHON, 9);
    site.client.run("DEL voted:4 voted:8");
    run(&import(&from, &to));
    assert!(run(&verify(&from, &to)).err.ends_with("0 differences.\n"));
    // The classic site goes on to take votes on it, and the module does not.
    assert!(site.vote("late", 4, Choice::For));
    let same = run(&verify(&from, &to));
    assert!(same.out.is_empty(), "{}", same.out);
    assert!(same.err.contains("1 articles have other votes in the source"), "{}", same.err);
    let update = import_with(&from, &to, "--update");
    let report = run(&update);
    report.assert_lines(&[
        "1 differences that the target refused to take over",
        "article 4, votes: 1 in the source, 5 in the target",
    ]);
    assert_eq!(report.number("of these, brought up to date"), 0);
    site.client.run("HSET article:4 title Other");
    let other = run_any(&verify(&from, &to));
    assert_eq!(other.out, "article 4: title: Other in the source, Title 4 in the target\n");
}

#[test]
fn another_site_prints_some_differences_and_the_number_of_the_others() {
    let (from, other, to) = (plain_server(), plain_server(), module_server());
    fill(&from, Design::PYTHON, 300);
    let mut site = ClassicSite::new(other.resp2(), Design::PYTHON);
    let now = site.client.now();
    for number in 0..250 {
        site.post("mallory", "Other", "http://x", now - 250 + number);
    }
    run(&import(&from, &to));
    let mut options = verify(&other, &to);
    for (lines, printed) in [("100", 100), ("7", 7), ("0", 0), ("1000000", usize::MAX)] {
        if printed != 100 {
            options.extend(["--lines".to_owned(), lines.to_owned()]);
        }
        let run = run_any(&options);
        options.truncate(7);
        assert_eq!(run.code, Some(1));
        let (_, count) = run.err.rsplit_once("articles (").unwrap();
        let count = count.split_whitespace().nth(2).unwrap().parse::<usize>().unwrap();
        // Each article differs in its title, poster, and time, at least. 50 have no counterpart.
        assert!(count >= 3 * 250 + 50, "{}", run.err);
        let all = run.out.lines().count();
        if printed > count {
            assert_eq!(all, count);
        } else {
            assert_eq!(all, printed + 1);
            let last = format!("and {} more differences", count - printed);
            assert_eq!(run.out.lines().last(), Some(last.as_str()));
        }
    }
}

#[test]
fn the_highest_id_needs_no_search_through_all_ids() {
    let (from, to) = (plain_server(), module_server());
    let mut site = fill(&from, Design::PYTHON, 3);
    let now = site.client.now();
    site.post_with_id(u32::MAX.into(), "ann", "Last", "", now);
    run(&import(&from, &to));
    assert!(run(&verify(&from, &to)).err.contains("Compared 4 articles"));
}
