//! `export --user`: all that names a user, and no other user.

use serde_json::{Value as Json, json};
use test_support::Server;

use crate::program::{Run, run, url, words};
use crate::readers::reader_lines;
use crate::sites::{empty_site, site_with_comments};
use crate::{kept, readers};

fn export(site: &Server, key: &str, user: &str) -> (Run, Vec<Json>) {
    let options = ["export", "--from", &url(site), "--key", key, "--user", user, "--jsonl", "-"];
    let run = run(&words(&options));
    let lines = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    (run, lines)
}

#[test]
fn an_export_of_a_user_has_their_posts_and_votes_and_nobody_else() {
    let (site, _) = site_with_comments();
    let export = |user: &str| export(&site, "news", user);

    let (ann, ann_lines) = export("ann");
    let posted = &ann_lines[0];
    assert_eq!((&posted["id"], &posted["title"]), (&json!(1), &json!("Old")));
    assert_eq!((&posted["upvotes"], &posted["downvotes"]), (&json!(9), &json!(1)));
    // Votes on 5 and 6, too, but the records of these are gone.
    assert_eq!(ann_lines[1], json!({"id": 4, "vote": "up"}));
    let ids: Vec<_> = ann_lines.iter().map(|line| line["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [1, 4, 16, 17, 18]);
    assert_eq!((ann.number("articles and comments"), ann.number("votes")), (4, 3));

    let (dan, dan_lines) = export("dan");
    let [comment] = &dan_lines[..] else { panic!("{}", dan.out) };
    assert_eq!((&comment["text"], &comment["vote"]), (&json!("Open"), &json!("up")));
    assert_eq!((&comment["upvotes"], &comment["downvotes"]), (&json!(2), &json!(1)));
    for other in ["ann", "bob", "cleo", "eve", "mallory", "oscar", "trudy"] {
        assert!(!dan.out.contains(other), "{other} in {}", dan.out);
    }
    assert!(export("mallory").1.contains(&json!({"id": 4, "vote": "silent_up"})));
    assert!(export("nobody").1.is_empty());
}

#[test]
fn an_export_of_a_user_has_the_kept_votes() {
    let (site, mut c) = empty_site();
    kept::fill(&mut c);
    let voted = |id, vote| json!({"id": id, "vote": vote});
    for (user, expected) in [
        ("dan", &[voted(1, "down"), voted(7, "down")][..]),
        ("mallory", &[voted(1, "up"), voted(3, "silent_up")]),
        ("KEPTDOWN3", &[voted(6, "down")]),
        ("cleo", &[]),
    ] {
        assert_eq!(export(&site, "news", user).1, expected, "{user}");
    }
    let (run, ann) = export(&site, "news", "ann");
    assert_eq!((&ann[0]["id"], &ann[0]["vote"]), (&json!(1), &json!("up")));
    assert!(!run.out.contains("kept_up") && !run.out.contains("mallory"), "{}", run.out);
}

#[test]
fn an_export_of_a_user_has_the_lists() {
    let (site, mut c) = empty_site();
    readers::fill(&mut c);
    readers::fill_many(&mut c);
    let (ann, lines) = export(&site, "news", "ann");
    let lists = json!([["read", [2]], ["saved", [1, 4, 16, 17, 19]]]);
    let reader = json!({
        "user": "ann", "seen": 12, "followed_groups": ["d", "rust"],
        "followed_users": ["bob", "nobody"], "muted_users": ["bob"], "lists": lists,
    });
    assert_eq!(lines.last(), Some(&reader));
    assert_eq!(reader_lines(&ann.out), [reader]);
    assert_eq!(ann.numbers(["follows and mutes", "ids on lists"]), [5, 6]);
    let (dan, _) = export(&site, "news", "dan");
    assert_eq!(reader_lines(&dan.out), [json!({"user": "dan", "seen": 30})]);
    assert!(export(&site, "news", "zoe").1.is_empty());
    assert_eq!(reader_lines(&export(&site, "many", "mark").0.out).len(), 3);
}
