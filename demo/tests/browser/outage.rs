//! What the site says when Redis is away or full.

use crate::visitor::Visitor;
use crate::world::Site;

#[test]
fn the_site_says_when_redis_is_away_and_recovers() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    site.server().kill();
    for path in ["/new", "/a/2000", "/pulse", "/comments", "/submit"] {
        let reply = ada.get(path);
        reply.assert(503, "Back in a moment");
        assert_eq!(reply.header("retry-after"), Some("5"), "{path}");
    }
    site.server().start_again();
    while ada.get("/new").status != 200 {}
    // The session is in Redis, too.
    assert!(ada.page("/new").body.contains("/logout"));
}

#[test]
fn a_story_is_posted_once_although_redis_was_slow() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let page = ada.page("/submit");
    let send = || ada.submit(&page, "/submit", "", &[("title", "Slow"), ("text", "Its text")]);
    // The server runs what the site sends only after the site has given up.
    site.run("CLIENT PAUSE 600000 WRITE");
    let failed = send();
    failed.assert(503, "Back in a moment");
    site.run("CLIENT UNPAUSE");
    ada.page(send().location()).assert(200, "Slow");
    // The page of the error has the form, with its text.
    let again = ada.submit(&failed, "/submit", ">\nIts text<", &[("text", "Its text")]);
    ada.page(again.location()).assert(200, "Slow");
    assert_eq!(site.redis::<i64>("ARTICLE.COUNT news"), 2001);
    // So does one when not even the session could be read.
    site.server().kill();
    let fields = [("parent", "2000"), ("text", "Not <b>lost</b>")];
    let failed = ada.post("/comment", &fields);
    failed.assert(503, "Not <b>lost</b> Send again");
    assert!(!failed.body.contains("Log in"), "the page does not know who reads");
}

#[test]
fn with_a_full_memory_one_can_read_and_log_out() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let (submit, page) = (ada.page("/submit"), ada.page("/a/2000"));
    site.run("CONFIG SET maxmemory 1");
    let full = "The memory of Redis is full. Pages can be read, but nothing can be added";
    let story = [("title", "Too much"), ("text", "x")];
    ada.submit(&submit, "/submit", "", &story).assert(503, full);
    ada.submit(&page, "/vote", "up-2000", &[("choice", "up")]).assert(503, full);
    Visitor::new(&site).post("/login", &[("name", "eve")]).assert(503, full);
    for path in ["/", "/a/2000", "/comments"] {
        assert!(ada.page(path).body.contains("/logout"), "{path}");
    }
    assert_eq!(ada.submit(&page, "/logout", "", &[]).location(), "/");
    assert!(!ada.page("/").body.contains("/logout"));
    // A moderator can log in and make room.
    let moderator = Visitor::named(&site, "moderator");
    let act = |path, form, fields: &[(&str, &str)]| {
        assert_eq!(moderator.submit(&moderator.get(path), form, "", fields).status, 303, "{form}");
    };
    act("/a/2000", "/moderate", &[("action", "HIDE")]);
    act("/u/eve", "/restrict", &[("action", "BAN"), ("reason", "spam")]);
    act("/u/eve", "/restrict", &[("action", "HOLD")]);
    assert_eq!(Visitor::new(&site).get("/a/2000").status, 410);
    assert_eq!(
        site.redis::<[i64; 2]>(
            "EVAL return{redis.call('SCARD','banned'),redis.call('SCARD','held')} 2 banned held"
        ),
        [1, 1]
    );
}
