//! What is hidden, held, or deleted, asked for everywhere.

use crate::visitor::Visitor;
use crate::world::{Site, wait_until};

/// Returns all paths, with these ids in them.
fn paths(ids: &[i64]) -> Vec<String> {
    let lists = "/new /all /g/secrets /g/secrets/new /u/eve /u/eve/comments /comments";
    let others = "/ /api /feed /inbox /saved /groups /search?q=secret";
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let mut paths = [words(lists), words(others)].concat();
    paths.extend(words(lists).iter().map(|list| format!("/api{list}")));
    for id in ids {
        paths.extend(words(&"/a/ID /a/ID/new /c/ID /api/a/ID".replace("ID", &id.to_string())));
    }
    paths
}

fn leaks(visitor: &Visitor, ids: &[i64]) -> Vec<String> {
    let is_shown = |path: &String| {
        visitor.get(path).body.replace("value=\"secret\"", "").contains("secret words")
    };
    paths(ids).into_iter().filter(is_shown).collect()
}

#[test]
fn no_page_shows_what_is_hidden_or_deleted() {
    let site = Site::start();
    let talk = site.story("bob", "Talk");
    let post = |link: &str| {
        site.redis::<i64>(&format!(
            "ARTICLE.POST news eve 'secret words' https://a.example/{link} GROUPS 1 secrets"
        ))
    };
    let (hidden, deleted) = (post("hidden"), post("deleted"));
    let of_hidden = site.comment("eve", hidden, "secret words");
    let of_talk = site.comment("eve", talk, "secret words");
    site.comment("bob", of_talk, "Answer");
    let gone = site.comment("eve", talk, "secret words");
    let ids = [talk, hidden, deleted, of_hidden, of_talk, gone];
    let bob = site.reader("bob");
    for id in ids {
        let _: i64 = site.redis(&format!("ARTICLE.MARK news bob saved {id}"));
    }
    let _: i64 = site.redis("ARTICLE.FOLLOW news bob USER eve");
    // The test sees what leaks: before, all of it is on these pages.
    wait_until("the search has all", || leaks(&bob, &ids).len() > 15);
    let _: i64 = site.redis(&format!("ARTICLE.MODERATE news HIDE {hidden} {of_talk}"));
    let _: i64 = site.redis(&format!("ARTICLE.DEL news {deleted} {gone}"));
    for visitor in [site.visitor(), bob] {
        assert_eq!(leaks(&visitor, &ids), [""; 0]);
    }
    let ada = site.reader("ada");
    for id in [hidden, deleted, of_hidden, of_talk, gone] {
        let id = id.to_string();
        for (path, fields) in [
            ("/vote", [("vote", &*format!("up:{id}")), ("next", "/")]),
            ("/comment", [("parent", &id), ("text", "x")]),
            ("/delete", [("id", &id), ("next", "/")]),
        ] {
            let status = ada.post(path, &fields).status;
            assert!((400..500).contains(&status), "{path} {id}: {status}");
        }
    }
}
