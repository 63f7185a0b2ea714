//! How much a user can store, and how often.

use std::collections::HashMap;

use crate::visitor::plain;
use crate::world::Site;

fn routes() -> Vec<&'static str> {
    let lines = include_str!("../../site/src/pages/mod.rs").lines();
    let routes = lines.filter(|line| line.contains("post("));
    routes.filter_map(|line| line.split('"').nth(1)).collect()
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
fn every_form_has_a_bound_and_a_limit_per_user() {
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
    let ada = site.reader("ada");
    let bounds = BOUNDS.map(|bound| bound.0);
    assert!(routes().iter().all(|route| bounds.contains(route)), "{:?}", routes());
    site.run("SET limit:forms:ada 120 EX 500");
    for route in bounds {
        let reply = ada.post(route, "id=2000&user=bob&name=eve&title=x&text=x&parent=2000");
        assert!(reply.status == 429 && reply.header("retry-after").is_some(), "{route}");
    }
    site.run("DEL limit:forms:ada");
    for (route, to_bound, fields, status) in BOUNDS {
        if !to_bound.is_empty() {
            site.run(&to_bound.replace("{1000}", &thousand.join(" ")));
        }
        let before = stored();
        let reply = ada.post(route, &fields.replace("{comment}", &comment.to_string()));
        assert_eq!(reply.status, status, "{route}: {}", plain(&reply.body));
        assert_eq!(stored(), before, "{route}");
    }
}
