//! JSON lines of articles and comments, and the places of deleted ones.

use test_support::classic::Design;
use test_support::{Client, Connect};

use crate::harness::{assert_same, digest, export_lines, import_lines, try_import};
use crate::servers::{Pair, assert_ints, empty_site, fill_comments, module_server, site_of};

#[test]
fn lines_are_as_documented() {
    let (site, mut c) = empty_site();
    // Times can be texts, and booleans and nulls can be written as databases do.
    let lines = include_str!("data/documented.jsonl");
    assert_eq!(import_lines(&site, "news", lines).numbers(["articles", "comments"]), [3, 2]);
    assert_eq!(export_lines(&site), include_str!("data/documented_export.jsonl"));
    c.ok("ARTICLE.CREATE forgetful VOTESCORE 100");
    let message = "a site with KEEPVOTES no where the import has yes. Choose another --key, or \
                   make them equal with ARTICLE.ALTER";
    try_import(&site, "forgetful", "", lines).assert_refused(message);
}

#[test]
fn what_has_a_time_in_the_future_is_skipped() {
    let (site, mut c) = empty_site();
    let lines = r#"{"version":1}
{"id":1,"poster":"a","title":"t","time":6}
{"id":2,"poster":"a","title":"t","time":4000000000}
{"id":3,"poster":"a","title":"t","time":1700000000000}
{"id":4,"poster":"a","title":"t","time":7,"bumped":4000000000}
"#;
    let now = c.now();
    import_lines(&site, "news", lines).assert_lines(&[
        "2 articles or comments with a time in the future: skipped. If a classic \
         site has its times in milliseconds, use --time-unit ms",
        "article 2: 4000000000",
        "article 3: 1700000000000",
    ]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME"), [4, 1]);
    assert!((now - 100..=c.now()).contains(&c.article("news", 4).int("bumped")));
    // Neither does a late comment bump its article, or count for it.
    let late = r#"{"id":5,"parent":1,"poster":"b","text":"x","time":4000000001}"#;
    let run = import_lines(&site, "news", format!("{lines}{late}"));
    run.assert_lines(&["comment 5: 4000000001"]);
    assert_ints(&mut c, 1, &[("comments", 0), ("bumped", 6)]);
}

#[test]
fn a_site_of_comments_whose_articles_are_deleted_is_complete() {
    let (site, mut c) = empty_site();
    c.run("ARTICLE.POST news ann Title link");
    c.run_all(
        (1..=1_200)
            .map(|parent| format!("ARTICLE.COMMENT news u{parent} {} text", parent.min(200))),
    );
    c.run_all((1..=1_199).map(|id| format!("ARTICLE.DEL news {id}")));
    assert_eq!((c.info("news").int("articles"), c.info("news").int("comments")), (0, 2));
    let exported = export_lines(&site);
    assert_eq!(exported.lines().count(), 1 + 200 + 2);
    import_lines(&site, "copy", &exported);
    assert_same(&site, "copy", &site, "news");
    // Nothing was lost of what another site has under the same key.
    let other = r#"{"version":1}
{"id":2000,"poster":"ann","title":"Other","time":1}"#;
    try_import(&site, "copy", "", other).assert_refused("the source has none of its articles");
}

/// Problems of the target come after the problems of the lines.
#[test]
fn what_the_target_lacks_or_has_otherwise_is_named() {
    let (site, mut c) = site_of(fill_comments);
    let all = export_lines(&site);
    assert_eq!(c.int("ARTICLE.DEL news 19"), 1);
    let more = r#"{"id":40,"parent":19,"poster":"a","text":"x","time":1}
{"id":41,"parent":40,"poster":"a","text":"x","time":1}
{"id":42}"#;
    let report = try_import(&site, "news", "--dry-run", format!("{all}{more}"));
    report.assert_refused("missing field `time` at column 9");
    report.assert_lines(&[
        "1 articles or comments that the target does not have, although it has later ones: \
         skipped",
        "comment 19",
        "2 comments on what the target does not have, although it has later ones: skipped",
        "comment 40",
        "comment 41",
    ]);
    // A comment with the id of an article, or on another parent, is of another site.
    for (from, to) in
        [("\"parent\":2,", "\"parent\":1,"), ("\"poster\":\"dan\"", "\"poster\":\"x\"")]
    {
        let other = all.replacen(from, to, 1);
        let message = "holds another site: with the id 4, it has a comment on 2 by dan";
        try_import(&site, "news", "", &other).assert_refused(message);
        let report = try_import(&site, "news", "--dry-run", other + "{");
        report.assert_refused(message);
        assert!(report.out.contains(": EOF"), "{report:?}");
    }
}

#[test]
fn verify_and_update_leave_comments_of_the_target_alone() {
    let mut pair = Pair::imported(Design::PYTHON, 5);
    assert_eq!(pair.c.int("ARTICLE.COMMENT news ann 3 text TIME 1"), 6);
    assert_eq!(pair.c.int("ARTICLE.COMMENT news ann 6 text TIME 1"), 7);
    let before = digest(&pair.to, "news");
    let compared = pair.run_any("verify");
    assert_eq!(compared.out, "article 3: comments: 0 in the source, 2 in the target\n");
    pair.run("import --update");
    assert_eq!(digest(&pair.to, "news"), before);
    assert_eq!(pair.c.int("ARTICLE.POST news ann Own link"), 8);
    pair.run_any("verify").assert_differences(&["article 8: only in the target"]);
    // A classic article that gets the id of a comment is not it.
    pair.classic.post_with_id(6, "Title");
    pair.run_any("verify").assert_differences(&["article 6: only in the source"]);
}

/// Wherever the lines end at first, the next run completes the site.
#[test]
fn interrupted_imports_continue() {
    let (site, mut c) = site_of(fill_comments);
    let other = module_server();
    // More voters than one command has.
    let comment = "COMMENT 31 ann 19 Popular TIME 1700000000 CLOSES 4000000000";
    let voters = (0..2_500).map(|number| format!(" u{number}")).collect::<String>();
    c.ok(&format!("ARTICLE.LOAD news {comment} UP 2500{voters} SILENTUP 1 eve"));
    let all = export_lines(&site);
    let lines: Vec<&str> = all.lines().collect();
    let begin = |c: &mut Client, key: &str, end: usize| {
        c.run(&format!("DEL {key}"));
        // Only a run that has come to the end of the lines sets the last id.
        let begun = lines[..end].join("\n").replace("\"last_id\":31", "\"last_id\":0");
        import_lines(&other, key, begun).assert_no_problems();
    };
    let mut o = other.resp2();
    for end in 2..=lines.len() {
        begin(&mut o, "part", end);
        import_lines(&other, "part", &all).assert_no_problems();
        assert_same(&other, "part", &site, "news");
    }
    // A kill between the voters of one comment.
    begin(&mut o, "part", lines.len() - 1);
    o.ok(&format!("ARTICLE.LOAD part {comment} UP 2 u7 u9"));
    assert_eq!(import_lines(&other, "part", &all).number("there before"), 18);
    assert_same(&other, "part", &site, "news");
}
