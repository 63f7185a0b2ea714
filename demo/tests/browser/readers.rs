//! What readers choose for themselves: saved and hidden stories, muted users, and settings.

use crate::visitor::Visitor;
use crate::world::{Site, Talk, now};

#[test]
fn what_came_since_the_last_visit_is_marked() {
    let (site, talk) = Talk::alone();
    talk.comment_of_age(7300, "bob", talk.story, "Seen");
    let new = talk.comment_of_age(50, "bob", talk.story, "New");
    talk.comment_of_age(40, "ada", talk.story, "Own");
    let ada = Visitor::named(&site, "ada");
    let (mark, before) = ("<span class=\"mark\">new</span>", now() - 7200);
    // Nothing is new to somebody who has never been here.
    assert!(!ada.page("/new").body.contains(mark) && !ada.page(&talk.path()).body.contains(mark));
    site.run(&format!("HSET seen:ada last {before}"));
    for _ in 0..2 {
        // They stay marked during the visit, in each order.
        let count: usize = site.redis(&format!("ARTICLE.COUNT news SINCE {}", before + 1));
        assert_eq!(ada.page("/new").body.matches(mark).count(), count.min(30));
        for path in [talk.path(), format!("{}/old", talk.path())] {
            let page = ada.page(&path);
            assert_eq!(page.body.matches(mark).count(), 1, "{path}");
            let comment = format!("class=\"comment new\" id=\"comment-{new}\"");
            assert!(page.body.contains(&comment), "{path}");
        }
    }
    assert_eq!(site.redis::<i64>("HGET seen:ada before"), before);
    // A story that ada has read says how much is new on it, and leads to that.
    let page = ada.page("/new");
    assert!(page.body.contains(">1 new</a>"), "{}", page.body);
    for page in [page, ada.page(&talk.path())] {
        let flat = page.between(&format!("href=\"{}/flat", talk.path()), "\"").to_owned();
        assert_eq!(ada.page(&format!("{}/flat{flat}", talk.path())).ids(), [new]);
    }
    let all = site.ids(&format!("ARTICLE.COMMENTS news 1 BELOW {}", talk.story));
    assert_eq!(ada.page(&format!("{}/flat", talk.path())).ids(), all);
}

/// Reading fills no server: what was read is a list of the user, and no key of its own.
#[test]
fn reading_writes_one_bounded_list() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("bob", talk.story, "First");
    let ada = Visitor::named(&site, "ada");
    ada.page(&talk.path());
    let keys = || {
        let mut keys: Vec<String> = site.redis("KEYS *");
        keys.sort();
        keys
    };
    let before = keys();
    for id in (1981..=2000).chain([99_999, comment]) {
        let status = ada.get(&format!("/a/{id}")).status;
        assert_eq!(status, if id > 2000 { 404 } else { 200 });
    }
    ada.page(&format!("/c/{comment}"));
    assert_eq!(keys(), before);
    let lists: Vec<(String, i64)> = site.redis("ARTICLE.LISTS news ada");
    assert_eq!(lists, [("read".to_owned(), 21)]);
    // Lists show it, to this reader alone.
    let read = |reader: &Visitor| reader.page("/new").body.matches(" class=\"read\"").count();
    assert_eq!((read(&ada), read(&Visitor::new(&site))), (21, 0));
}

#[test]
fn stories_are_saved_and_hidden_until_that_is_undone() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    for id in ["1999", "2000"] {
        for (action, done) in [("/save", "Saved"), ("/hide", "Hidden from lists")] {
            let page = ada.page(&format!("/a/{id}"));
            ada.follow(&page, action, "", &[("id", id)]).assert(200, done);
        }
    }
    assert_eq!(ada.page("/new").ids()[0], 1998);
    ada.page("/settings").assert(200, "2 hidden stories");
    for (shelf, action) in [("/saved", "/save"), ("/settings/hidden", "/hide")] {
        let page = ada.page(shelf);
        assert_eq!(page.ids(), [2000, 1999]);
        assert_eq!(ada.follow(&page, action, "", &[("undo", "2000")]).ids(), [1999]);
    }
    assert_eq!(ada.page("/new").ids()[0], 2000);
    assert_eq!(Visitor::named(&site, "eve").page("/saved").ids().len(), 0);
    // They are in the order of saving, over all pages.
    let ids: Vec<i64> = (0..40).map(|number| number * 7 % 40 + 1).collect();
    for id in &ids {
        site.run(&format!("ARTICLE.MARK news ada saved {id}"));
    }
    let first = ada.page("/saved");
    let found = [first.ids(), ada.page(&first.link("more").unwrap()).ids()].concat();
    assert_eq!(found[..40], ids.into_iter().rev().collect::<Vec<_>>());
}

#[test]
fn muted_users_stay_out_of_lists_and_threads() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", comment, "Below");
    let last = talk.comment("bob", answer, "Last");
    let ada = Visitor::named(&site, "ada");
    let shows = |list: &str, id: i64| ada.page(list).ids().contains(&id);
    ada.follow(&ada.page("/u/bob"), "/follow", "", &[("verb", "MUTE")]).assert(200, "Muted");
    assert!(!shows("/new", talk.story) && !shows("/comments", comment));
    assert!(shows("/comments", answer) && !shows(&format!("{}/flat", talk.path()), comment));
    let page = ada.page(&talk.path());
    assert_eq!(page.ids()[1..], [comment, answer]);
    page.assert(200, "Comment of a muted user show");
    page.assert(200, "Below");
    assert!(!page.body.contains("First") && !page.body.contains("Last"));
    // Nor does the way to a comment show them.
    let page = ada.page(&format!("/c/{answer}"));
    page.assert(200, "Comment of a muted user");
    assert!(!page.body.contains("First"));
    // Their own pages still show what they write.
    assert!(shows("/u/bob", talk.story) && shows("/u/bob/comments", comment));
    ada.page(&format!("/c/{last}")).assert(200, "Last");
    ada.follow(&ada.page("/settings"), "/follow", "\"bob\"", &[("verb", "UNMUTE")]);
    assert!(shows("/new", talk.story) && shows("/comments", comment));
}

#[test]
fn settings_hold_for_lists() {
    let site = Site::start();
    let (ada, eve) = (Visitor::named(&site, "ada"), Visitor::named(&site, "eve"));
    let reply = ada.submit(&ada.page("/settings"), "/settings", "", &[("size", "15")]);
    ada.page(reply.location()).assert(200, "Saved.");
    assert_eq!(ada.page("/new").ids(), site.ids("ARTICLE.PAGE news 1 BY TIME SIZE 15"));
    assert_eq!(eve.page("/new").ids().len(), 30);
}

#[test]
fn a_user_with_another_name_has_everything_and_nobody_elses_name() {
    let (site, talk) = Talk::alone();
    let mut bob = Visitor::named(&site, "bob");
    let comment = talk.comment("eve", talk.story, "An answer");
    bob.post("/vote", &[("id", "2000"), ("choice", "up")]);
    bob.post("/save", &[("id", "2000")]);
    bob.post("/settings", &[("size", "15")]);
    Visitor::named(&site, "ada").page("/");
    let rename = |user: &Visitor, name: &str| user.post("/rename", &[("name", name)]);
    for (name, status, text) in [
        ("ada", 409, "This name is taken."),
        ("eve", 409, "This name is taken."),
        ("moderator", 409, "This name is taken."),
        ("a b", 400, "A name has 1 to 20"),
    ] {
        rename(&bob, name).assert(status, text);
    }
    let reply = rename(&bob, "robert");
    assert_eq!(reply.location(), "/settings?saved=1");
    bob.keep(&reply, "robert");
    assert_eq!(bob.page("/u/robert").ids(), [talk.story]);
    assert_eq!(bob.page("/answers").ids(), [comment]);
    assert_eq!((bob.page("/saved").ids(), bob.page("/voted").ids()[0]), (vec![2000], talk.story));
    assert_eq!(bob.page("/new").ids().len(), 15);
    assert_eq!(site.redis::<i64>("EXISTS settings:bob seen:bob"), 0);
    // Nobody gets rid of a restriction by it.
    site.run("SADD held robert");
    rename(&bob, "free").assert(409, "This account keeps its name.");
}
