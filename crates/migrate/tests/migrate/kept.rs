//! Votes that users keep once voting has closed.

use serde_json::{Value as Json, json};
use test_support::{Client, Connect, Value, bulk, int};

use crate::program::{
    digest, export_lines, export_to, fail, import_as, import_lines, run, run_any,
    try_import_lines, url, words,
};
use crate::sites::{empty_site, module_server, plain_server};

/// The number of users who have kept a vote on article 6: more than one command takes.
const MANY: i64 = 2_500;

/// Fills the site `news`, which keeps votes.
fn fill(c: &mut Client) {
    let now = c.now();
    let old = now - 9_000_000;
    let closed = format!("TIME {old} CLOSES {}", old + 5);
    let open = format!("TIME {} CLOSES {}", now - 1_000, now + 90_000);
    c.ok("ARTICLE.CREATE news VOTESCORE 300 KEEPVOTES yes");
    for line in [
        // The next post has these keep their votes.
        format!("ARTICLE 1 ann Old l {closed} UP 3 ann bob cleo DOWN 1 dan SILENTUP 1 mallory"),
        format!("COMMENT 2 bob 1 Old {closed} UP 1 bob DOWN 1 ann SILENTDOWN 1 trudy"),
        format!("ARTICLE 3 ann Open l {open} UP 1 ann DOWN 1 bob SILENTUP 1 mallory"),
        // Voting has closed before its time, and nobody has voted.
        format!("ARTICLE 4 ann Counts l {open} COUNTS 0 0"),
        // Nobody has kept a vote.
        format!("ARTICLE 5 ann Counts l {closed} COUNTS 9 1"),
        format!("ARTICLE 6 ann Many l {closed} COUNTS {MANY} {MANY} SCORE 77"),
        format!("COMMENT 7 ann 6 Own {closed} COUNTS 3 4 SCORE 5 KEPTDOWN 1 dan"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    for option in ["KEPTUP", "KEPTDOWN"] {
        let users: Vec<String> = (0..MANY / 2).map(|user| format!("{option}{user}")).collect();
        let count = users.len();
        c.ok(&format!("ARTICLE.LOAD news VOTERS 6 {option} {count} {} SCORE 77", users.join(" ")));
    }
    assert_eq!(c.int("ARTICLE.POST news ann Unvoted l"), 8);
    // The votes on these are still recorded, and nothing has voting closed for them yet.
    c.ok(&format!(
        "ARTICLE.LOAD news ARTICLE 9 ann Records l {closed} UP 2 ann bob SILENTUP 1 eve"
    ));
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 10 ann Unvoted l {closed}"));
    assert_eq!(c.run("ARTICLE.UNVOTE news cleo 0"), Value::Array(vec![bulk("0"), int(1)]));
    c.ok("ARTICLE.LOAD news LASTID 30");
}

fn votes(c: &mut Client, key: &str) -> Vec<Value> {
    let ids: Vec<String> = (1..=10).map(|id| id.to_string()).collect();
    let users = ["ann", "bob", "cleo", "dan", "mallory", "trudy", "KEPTUP9", "KEPTDOWN1200"];
    users.map(|user| c.run(&format!("ARTICLE.VOTES {key} {user} {}", ids.join(" ")))).into()
}

#[test]
fn importing_an_export_gives_an_identical_site() {
    let (site, other) = (module_server(), module_server());
    let mut c = site.resp2();
    fill(&mut c);
    let exported = run(&export_to(&site, "-"));
    // And four on 1, three on 2, one on 7.
    let line = format!("kept votes {:>33}\n", MANY + 4 + 3 + 1);
    assert!(exported.err.contains(&line), "no {line:?} in {}", exported.err);
    for round in ["first", "again"] {
        let imported = import_lines(&other, "copy", exported.out.as_bytes());
        imported.assert_no_problems();
        let new = if round == "first" { MANY as u64 + 8 } else { 0 };
        assert_eq!(imported.number("kept votes"), new);
        assert_eq!(digest(&other, "copy"), digest(&site, "news"), "{round}");
    }
    let mut copy = other.resp2();
    copy.ok("ARTICLE.DEBUG CHECK copy");
    assert_eq!(votes(&mut copy, "copy"), votes(&mut c, "news"));
    let shown = c.run("ARTICLE.VOTES news ann 1 2 3 4 5 6");
    assert_eq!(shown, Value::Array([1, -1, 1, 0, 0, 0].map(int).into()));
    // What closes later keeps its votes, too.
    for (c, key) in [(&mut c, "news"), (&mut copy, "copy")] {
        assert_eq!(c.int(&format!("ARTICLE.DEL {key} 8")), 1);
        let kept = c.run(&format!("ARTICLE.DEBUG KEPT {key} 9 0"));
        let votes = ["ann", "bob", "eve"].into_iter().flat_map(|user| [bulk(user), int(1)]);
        let votes = Value::Array(votes.collect());
        assert_eq!(kept, Value::Array(vec![bulk("0"), votes]));
    }
    assert_eq!(digest(&other, "copy"), digest(&site, "news"));
    // A copy of the copy has the same lines.
    copy.ok("RENAME copy news");
    assert_eq!(export_lines(&other), export_lines(&site));
}

#[test]
fn lines_of_kept_votes_are_as_documented() {
    let (site, mut c) = empty_site();
    let header = r#"{"version":1,"settings":{"KEEPVOTES":"yes"}}"#;
    let article = r#""id":3,"poster":"ann","title":"Old","time":1700000000"#;
    let line = format!(
        r#"{{{article},"upvotes":7,"kept_up":["bob",{{"base64":"/wA="}}],"kept_down":["eve"]}}"#
    );
    import_lines(&site, "news", format!("{header}\n{line}"));
    let bob = c.run("ARTICLE.GET news 3 VIEWER bob RETURN 3 upvotes downvotes vote");
    let [up, down, vote] = ["upvotes", "downvotes", "vote"].map(bulk);
    assert_eq!(bob, Value::Array(vec![up, int(7), down, int(0), vote, int(1)]));
    assert_eq!(c.run("ARTICLE.VOTES news eve 3"), Value::Array(vec![int(-1)]));
    let exported = export_lines(&site);
    let exported: Json = serde_json::from_str(exported.lines().nth(1).unwrap()).unwrap();
    assert_eq!(exported["kept_up"], json!(["bob", {"base64": "/wA="}]));
    assert_eq!((&exported["kept_down"], exported.get("up")), (&json!(["eve"]), None));
    for (header, votes, message) in [
        (r#"{"version":1}"#, r#""upvotes":7,"kept_up":["bob"]"#, r#"need "KEEPVOTES":"yes" in"#),
        (header, r#""kept_up":["bob"]"#, r#"need "upvotes" and "downvotes""#),
        (header, r#""upvotes":1,"kept_up":["bob"],"kept_down":["bob"]"#, "a user is in two of"),
        (header, r#""upvotes":1,"kept_up":["bob"],"silent_up":["eve"]"#, "give either"),
    ] {
        let refused = try_import_lines(&site, "other", format!("{header}\n{{{article},{votes}}}"));
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.err.contains(message), "no {message:?} in {}", refused.err);
    }
    c.ok("ARTICLE.CREATE forgetful");
    let refused = try_import_lines(&site, "forgetful", format!("{header}\n{line}"));
    let message = "a site with KEEPVOTES no where the import has yes. Choose another --key, or \
                   make them equal with ARTICLE.ALTER";
    assert!(refused.err.contains(message), "{}", refused.err);
}

#[test]
fn an_import_that_was_killed_between_kept_votes_continues() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let exported = export_lines(&site);
    let of = |id: usize| exported.lines().nth(id).unwrap();
    let header = r#"{"version":1,"settings":{"VOTESCORE":300,"KEEPVOTES":"yes"}}"#;
    let before: Vec<&str> = [header].into_iter().chain((1..=5).map(of)).collect();
    import_lines(&site, "copy", before.join("\n"));
    let many: Json = serde_json::from_str(of(6)).unwrap();
    // As a kill between two transactions leaves it.
    let part = format!(
        "ARTICLE.LOAD copy ARTICLE 6 ann Many l TIME {} CLOSES {} COUNTS {MANY} {MANY} SCORE 77 \
         KEPTUP 2 KEPTUP5 KEPTUP6 KEPTDOWN 1 KEPTDOWN7",
        many["time"], many["closes"]
    );
    c.ok(&part);
    assert_eq!(import_lines(&site, "copy", &exported).number("there before"), 6);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}

#[test]
fn an_export_into_plain_keys_counts_the_kept_votes_that_it_leaves_out() {
    let (site, classic) = (module_server(), plain_server());
    let mut c = site.resp2();
    fill(&mut c);
    c.ok("ARTICLE.LOAD news VOTERS 5 KEPTUP 1 ann");
    let export = ["export", "--from", &url(&site), "--key", "news", "--to", &url(&classic)];
    let report = run(&words(&export));
    assert_eq!(report.number("kept votes left out"), MANY as u64 + 4 + 1);
    assert!(!report.out.contains("  kept votes  "), "{}", report.out);
    assert_eq!(classic.resp2().run("HGET settings: KEEPVOTES"), bulk("yes"));
    run(&import_as(&classic, &site, "copy")).assert_no_problems();
    assert_eq!(c.info("copy").text("keep_votes"), "yes");
    let kept = c.run("ARTICLE.VOTES copy ann 1 3");
    assert_eq!(kept, Value::Array(vec![int(0), int(1)]));
}

#[test]
fn verify_finds_votes_that_are_not_kept_as_they_were_cast() {
    let (site, classic) = (module_server(), plain_server());
    let mut c = site.resp2();
    fill(&mut c);
    let export = ["export", "--from", &url(&site), "--key", "news", "--to", &url(&classic)];
    run(&words(&export));
    run(&import_as(&classic, &site, "copy"));
    let (from, to) = (url(&classic), url(&site));
    let verify = words(&["verify", "--from", &from, "--to", &to, "--key", "copy"]);
    // The copy has dropped the records of 9, and its users have kept their votes. That of eve was
    // silent, which makes no difference any more.
    c.int("ARTICLE.DEL copy 8");
    assert_eq!(run_any(&verify).out, "article 8: only in the source\n");
    c.run("ARTICLE.UNVOTE copy bob 0");
    let different = run_any(&verify);
    assert_eq!(different.code, Some(1));
    different.assert_lines(&["article 9: vote of bob: up in the source, none in the target"]);
}

#[test]
fn an_export_of_a_user_has_the_kept_votes() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let export = |user: &str| -> Vec<Json> {
        let options = ["export", "--from", &url(&site), "--key", "news", "--user", user];
        let out = run(&[&words(&options)[..], &words(&["--jsonl", "-"])].concat()).out;
        assert!(user == "mallory" || !out.contains("mallory"), "{out}");
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    assert_eq!(
        export("dan"),
        [json!({"id": 1, "vote": "down"}), json!({"id": 7, "vote": "down"})]
    );
    assert_eq!(
        export("mallory"),
        [json!({"id": 1, "vote": "up"}), json!({"id": 3, "vote": "silent_up"})]
    );
    assert_eq!(export("KEPTDOWN3"), [json!({"id": 6, "vote": "down"})]);
    assert!(export("cleo").is_empty());
    let ann = export("ann");
    assert_eq!((&ann[0]["id"], &ann[0]["vote"]), (&json!(1), &json!("up")));
    assert!(ann.iter().all(|line| line.get("kept_up").is_none()), "{ann:?}");
}

#[test]
fn the_permissions_that_the_guide_names_suffice() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let commands = "+article.info +article.mget +article.voters +article.debug|places \
                    +article.debug|readers";
    c.ok(&format!("ACL SETUSER ann on >secret ~* -@all {commands}"));
    let mut options = export_to(&site, "-");
    options[2] = format!("redis://ann:secret@127.0.0.1:{}", site.port());
    assert!(fail(&options).contains("article.debug"));
    c.ok("ACL SETUSER ann +article.debug|kept");
    assert_eq!(run(&options).out, export_lines(&site));
}
