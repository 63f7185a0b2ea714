//! How much a user can store, and how often.

use std::collections::HashMap;

use crate::visitor::Visitor;
use crate::world::Site;

fn routes() -> Vec<&'static str> {
    let lines = include_str!("../../site/src/pages/mod.rs").lines();
    let routes = lines.filter(|line| line.contains("post("));
    let routes: Vec<_> = routes.filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(routes.len(), BOUNDS.len(), "{routes:?}");
    routes
}

/// What bounds how much a user stores with each form: a command that leads to the bound, if the
/// bound is a number, a form beyond it, and the status of the reply.
const BOUNDS: [(&str, &str, &str, u16); 19] = [
    ("/vote", "SET limit:votes:ada 60 EX 500", "id=2000&choice=up", 429),
    ("/submit", "SET limit:posts:ada 10 EX 500", "title=x&text=x", 429),
    ("/comment", "SET limit:comments:ada 20 EX 500", "parent=2000&text=x", 429),
    ("/flag", "SET limit:flags:ada 100 EX 500", "id=2000&reason=spam", 429),
    ("/login", "SET limit:logins:127.0.0.1 60 EX 500", "name=eve", 429),
    ("/save", "ARTICLE.MARK news ada saved {1000}", "id=2000", 409),
    ("/hide", "ARTICLE.MARK news ada hidden {1000}", "id=2000", 409),
    ("/block", "SADD blocked:ada {1000}", "block=yes&user=amber-otter", 409),
    // Only groups that exist, and only what the user has posted within the limits above.
    ("/subscribe", "", "follow=yes&group=nowhere", 400),
    ("/settings", "", "group=nowhere", 400),
    ("/edit", "", "id={comment}&text=x", 409),
    ("/delete", "", "id={comment}", 409),
    ("/story/edit", "", "id=2000&title=x&text=x", 409),
    ("/story/delete", "", "id=2000", 409),
    // Only moderators, and the log has 10,000 entries.
    ("/moderate", "", "id=2000&action=HIDE", 403),
    ("/boost", "", "id=2000&seconds=3600", 403),
    ("/ban", "", "ban=yes&user=eve&reason=x", 403),
    ("/flags/dismiss", "", "id=2000", 403),
    // Stores nothing.
    ("/logout", "", "", 303),
];

#[test]
fn every_form_has_a_bound_per_user() {
    let site = Site::start();
    let comment: i64 = site.redis("ARTICLE.COMMENT news bob 2000 First");
    let thousand: Vec<String> = (1..=1000).map(|number| number.to_string()).collect();
    let stored = || {
        let mut keys: Vec<String> = site.redis("KEYS *");
        keys.retain(|key| !key.starts_with("session:") && key != "limit:forms:ada");
        keys.sort();
        let mut info: HashMap<String, redis::Value> = site.redis("ARTICLE.INFO news");
        (keys, info.remove("version"), info.remove("marks"))
    };
    let ada = Visitor::named(&site, "ada");
    for route in routes() {
        assert!(BOUNDS.iter().any(|bound| bound.0 == route), "{route} has none");
    }
    for (route, to_bound, fields, status) in BOUNDS {
        if !to_bound.is_empty() {
            site.run(&to_bound.replace("{1000}", &thousand.join(" ")));
        }
        let before = stored();
        let fields = format!("reader=ada&{}", fields.replace("{comment}", &comment.to_string()));
        let reply = ada.send("POST", route, "", &fields);
        assert_eq!(reply.status, status, "{route}: {}", crate::visitor::plain(&reply.body));
        assert_eq!(stored(), before, "{route}");
    }
}

#[test]
fn every_form_has_a_limit() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    site.run("SET limit:forms:ada 120 EX 500");
    for route in routes() {
        let fields = "reader=ada&id=2000&user=bob&name=eve&title=x&text=x&parent=2000";
        let reply = ada.send("POST", route, "", fields);
        assert!(reply.status == 429 && reply.header("retry-after").is_some(), "{route}");
    }
    site.run("DEL limit:forms:ada");
    assert_eq!(ada.post("/vote", &[("id", "2000"), ("choice", "up")]).status, 303);
    assert_eq!(site.redis::<i64>("GET limit:votes:ada"), 1);
}

#[test]
fn only_what_exists_is_stored_and_a_full_list_takes_what_takes_a_place() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let ids: Vec<String> = (1..=1000).map(|id| id.to_string()).collect();
    for (path, list) in [("/save", "saved"), ("/hide", "hidden")] {
        // A comment would take a place where nobody sees it.
        for id in ["99999", "2001"] {
            ada.post(path, &[("id", id)]).assert(409, "There is no such story.");
        }
        site.run(&format!("ARTICLE.MARK news ada {list} {}", ids.join(" ")));
        ada.post(path, &[("id", "2000")]).assert(409, "This list is full.");
        assert_eq!(ada.post(path, &[("undo", "1")]).status, 303);
        assert_eq!(ada.post(path, &[("id", "2000")]).status, 303);
    }
    for (path, fields) in [
        ("/settings", [("size", "17"), ("x", "")]),
        ("/flag", [("id", "2000"), ("reason", "nowhere")]),
        ("/submit", [("title", "x"), ("text", "")]),
        ("/block", [("block", "yes"), ("user", "<b>")]),
        ("/block", [("block", "yes"), ("user", "ada")]),
    ] {
        assert_eq!(ada.post(path, &fields).status, 400, "{path}");
    }
    // Only users who have posted can be blocked.
    let block = |user: &str| ada.post("/block", &[("block", "yes"), ("user", user)]);
    block("nobody").assert(409, "There is no such user.");
    let poster: String = site.entry(2000, "poster");
    site.run(&format!("SADD blocked:ada {}", ids.join(" ")));
    block(&poster).assert(409, "You block as many users as possible.");
    site.run("SREM blocked:ada 1");
    for _ in 0..2 {
        // The second time, it changes nothing, although the list is full.
        assert_eq!(block(&poster).status, 303);
    }
    assert_eq!(ada.page("/").status, 200);
}
