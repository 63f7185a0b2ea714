//! `export --user`: all that names a user, and no other user.

use serde_json::{Value, json};
use test_support::Connect;

use crate::program::{fail, run, url, words};
use crate::sites::{fill_comments, module_server};

fn export(from: &str, user: &str) -> Vec<String> {
    words(&["export", "--from", from, "--key", "news", "--user", user, "--jsonl", "-"])
}

#[test]
fn an_export_of_a_user_has_their_posts_and_votes_and_nobody_else() {
    let site = module_server();
    fill_comments(&mut site.resp2());
    let export = |user: &str| run(&export(&url(&site), user));
    let lines = |out: &str| -> Vec<Value> {
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };

    let ann = export("ann");
    let ann_lines = lines(&ann.out);
    let posted = &ann_lines[0];
    assert_eq!((&posted["id"], &posted["title"]), (&json!(1), &json!("Old")));
    assert_eq!((&posted["upvotes"], &posted["downvotes"]), (&json!(9), &json!(1)));
    // Votes on 5 and 6, too, but the records of these are gone.
    assert_eq!(ann_lines[1], json!({"id": 4, "vote": "up"}));
    let ids: Vec<_> = ann_lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 4, 16, 17, 18]);
    for (what, number) in [("articles and comments", 4), ("votes", 3)] {
        let line = ann.err.lines().find(|line| line.trim().starts_with(what)).expect(what);
        assert!(line.ends_with(&format!(" {number}")), "{line}");
    }

    let dan = export("dan");
    let dan_lines = lines(&dan.out);
    let [comment] = &dan_lines[..] else { panic!("{}", dan.out) };
    assert_eq!((&comment["text"], &comment["vote"]), (&json!("Open"), &json!("up")));
    assert_eq!((&comment["upvotes"], &comment["downvotes"]), (&json!(2), &json!(1)));
    for other in ["ann", "bob", "cleo", "eve", "mallory", "oscar", "trudy"] {
        assert!(!dan.out.contains(other), "{other} in {}", dan.out);
    }

    let silent = lines(&export("mallory").out);
    assert!(silent.contains(&json!({"id": 4, "vote": "silent_up"})), "{silent:?}");
    assert!(export("nobody").out.is_empty());
}

#[test]
fn only_json_lines_are_for_one_user() {
    let site = module_server();
    let url = url(&site);
    let options =
        ["export", "--key", "news", "--user", "ann", "--from", url.as_str(), "--to", url.as_str()];
    assert!(fail(&words(&options)).contains("--user"));
}
