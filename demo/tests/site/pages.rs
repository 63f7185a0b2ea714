//! What each page shows, and the command that it names.

use crate::visitor::Visitor;
use crate::world::{Site, wait_until};

#[test]
fn every_page_names_the_command_that_made_it() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let parent = |last, n| if n % 3 == 0 { story } else { last };
    (0..60).fold(story, |last, n| site.comment("bob", parent(last, n), &"A word ".repeat(18)));
    let ada = site.reader("ada");
    for (path, command) in [
        ("/", "ARTICLE.PAGE news 1 BY GRAVITY PER GROUP 5 UNMUTED ada WITHCURSOR VIEWER ada "),
        ("/new", "ARTICLE.PAGE news 1 BY TIME "),
        ("/day", "ARTICLE.PAGE news 1 BY VOTES SINCE -86400 "),
        ("/g/rust", "ARTICLE.GROUPPAGE news rust 1 BY GRAVITY "),
        ("/g/rust/new", "ARTICLE.GROUPPAGE news rust 1 BY TIME "),
        ("/u/bob", "ARTICLE.USERPAGE news bob 1 BY TIME "),
        ("/u/bob/comments", "ARTICLE.COMMENTS news 1 FROM 1 bob "),
        ("/comments", "ARTICLE.COMMENTS news 1 UNMUTED ada "),
        ("/feed", "ARTICLE.PAGE news 1 BY GRAVITY FEED ada "),
        ("/saved", "ARTICLE.MARKED news ada saved 1 ARTICLES "),
        ("/inbox", "ARTICLE.ANSWERS news ada 1 "),
        ("/groups", "ARTICLE.GROUPS news LIMIT 0 100 "),
        ("/search?q=talk", "ARTICLE.MGET news "),
        (&format!("/a/{story}"), &format!("ARTICLE.THREAD news {story} BY BEST ")),
        (&format!("/a/{story}/new"), &format!("ARTICLE.THREAD news {story} BY TIME ")),
    ] {
        let page = ada.page(path);
        page.shows(&["This page: ", command, " µs"]);
        assert!(page.body.len() <= 30_000, "{path}: {} bytes", page.body.len());
        let source = page.body.split("href=\"/source/").nth(1).expect("a link to the source");
        ada.page(&format!("/source/{}", source.split('"').next().unwrap()));
    }
    for path in
        ["/nowhere", "/g/nothing", "/u/nobody", "/a/99999", "/a/x", "/c/1", "/a/1/sideways"]
    {
        assert_eq!(ada.get(path).status, 404, "{path}");
    }
    let page = ada.get("/new?after=time:x");
    assert_eq!(page.status, 400);
    page.shows(&["position in the list that is not valid"]);
}

#[test]
fn a_list_goes_on_until_its_end() {
    let site = Site::start();
    let (mut path, mut pages, mut stories) = ("/new".to_owned(), 0, 0);
    loop {
        let page = site.visitor().page(&path);
        stories += page.body.matches("class=\"title\"").count();
        pages += 1;
        let Some(next) = page.body.split("rel=\"next\" href=\"").nth(1) else { break };
        path = next.split('"').next().unwrap().replace("&#38;", "&");
    }
    assert_eq!((pages, stories), (4, 100));
}

#[test]
fn lists_and_threads_are_passed_through_as_json() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    site.comment("bob", story, "First");
    for path in ["/api", "/api/new", "/api/g/rust", "/api/u/bob", "/api/comments"] {
        let reply = site.visitor().page(path);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let json: serde_json::Value = serde_json::from_str(&reply.body).expect(path);
        assert!(json[0][0]["id"].is_u64(), "{path}: {json}");
    }
    let reply = site.visitor().page(&format!("/api/a/{story}"));
    let json: serde_json::Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(json["story"]["title"], "Talk");
    assert_eq!(json["thread"][0][0]["text"], "First");
    let reply = site.visitor().get("/api/a/99999");
    assert_eq!((reply.status, reply.header("content-type")), (404, Some("application/json")));
}

#[test]
fn a_reader_has_an_inbox_a_feed_and_saved_stories() {
    let site = Site::start();
    let (ada, bob) = (site.reader("ada"), site.reader("bob"));
    let post = [("title", "Mine"), ("link", "https://a.example/"), ("text", "")];
    let story = ada.act("/submit", &post);
    let id = story.trim_start_matches("/a/");
    bob.act("/comment", &[("parent", id), ("text", "An *answer* to ada")]);
    ada.page("/").shows(&["Inbox 1"]);
    ada.page("/inbox").shows(&["An answer to ada", "on Mine"]);
    ada.page("/").shows(&["Inbox", "!Inbox 1"]);
    // No more answers to this post.
    ada.act("/follow", &[("kind", "ID"), ("name", id), ("verb", "MUTE")]);
    bob.act("/comment", &[("parent", id), ("text", "Another")]);
    ada.page("/").shows(&["!Inbox 1"]);

    bob.page("/feed").shows(&["You follow nobody"]);
    bob.act("/follow", &[("kind", "USER"), ("name", "ada"), ("verb", "FOLLOW")]);
    bob.page("/feed").shows(&["Mine", "Followed: ada"]);
    bob.page("/u/ada").shows(&["1 followers", "Unfollow"]);
    bob.act("/follow", &[("kind", "USER"), ("name", "ada"), ("verb", "MUTE")]);
    bob.page("/feed").shows(&["!Mine"]);
    bob.page("/new").shows(&["!Mine"]);

    bob.act("/save", &[("id", id), ("on", "1")]);
    bob.page("/saved").shows(&["Mine"]);
}

fn search(visitor: &Visitor, words: &str) -> String {
    visitor.page(&format!("/search?q={words}")).text()
}

#[test]
fn a_search_follows_the_changes_and_confirms_no_guess() {
    let site = Site::start();
    let visitor = site.visitor();
    let story = site.story("bob", "Quokkas");
    site.comment("eve", story, "Quokkas are marsupials");
    let other = site.story("bob", "Zebras");
    site.comment("bob", other, "No quokkas here");
    wait_until("all is found", || search(&visitor, "quokkas").contains("No quokkas here"));
    let found = search(&visitor, "quokkas");
    let place = |text| found.find(text).unwrap_or_else(|| panic!("{text}: {found}"));
    assert!(place("Quokkas bob.example") < place("Quokkas are marsupials"), "{found}");
    // Comments below a hidden story are not found, in whatever number.
    let _: i64 = site.redis(&format!("ARTICLE.MODERATE news HIDE {story}"));
    assert!(search(&visitor, "marsupials").contains("Nothing has all of these words."));
    let _: i64 = site.redis(&format!("ARTICLE.DEL news {other}"));
    wait_until("it is gone", || search(&visitor, "zebras").contains("Nothing has all"));
}
