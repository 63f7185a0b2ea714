//! JSON lines, out and in.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use test_support::{Connect, Value, int};

use crate::program::{
    digest, export_lines, export_to, fail, import_as, import_lines, run, try_import_lines, url,
    words,
};
use crate::sites::{empty_site, fill_module, module_server, plain_server};

#[test]
fn importing_an_export_gives_an_identical_site() {
    let site = module_server();
    fill_module(&mut site.resp2());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("news.jsonl");
    let file = file.to_str().unwrap();
    run(&export_to(&site, file));
    assert!(!fs::exists(format!("{file}.part")).unwrap());
    let import = words(&["import", "--jsonl", file, "--to", &url(&site), "--key", "copy"]);
    run(&import);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    // Again, and through pipes.
    assert_eq!(run(&import).number("there before"), 8);
    let piped = export_lines(&site);
    assert_eq!(piped, fs::read_to_string(file).unwrap());
    import_lines(&site, "piped", piped);
    assert_eq!(digest(&site, "piped"), digest(&site, "news"));
}

#[test]
fn an_empty_site_survives_both_ways() {
    let (site, plain) = (module_server(), plain_server());
    site.resp2().ok("ARTICLE.CREATE news VOTESCORE 7");
    run(&words(&["export", "--from", &url(&site), "--key", "news", "--to", &url(&plain)]));
    run(&import_as(&plain, &site, "plain"));
    import_lines(&site, "lines", export_lines(&site));
    for key in ["plain", "lines"] {
        assert_eq!(digest(&site, key), digest(&site, "news"), "{key}");
    }
}

#[test]
fn an_export_while_users_vote_is_consistent() {
    let (site, mut c) = empty_site();
    for number in 1..=300 {
        c.run(&format!("ARTICLE.POST news ann Title{number} link"));
        c.run(&format!("ARTICLE.VOTE news early {number}"));
    }
    let is_done = AtomicBool::new(false);
    let export = export_to(&site, "-");
    let exported = thread::scope(|scope| {
        scope.spawn(|| {
            let mut c = site.resp2();
            for number in 0.. {
                if is_done.load(SeqCst) {
                    break;
                }
                let vote = if number % 3 == 0 { "DOWN" } else { "UP" };
                c.run(&format!("ARTICLE.VOTE news u{number} {} {vote}", 1 + number % 300));
            }
        });
        let exported = run(&export).out;
        is_done.store(true, SeqCst);
        exported
    });
    import_lines(&site, "copy", &exported);
    c.ok("ARTICLE.DEBUG CHECK copy");
    for id in 1..=300 {
        let article = c.article("copy", id);
        let score = article.int("time") + 432 * article.int("votes");
        assert_eq!(article.int("score"), score, "{id}");
        assert_eq!(c.run(&format!("ARTICLE.VOTES copy early {id}")), Value::Array(vec![int(1)]));
    }
}

#[test]
fn lines_are_as_documented() {
    let (site, mut c) = empty_site();
    let lines = [
        r#"{"version":1,"settings":{"VOTESCORE":100},"last_id":9}"#,
        r#"{"id":3,"poster":"ann","title":"Old","time":1700000000,"upvotes":7,"score":1800000000}"#,
        "",
        concat!(
            r#"{"id":5,"poster":"bob","title":"New","link":"https://x","time":1700000000,"#,
            r#""closes":4000000000,"up":["bob",{"base64":"/wA="}],"down":["eve"],"groups":["c"],"#,
            r#""fields":[["lang","en"]],"boost":-60,"pinned":true}"#
        ),
    ];
    import_lines(&site, "news", lines.join("\n"));
    let old = c.article("news", 3);
    assert_eq!((old.int("votes"), old.int("score")), (7, 1_800_000_000));
    let new = c.article("news", 5);
    assert_eq!((new.int("upvotes"), new.int("downvotes")), (2, 1));
    assert_eq!((new.int("score"), new.int("boost")), (1_700_000_040, -60));
    assert_eq!((new.text("lang"), new.int("pinned")), ("en".into(), 1));
    let info = c.info("news");
    assert_eq!((info.int("last_id"), info.int("vote_score")), (9, 100));
    for (bad, message) in [
        (r#"{"id":10,"poster":"","title":"x","time":1}"#, "line 5: \"poster\""),
        (r#"{"id":5,"poster":"a","title":"x","time":1}"#, "line 5: the id 5 follows 5"),
        (r#"{"id":10,"title":"x"}"#, "line 5: missing field `poster` at column 21"),
        (r#"{"id":10,"title":"x""#, "line 5: EOF while parsing an object at column 20"),
    ] {
        let lines = [&lines[..], &[bad]].concat().join("\n");
        let run = try_import_lines(&site, "news", lines);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }
    let missing = words(&["import", "--jsonl", "/no/such", "--to", &url(&site), "--key", "k"]);
    assert!(fail(&missing).contains("cannot open /no/such"));
    let headless = try_import_lines(&site, "news", "{}\n");
    assert!(headless.err.contains("line 1: it must be about the site"), "{}", headless.err);
}

#[test]
fn what_has_a_time_in_the_future_is_skipped() {
    let site = module_server();
    let now = site.resp2().now();
    let article = |id, time| format!(r#"{{"id":{id},"poster":"a","title":"t","time":{time}}}"#);
    let header = r#"{"version":1}"#.to_owned();
    let bumped = format!(r#"{{"id":4,"poster":"a","title":"t","time":7,"bumped":{}}}"#, now * 2);
    let lines =
        [header, article(1, now), article(2, now + 3_600), article(3, now * 1_000), bumped];
    let run = try_import_lines(&site, "news", lines.join("\n"));
    run.assert_lines(&[
        "2 articles or comments with a time in the future: skipped. If a classic \
         site has its times in milliseconds, use --time-unit ms",
        &format!("article 2: {}", now + 3_600),
        &format!("article 3: {}", now * 1_000),
    ]);
    let mut c = site.resp2();
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME ASC"), [4, 1]);
    assert!((now - 100..=c.now()).contains(&c.article("news", 4).int("bumped")));
}

#[test]
fn times_can_be_texts_and_values_those_of_databases() {
    let site = module_server();
    let lines = [
        r#"{"version":1}"#,
        concat!(
            r#"{"id":1,"poster":"a","title":"t","link":null,"time":"2026-11-23T12:00:00.7+02:00","#,
            r#""closes":"2026-12-01T00:00:00Z","bumped":"2026-11-23 10:00:01Z","parent":null,"#,
            r#""up":null,"fields":null,"boost":null,"hidden":0,"pinned":1,"locked":null}"#
        ),
        r#"{"id":2,"parent":1,"poster":"bob","text":"x","time":1795428060.999}"#,
        r#"{"id":3,"parent":2,"deleted":1,"time":"2026-11-23T10:00:00Z"}"#,
        r#"{"id":4,"parent":3,"poster":"bob","text":"x","time":1795428060}"#,
    ];
    let run = try_import_lines(&site, "news", lines.join("\n"));
    assert_eq!((run.code, run.number("comments")), (Some(0), 2), "{run:?}");
    let mut c = site.resp2();
    let article = c.article("news", 1);
    let times = ["time", "closes", "bumped"].map(|name| article.int(name));
    assert_eq!(times, [1_795_428_000, 1_796_083_200, 1_795_428_001]);
    assert!(article.has("pinned") && !article.has("hidden") && !article.has("locked"));
    assert_eq!((article.int("comments"), c.article("news", 2).int("time")), (2, 1_795_428_060));
    for time in ["\"2026-11-23T10:00:00\"", "\"yesterday\"", "true", "null"] {
        let bad = format!(r#"{{"id":1,"poster":"ann","title":"t","time":{time}}}"#);
        let run = try_import_lines(&site, "news", format!("{}\n{bad}", lines[0]));
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains("line 2: ") && run.err.contains("time"), "{}", run.err);
    }
}
