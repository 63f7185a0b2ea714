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
    // Only groups and users that exist, of which the module keeps 10,000.
    ("/follow", "", "verb=FOLLOW&kind=group&topic=nowhere", 400),
    ("/settings", "", "size=17", 400),
    ("/rename", "SADD banned eve", "name=eve", 409),
    // Only what the user has posted within the limits above.
    ("/edit", "", "id={comment}&text=x", 409),
    ("/delete", "", "id={comment}", 409),
    ("/story/edit", "", "id=2000&title=x&text=x", 409),
    ("/story/delete", "", "id=2000", 409),
    // Only moderators, and the log has 10,000 entries.
    ("/moderate", "", "id=2000&action=HIDE", 403),
    ("/boost", "", "id=2000&seconds=3600", 403),
    ("/restrict", "", "action=BAN&user=eve&reason=x", 403),
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
        let counts = ["session:", "limit:forms:", "limit:from:", "limit:stories:"];
        keys.retain(|key| !counts.iter().any(|count| key.starts_with(count)));
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
    ] {
        assert_eq!(ada.post(path, &fields).status, 400, "{path}");
    }
    // Only what exists can be followed or muted, and not oneself.
    let follow = |verb, kind, name: &str| {
        ada.post("/follow", &[("verb", verb), ("kind", kind), ("topic", name)])
    };
    let poster: String = site.entry(2000, "poster");
    for (verb, kind, name) in [
        ("MUTE", "user", "nobody"),
        ("FOLLOW", "user", "ada"),
        ("MUTE", "group", ""),
        ("FOLLOW", "x", "rust"),
        ("SILENCE", "user", &poster),
    ] {
        assert_eq!(follow(verb, kind, name).status, 400, "{verb} {kind} {name}");
    }
    for thousand in 0..10 {
        let names: Vec<String> = (0..1000).map(|name| format!("{thousand}-{name}")).collect();
        site.run(&format!("ARTICLE.MUTE news ada USER {}", names.join(" ")));
    }
    follow("MUTE", "user", &poster).assert(409, "You follow or mute as many as possible.");
    follow("UNMUTE", "user", "0-0");
    for _ in 0..2 {
        // The second time, it changes nothing, although the list is full.
        assert_eq!(follow("MUTE", "user", &poster).status, 303);
    }
    assert_eq!(ada.page("/").status, 200);
}

/// Names are free, so what counts is the address.
#[test]
fn an_address_has_limits_under_any_name() {
    let site = Site::start();
    let submit = |user: &Visitor, title: &str| {
        user.post("/submit", &[("title", title), ("text", "A text")])
    };
    for user in 0..5 {
        let user = Visitor::named(&site, &format!("user{user}"));
        for title in ["One", "Two", "Three", "Four", "Five", "Six"] {
            assert_eq!(submit(&user, title).status, 303);
        }
    }
    let ada = Visitor::named(&site, "ada");
    submit(&ada, "One").assert(429, "Please try again in 10 minutes.");
    assert_eq!(site.redis::<i64>("ARTICLE.COUNT news"), 2030);
    site.run("SET limit:from:127.0.0.1 240 EX 500");
    for visitor in [ada, Visitor::new(&site)] {
        assert_eq!(visitor.post("/vote", &[("id", "2000"), ("choice", "up")]).status, 429);
    }
}
