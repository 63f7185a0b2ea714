//! `export --user`: all that names a user, and no other user.

use serde_json::{Value as Json, json};
use test_support::Server;

use crate::harness::{Run, of, run};
use crate::readers::reader_lines;
use crate::servers::{fill_comments, site_of};
use crate::{kept, readers};

fn export(site: &Server, key: &str, user: &str) -> (Run, Vec<Json>) {
    let run = run(&of(&format!("export --user {user} --jsonl -"), site, key));
    let lines = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (run, lines)
}

#[test]
fn an_export_of_a_user_has_their_posts_and_votes_and_nobody_else() {
    let (site, _) = site_of(fill_comments);
    let (ann, lines) = export(&site, "news", "ann");
    assert_eq!((&lines[0]["title"], &lines[0]["upvotes"]), (&json!("Old"), &json!(9)));
    // Votes on 5 and 6, too, but the records of these are gone.
    assert_eq!(lines[1], json!({"id": 4, "vote": "up"}));
    let ids: Vec<_> = lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 4, 16, 17, 18]);
    assert_eq!(ann.numbers(["articles and comments", "votes"]), [4, 3]);

    let (dan, lines) = export(&site, "news", "dan");
    let [comment] = &lines[..] else { panic!("{}", dan.out) };
    assert_eq!((&comment["text"], &comment["vote"]), (&json!("Open"), &json!("up")));
    assert_eq!((&comment["upvotes"], &comment["downvotes"]), (&json!(2), &json!(1)));
    for other in ["ann", "bob", "cleo", "eve", "mallory", "oscar", "trudy"] {
        assert!(!dan.out.contains(other), "{other} in {}", dan.out);
    }
    let (_, lines) = export(&site, "news", "mallory");
    assert!(lines.contains(&json!({"id": 4, "vote": "silent_up"})));
    assert!(export(&site, "news", "nobody").1.is_empty());
}

#[test]
fn an_export_of_a_user_has_the_kept_votes_and_the_lists() {
    let (site, mut c) = site_of(kept::fill);
    let voted = |id, vote| json!({"id": id, "vote": vote});
    for (user, expected) in [
        ("dan", &[voted(1, "down"), voted(7, "down")][..]),
        ("mallory", &[voted(1, "up"), voted(3, "silent_up")]),
        ("KEPTDOWN3", &[voted(6, "down")]),
        ("cleo", &[]),
    ] {
        assert_eq!(export(&site, "news", user).1, expected, "{user}");
    }
    let (run, lines) = export(&site, "news", "ann");
    assert_eq!((&lines[0]["id"], &lines[0]["vote"]), (&json!(1), &json!("up")));
    assert!(!run.out.contains("kept_up") && !run.out.contains("mallory"), "{}", run.out);

    c.run("DEL news");
    readers::fill(&mut c);
    readers::fill_many(&mut c);
    let (ann, lines) = export(&site, "news", "ann");
    let reader = json!({
        "user": "ann", "seen": 12, "followed_groups": ["d", "rust"],
        "followed_users": ["bob", "nobody"], "muted_users": ["bob"],
        "lists": [["read", [2]], ["saved", [1, 4, 16, 17, 19]]],
    });
    assert_eq!(lines.last(), Some(&reader));
    assert_eq!(reader_lines(&ann.out), [reader]);
    assert_eq!(ann.numbers(["follows and mutes", "ids on lists"]), [5, 6]);
    let (dan, _) = export(&site, "news", "dan");
    assert_eq!(reader_lines(&dan.out), [json!({"user": "dan", "seen": 30})]);
    assert!(export(&site, "news", "zoe").1.is_empty());
    assert_eq!(export(&site, "many", "mark").1.len(), 3);
}
