//! JSON lines, out and in.

use test_support::Connect;

use crate::program::{import_lines, try_import_lines};
use crate::sites::{empty_site, module_server};

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
    // Neither does a late comment bump its article, or count for it.
    let late = format!(r#"{{"id":5,"parent":1,"poster":"b","text":"x","time":{}}}"#, now * 2);
    let run = import_lines(&site, "news", [&lines.join("\n"), &late[..]].join("\n"));
    assert!(run.out.contains(&format!("comment 5: {}", now * 2)), "{}", run.out);
    let article = c.article("news", 1);
    assert_eq!((article.int("comments"), article.int("bumped")), (0, now));
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
    // The line of the article has no number of comments, so each of them counts, and bumps it.
    assert_eq!(times, [1_795_428_000, 1_796_083_200, 1_795_428_060]);
    assert!(article.has("pinned") && !article.has("hidden") && !article.has("locked"));
    assert_eq!((article.int("comments"), c.article("news", 2).int("time")), (2, 1_795_428_060));
}
