//! Comments, and the places of deleted ones.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use test_support::classic::Design;
use test_support::{Client, Connect, Random, bulk, int, seed};

use crate::program::{
    digest, export_lines, export_to, import_as, import_lines, import_with, run, run_any,
    try_import_lines, url, verify, words,
};
use crate::sites::{
    empty_site, fill_comments, imported, module_server, plain_server, site_with_comments,
};

/// Returns the replies that show the thread of each id.
fn threads(c: &mut Client, key: &str) -> Vec<test_support::Value> {
    (1..=19).map(|id| c.run(&format!("ARTICLE.THREAD {key} {id} VIEWER ann"))).collect()
}

#[test]
fn importing_an_export_gives_identical_threads() {
    let (site, other) = (module_server(), module_server());
    let mut c = site.resp2();
    fill_comments(&mut c);
    let exported = run(&export_to(&site, "-"));
    let report = &exported.err;
    for line in [
        "articles                                   3",
        "comments                                  10",
    ] {
        assert!(report.contains(line), "no {line:?} in {report}");
    }
    assert!(report.contains("places of deleted ones                     4"), "{report}");
    for round in ["first", "again"] {
        let imported = import_lines(&other, "copy", exported.out.as_bytes());
        let present = if round == "first" { 0 } else { 17 };
        assert_eq!(imported.number("there before"), present);
        imported.assert_no_problems();
        assert_eq!(digest(&other, "copy"), digest(&site, "news"), "{round}");
    }
    let mut copy = other.resp2();
    copy.ok("ARTICLE.DEBUG CHECK copy");
    assert_eq!(threads(&mut copy, "copy"), threads(&mut c, "news"));
    for id in 1..=30 {
        let get = |c: &mut Client, key: &str| c.run(&format!("ARTICLE.GET {key} {id} VIEWER ann"));
        assert_eq!(get(&mut copy, "copy"), get(&mut c, "news"), "{id}");
    }
    // What is deleted later is kept in the same way.
    for c in [(&mut c, "news"), (&mut copy, "copy")] {
        assert_eq!(c.0.int(&format!("ARTICLE.DEL {} 4 8 9 12", c.1)), 4);
    }
    assert_eq!(digest(&other, "copy"), digest(&site, "news"));
}

#[test]
fn a_site_of_comments_whose_articles_are_deleted_is_complete() {
    let (site, mut c) = empty_site();
    c.run("ARTICLE.POST news ann Title link");
    for parent in 1..=1_200 {
        assert_eq!(
            c.int(&format!("ARTICLE.COMMENT news u{parent} {} text", parent.min(200))),
            parent + 1
        );
    }
    let deleted: Vec<String> = (1..=1_199).map(|id: u32| id.to_string()).collect();
    for ids in deleted.chunks(900) {
        c.run(&format!("ARTICLE.DEL news {}", ids.join(" ")));
    }
    assert_eq!((c.info("news").int("articles"), c.info("news").int("comments")), (0, 2));
    let exported = run(&export_to(&site, "-"));
    assert_eq!(exported.out.lines().count(), 1 + 200 + 2);
    import_lines(&site, "copy", &exported.out);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    // Nothing was lost of what another site has under the same key.
    let other = r#"{"version":1}
{"id":2000,"poster":"ann","title":"Other","time":1}"#;
    let refused = try_import_lines(&site, "copy", other.as_bytes());
    assert!(refused.err.contains("the source has none of its articles"), "{refused:?}");
}

#[test]
fn lines_of_comments_and_places_are_as_documented() {
    let (site, mut c) = empty_site();
    let lines = [
        r#"{"version":1}"#,
        r#"{"id":3,"deleted":true,"time":1700000000,"upvotes":5,"downvotes":2}"#,
        concat!(
            r#"{"id":4,"parent":3,"poster":"bob","text":"First","time":1700000000,"#,
            r#""closes":4000000000,"up":["bob",{"base64":"/wA="}],"down":["eve"],"#,
            r#""silent_up":["mallory"],"fields":[["title","x"]],"boost":-60,"pinned":true}"#
        ),
        r#"{"id":6,"deleted":true,"parent":4,"time":1700000001,"boost":7,"score":9}"#,
        r#"{"id":9,"parent":6,"poster":"eve","text":"Second","time":1700000002,"upvotes":3}"#,
    ];
    // An interruption after a place whose comments are still to come.
    import_lines(&site, "news", lines[..2].join("\n"));
    let run = import_lines(&site, "news", lines.join("\n"));
    assert_eq!((run.code, run.number("there before")), (Some(0), 1), "{run:?}");
    run.assert_lines(&["comments                                   2"]);
    let first = c.article("news", 4);
    assert_eq!((first.text("text"), first.text("title")), ("First".into(), "x".into()));
    assert_eq!((first.int("upvotes"), first.int("downvotes"), first.int("comments")), (2, 1, 1));
    assert_eq!((first.int("score"), first.int("boost")), (1_700_000_372, -60));
    assert_eq!((first.int("pinned"), first.int("parent"), first.int("article")), (1, 3, 3));
    let second = c.article("news", 9);
    assert_eq!((second.int("upvotes"), second.int("closes")), (3, 1_700_604_802));
    let places = c.run("ARTICLE.DEBUG PLACES news 2 3 6");
    let places = c.articles(&places);
    let numbers = |index: usize| {
        ["parent", "time", "upvotes", "downvotes", "score", "boost"]
            .map(|name| places[index].int(name))
    };
    assert_eq!(numbers(0), [0, 1_700_000_000, 5, 2, 1_700_001_296, 0]);
    assert_eq!(numbers(1), [4, 1_700_000_001, 0, 0, 9, 7]);
    for (bad, message) in [
        (r#"{"id":10,"parent":8,"poster":"a","text":"x","time":1}"#, "the id 8 of the \"parent\""),
        (r#"{"id":10,"parent":10,"poster":"a","text":"x","time":1}"#, "the id 10 of the"),
        (r#"{"id":10,"deleted":true,"parent":8,"time":1}"#, "the id 8 of the \"parent\""),
        (r#"{"id":10,"parent":9,"poster":"a","time":1}"#, "missing field `text`"),
        (r#"{"id":10,"parent":9,"title":"x"}"#, "missing field `poster` at column 32"),
    ] {
        let all = [&lines[..], &[bad]].concat().join("\n");
        let run = try_import_lines(&site, "news", all);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains("line 6: ") && run.err.contains(message), "{}", run.err);
    }
}

/// The guide's example of a file is one.
#[test]
fn the_lines_of_the_guide_can_be_imported() {
    let guide = include_str!("../../../../docs/migrating.md");
    let (_, lines) = guide.split_once("## JSON lines").unwrap();
    let blocks: Vec<&str> = lines.split("```json\n").skip(1).take(2).collect();
    let lines: Vec<&str> = blocks.iter().map(|block| block.split_once("```").unwrap().0).collect();
    let site = module_server();
    let run = import_lines(&site, "news", lines.concat());
    assert_eq!((run.number("articles"), run.number("comments")), (2, 2));
    let mut c = site.resp2();
    let thread = c.run("ARTICLE.THREAD news 3");
    assert_eq!(
        c.articles(&thread).iter().map(|entry| entry.int("id")).collect::<Vec<_>>(),
        [5, 6, 7]
    );
}

#[test]
fn an_interrupted_import_of_comments_continues() {
    let (site, other) = (module_server(), module_server());
    let mut c = site.resp2();
    fill_comments(&mut c);
    // More voters than one command has.
    let voters: Vec<String> = (0..2_500).map(|number| format!("u{number}")).collect();
    let now = c.now();
    let comment = format!("COMMENT 31 ann 19 Popular TIME {now} CLOSES {}", now + 90_000);
    c.ok(&format!("ARTICLE.LOAD news {comment} UP 2500 {} SILENTUP 1 eve", voters.join(" ")));
    let lines = export_lines(&site);
    let lines: Vec<&str> = lines.lines().collect();
    for end in 2..=lines.len() {
        let part = lines[..end].join("\n");
        import_lines(&other, "news", &part);
        // A line of the file that has 30 as its last id sets it.
        other.resp2().run("DEL part");
        let begun = part.replace("\"last_id\":31", "\"last_id\":0");
        for part in [begun, lines.join("\n")] {
            import_lines(&other, "part", part).assert_no_problems();
        }
        assert_eq!(digest(&other, "part"), digest(&site, "news"), "{end}");
    }
    // A kill between the voters of one comment.
    let mut o = other.resp2();
    o.run("DEL part");
    let begun = lines[..lines.len() - 1].join("\n").replace("\"last_id\":31", "\"last_id\":0");
    import_lines(&other, "part", begun);
    o.ok(&format!("ARTICLE.LOAD part {comment} UP 2 u7 u9"));
    let all = lines.join("\n");
    let run = try_import_lines(&other, "part", all.as_bytes());
    assert_eq!(run.number("there before"), 18);
    assert_eq!(digest(&other, "part"), digest(&site, "news"));
    // What is not there any more is reported, and with it new comments on it.
    assert_eq!(o.int("ARTICLE.DEL part 31"), 1);
    let more = format!(
        "{all}\n{}\n{}\n",
        r#"{"id":40,"parent":31,"poster":"a","text":"x","time":1}"#,
        r#"{"id":41,"parent":40,"poster":"a","text":"x","time":1}"#
    );
    let run = try_import_lines(&other, "part", more);
    run.assert_lines(&[
        "1 articles or comments that the target does not have, although it has later ones: skipped",
        "comment 31",
        "2 comments on what the target does not have, although it has later ones: skipped",
        "comment 40",
        "comment 41",
    ]);
    // A comment with the id of an article, or on another parent, is of another site.
    for (from, to) in
        [("\"parent\":2,", "\"parent\":1,"), ("\"poster\":\"dan\"", "\"poster\":\"x\"")]
    {
        let run = try_import_lines(&other, "part", all.replacen(from, to, 1));
        assert!(
            run.err.contains("holds another site: with the id 4, it has a comment on 2 by dan"),
            "{run:?}"
        );
    }
}

#[test]
fn an_export_while_comments_come_and_go_can_be_imported() {
    let (site, mut c) = empty_site();
    c.run("ARTICLE.POST news ann Title link");
    for id in 2..=3_000_u32 {
        c.run(&format!(
            "ARTICLE.COMMENT news u{} {} text",
            id % 7,
            1.max((id - 1).saturating_sub(id % 9))
        ));
    }
    let is_done = AtomicBool::new(false);
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut random = Random::new(seed("comments"));
            let mut c = site.resp2();
            while !is_done.load(SeqCst) {
                // A chain of comments goes at once, from its end or from its beginning.
                let first = 2 + random.below(2_900) as i64;
                let mut ids: Vec<i64> = (first..first + 12).collect();
                if random.below(2) == 0 {
                    ids.reverse();
                }
                let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
                c.run(&format!("ARTICLE.DEL news {}", ids.join(" ")));
                c.run(&format!("ARTICLE.VOTE news late {}", 2 + random.below(2_900)));
                c.run(&format!("ARTICLE.COMMENT news ann {} text", 1 + random.below(2_900)));
            }
        });
        for round in 0..4 {
            let file = folder.path().join(format!("{round}.jsonl"));
            run(&export_to(&site, file.to_str().unwrap()));
        }
        is_done.store(true, SeqCst);
    });
    for round in 0..4 {
        let lines = fs::read(folder.path().join(format!("{round}.jsonl"))).unwrap();
        let key = format!("copy{round}");
        import_lines(&site, &key, &lines);
        c.ok(&format!("ARTICLE.DEBUG CHECK {key}"));
    }
    // Undisturbed, it is exact.
    let lines = export_lines(&site);
    import_lines(&site, "copy", lines);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}

#[test]
fn plain_keys_have_no_comments_and_the_report_says_how_many() {
    let (site, classic) = (module_server(), plain_server());
    let mut c = site.resp2();
    fill_comments(&mut c);
    let options =
        words(&["export", "--from", &url(&site), "--key", "news", "--to", &url(&classic)]);
    let report = run(&options);
    assert_eq!((report.number("articles"), report.number("comments left out")), (3, 10));
    let mut plain = classic.resp2();
    assert_eq!(plain.run("GET article:"), bulk("30"));
    assert_eq!(plain.int("EXISTS article:1 article:2 article:17"), 3);
    for id in [3, 4, 5, 6, 8, 9, 10, 11, 19] {
        let keys = ["article", "voted", "oppose", "silent", "ledger", "fields"];
        let keys = keys.map(|name| format!("{name}:{id}")).join(" ");
        assert_eq!(plain.int(&format!("EXISTS {keys}")), 0, "{id}");
    }
    // The articles keep their activity.
    run(&import_as(&classic, &site, "copy")).assert_no_problems();
    for id in [1, 2, 17] {
        let get = |c: &mut Client, key: &str| c.run(&format!("ARTICLE.GET {key} {id}"));
        assert_eq!(get(&mut c, "copy"), get(&mut c, "news"), "{id}");
    }
}

#[test]
fn verify_and_update_leave_comments_of_the_target_alone() {
    let (from, to, mut site) = imported(Design::PYTHON, 5);
    let mut c = to.resp2();
    assert_eq!(c.int("ARTICLE.COMMENT news ann 3 text TIME 1"), 6);
    assert_eq!(c.int("ARTICLE.COMMENT news ann 6 text TIME 1"), 7);
    let count = |c: &mut Client| c.run("ARTICLE.GET news 3 RETURN 1 comments");
    let before = count(&mut c);
    let compared = run_any(&verify(&from, &to));
    assert_eq!(compared.out, "article 3: comments: 0 in the source, 2 in the target\n");
    assert_eq!(c.int("ARTICLE.POST news ann Own link"), 8);
    run_any(&verify(&from, &to)).assert_lines(&["article 8: only in the target"]);
    // A classic article that gets the id of a comment is not it.
    let now = site.client.now();
    site.post_with_id(6, "ann", "Title", "", now);
    run_any(&verify(&from, &to)).assert_lines(&["article 6: only in the source"]);
    site.client.run("DEL article:6 voted:6");
    site.client.run("ZREM time: article:6");
    site.client.run("ZREM score: article:6");
    run(&import_with(&from, &to, "--update"));
    assert_eq!(count(&mut c), before);
    assert_eq!(
        c.run("ARTICLE.GET news 7 RETURN 1 parent"),
        test_support::Value::Array(vec![bulk("parent"), int(6)])
    );
}

#[test]
fn the_permissions_that_the_guide_names_suffice() {
    let (site, mut c) = site_with_comments();
    c.run("ARTICLE.POST plain ann Title link");
    let commands = "+article.info +article.mget +article.voters +article.debug|readers";
    c.ok(&format!("ACL SETUSER ann on >secret ~* -@all {commands}"));
    let mut options = export_to(&site, "-");
    options[2] = format!("redis://ann:secret@127.0.0.1:{}", site.port());
    let refused = run_any(&options);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("ARTICLE.DEBUG PLACES 'news'"), "{}", refused.err);
    // A site without comments needs no more.
    options[4] = "plain".to_owned();
    run(&options);
    options[4] = "news".to_owned();
    c.ok("ACL SETUSER ann +article.debug|places");
    run(&options);
}
