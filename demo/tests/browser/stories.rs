//! Stories: submitted, refused, changed, and where they lead.

use crate::visitor::{Reply, Visitor};
use crate::world::{Site, Talk, now};

fn submit(reader: &Visitor, title: &str, link: &str, text: &str) -> Reply {
    let fields = [("title", title), ("link", link), ("text", text), ("group", "rust")];
    reader.submit(&reader.page("/submit"), "/submit", "", &fields)
}

#[test]
fn a_submitted_story_is_on_the_site() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let texts = ["First line\nsecond line", &"漢".repeat(2000), &"a\r\n".repeat(1000)];
    for (link, text) in ["https://example.com:8080/new#top", "", ""].into_iter().zip(texts) {
        let page = ada.page(submit(&ada, "A <b>new</b> story", link, text).location());
        page.assert(200, "A <b>new</b> story");
        assert_eq!(ada.page("/g/rust/new").ids()[0], page.ids()[0]);
        if !link.is_empty() {
            assert!(page.body.contains("href=\"https://example.com:8080/new\""), "{}", page.body);
        }
    }
    // The host of a link is a group that is shown nowhere else.
    let page = ada.page("/d/example.com");
    assert_eq!(page.ids().len(), 1);
    let link = "https://münchen.example/";
    ada.page(submit(&ada, "Nachrichten", link, "").location())
        .assert(200, "xn--mnchen-3ya.example");
    for page in ["/groups", "/submit"] {
        assert!(!ada.page(page).body.contains("host:"), "{page}");
    }
    // The same form again is the same story.
    let page = ada.page("/submit");
    let send = |title| {
        let fields = [("title", title), ("text", "x")];
        ada.submit(&page, "/submit", "", &fields).location().to_owned()
    };
    assert_eq!(send("Once"), send("Once"));
    assert_ne!(send("Once"), send("Twice"));
    assert_eq!(site.redis::<i64>("ARTICLE.COUNT news"), 2006);
}

#[test]
fn a_bad_story_is_refused_and_not_lost() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let long = format!("https://example.com/{}", "a".repeat(1000));
    let accents = format!("Z{}", "\u{301}".repeat(99));
    for (title, link, message) in [
        ("Bad", "javascript:alert(1)", "The link must begin with http:// or https://."),
        ("Bad", "ftp://example.com", "The link must begin with http:// or https://."),
        ("Bad", &long, "The link can have up to 1000 bytes."),
        ("\u{200b}\u{200b}", "", "nobody can see"),
        ("\u{fffc}", "", "nobody can see"),
        ("a\u{202e}b", "", "direction of writing"),
        ("a\u{61c}b", "", "direction of writing"),
        (&accents, "", "accents"),
    ] {
        let reply = submit(&ada, title, link, "Not\nlost");
        reply.assert(400, message);
        for part in [title, link, "Not\nlost", "value=\"rust\" checked"] {
            assert!(reply.body.contains(part), "{part}: {}", reply.body);
        }
    }
    // What is shown counts, and not what was sent.
    for (text, message) in [
        ("[a]: https://example.com", "nothing that anybody can see"),
        ("[](https://example.com)", "nothing that anybody can see"),
        ("![](https://example.com/a.png)", "nothing that anybody can see"),
        ("&#x200b;&shy;", "nothing that anybody can see"),
        ("a &#x202e;b", "direction of writing"),
        ("a &#x1b;[1m", "control characters"),
        (&format!("Z{}", "&#x301;".repeat(9)), "accents"),
    ] {
        submit(&ada, "Bad", "", text).assert(400, message);
    }
    submit(&ada, "Nothing", "", "").assert(400, "A story needs a link or a text.");
    submit(&ada, "Large", "", &"x".repeat(40_000)).assert(413, "The form is too large.");
    assert_eq!(site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[test]
fn a_repeated_link_becomes_a_vote_and_only_the_poster_is_told() {
    let site = Site::start();
    let (ada, bob) = (Visitor::named(&site, "ada"), Visitor::named(&site, "bob"));
    site.run("ARTICLE.EDIT news 2000 LINK https://example.com/same");
    let votes: i64 = site.entry(2000, "votes");
    let reply = submit(&ada, "The same", "http://www.example.com/same/?utm_source=x", "");
    ada.page(reply.location()).assert(200, "became a vote");
    assert!(reply.location().starts_with("/a/2000?merged="));
    assert_eq!(site.entry::<i64>(2000, "votes"), votes + 1);
    assert!(!bob.page(reply.location()).body.contains("became a vote"));
    site.run("ARTICLE.MODERATE news LOCK 2000");
    let reply = submit(&bob, "The same", "https://example.com/same", "");
    bob.page(reply.location()).assert(200, "did not become a vote");
    // A hidden link does not come back in another spelling.
    site.run("ARTICLE.MODERATE news HIDE 2000");
    for link in [
        "https://example.com/same/",
        "https://example.com//same",
        "https://example.com/%73ame",
        "https://example.com./same",
        "https://ada:x@example.com/same",
        "https://example.com/same?",
        "HTTP://WWW.Example.com:80/same#x",
    ] {
        let message = "A moderator has hidden a story with this link.";
        submit(&ada, "The same", link, "").assert(400, message);
    }
    let own = |title| submit(&ada, title, "https://example.com/mine", "");
    own("First");
    ada.page(own("Second").location()).assert(200, "You have posted this link already.");
    assert_eq!(site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[test]
fn one_can_change_and_delete_ones_own_story_for_an_hour() {
    let (site, talk) = Talk::alone();
    let (bob, eve) = (Visitor::named(&site, "bob"), Visitor::named(&site, "eve"));
    let edit = format!("{}/edit", talk.path());
    assert!(bob.page(&talk.path()).body.contains(&edit));
    let fields = [("title", "Talk and more"), ("text", "A text")];
    let page = bob.follow(&bob.page(&edit), "/story/edit", "", &fields);
    page.assert(200, "Talk and more");
    page.assert(200, "edited just now");
    assert!(!eve.page(&talk.path()).body.contains(&edit));
    eve.get(&edit).assert(404, "Not found");
    // A story with comments stays.
    let page = bob.page(&edit);
    let comment = talk.comment("eve", talk.story, "First");
    let delete = |page: &Reply| bob.submit(page, "/story/delete", "", &[]);
    delete(&page).assert(409, "A story with comments cannot be deleted.");
    site.run(&format!("ARTICLE.DEL news {comment}"));
    assert_eq!(delete(&page).location(), "/new");
    bob.get(&talk.path()).assert(404, "Not found");
    let time = now() - 3700;
    let old = format!("ARTICLE.POST news bob Old https://example.com/old TIME {time}");
    let old: i64 = site.redis(&old);
    assert!(!bob.page(&format!("/a/{old}")).body.contains("/edit"));
    let page = bob.page(&format!("/a/{old}/edit"));
    let late = bob.submit(&page, "/story/edit", "", &[("title", "Old"), ("text", "Too late")]);
    late.assert(409, "A story can be changed for an hour. This one is older.");
    late.assert(409, "Too late");
    // A story without a link keeps a text.
    let path = submit(&bob, "A text", "", "Its text").location().to_owned();
    let page = bob.page(&format!("{path}/edit"));
    let fields = [("title", "A text"), ("text", "")];
    let empty = bob.submit(&page, "/story/edit", "", &fields);
    empty.assert(400, "A story needs a link or a text.");
}
