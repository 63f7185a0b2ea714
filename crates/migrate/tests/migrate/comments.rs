//! Comments, and the places of deleted ones.

use test_support::classic::Design;
use test_support::{Client, Connect};

use crate::program::{
    digest, export_lines, export_to, import_lines, import_with, run, run_any, try_import_lines,
    verify,
};
use crate::sites::{empty_site, fill_comments, imported, module_server};

#[test]
fn a_site_of_comments_whose_articles_are_deleted_is_complete() {
    let (site, mut c) = empty_site();
    c.run("ARTICLE.POST news ann Title link");
    for parent in 1..=1_200 {
        let id = c.int(&format!("ARTICLE.COMMENT news u{parent} {} text", parent.min(200)));
        assert_eq!(id, parent + 1);
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
    assert_eq!(c.ids("ARTICLE.THREAD news 3"), [5, 6, 7]);
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
    assert_eq!(c.article("news", 7).int("parent"), 6);
}
