//! Votes that users keep once voting has closed.

use serde_json::{Value as Json, json};
use test_support::{Client, Connect, Value, bulk, int};

use crate::program::{
    digest, export_keys, export_lines, import_as, import_lines, run, run_any, try_import_lines,
    url, words,
};
use crate::sites::{empty_site, module_server, plain_server, times};

/// The number of users who have kept a vote on article 6: more than one command takes.
pub const MANY: i64 = 2_500;

/// Fills the site `news`, which keeps votes.
pub fn fill(c: &mut Client) {
    let [open, closed] = times(c);
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
fn verify_finds_votes_that_are_not_kept_as_they_were_cast() {
    let (site, classic) = (module_server(), plain_server());
    let mut c = site.resp2();
    fill(&mut c);
    run(&export_keys(&site, &classic));
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
