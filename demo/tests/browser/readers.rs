//! What readers choose for themselves: saved and hidden stories, blocked users, and settings.

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
}

#[test]
fn blocked_users_stay_out_of_lists_and_are_folded_in_threads() {
    let (site, talk) = Talk::alone();
    let comment = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", comment, "Below");
    let ada = Visitor::named(&site, "ada");
    let shows = |list: &str, id: i64| ada.page(list).ids().contains(&id);
    let block = [("block", "yes")];
    ada.follow(&ada.page("/u/bob"), "/block", "", &block).assert(200, "Blocked");
    assert!(!shows("/new", talk.story) && !shows("/comments", comment));
    assert!(shows("/comments", answer));
    let page = ada.page(&talk.path());
    let head = page.between(&format!("id=\"comment-{comment}\""), "</summary>");
    assert!(head.contains("blocked</span>") && !head.contains("<details open>"), "{head}");
    page.assert(200, "Below");
    // Their own page still shows what they write.
    assert!(shows("/u/bob", talk.story) && shows("/u/bob/comments", comment));
    ada.follow(&ada.page("/settings"), "/block", "bob", &[("block", "no")]);
    assert!(shows("/new", talk.story) && shows("/comments", comment));
}

#[test]
fn settings_hold_for_lists() {
    let site = Site::start();
    let (ada, eve) = (Visitor::named(&site, "ada"), Visitor::named(&site, "eve"));
    let fields = [("size", "15"), ("group", "rust")];
    let reply = ada.submit(&ada.page("/settings"), "/settings", "", &fields);
    let page = ada.page(reply.location());
    page.assert(200, "Saved.");
    assert!(page.body.contains("value=\"rust\" checked"), "{}", page.body);
    let ids = |filter: &str| site.ids(&format!("ARTICLE.PAGE news 1 BY TIME SIZE 15 {filter}"));
    assert_eq!(ada.page("/new").ids(), ids("NONEOF 1 rust"));
    // The group's own page shows it, and so does the list of others.
    assert_eq!(ada.page("/g/rust/new").ids(), ids("ANYOF 1 rust"));
    assert_eq!(eve.page("/new").ids().len(), 30);
}
