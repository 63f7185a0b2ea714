//! The threads of stories and comments.

use std::collections::HashSet;

use crate::visitor::{Visitor, plain};
use crate::world::{Site, Talk};

#[test]
fn comments_lead_to_those_above_and_to_the_next_one() {
    let (site, talk) = Talk::alone();
    let first = talk.comment("eve", talk.story, "First");
    let answer = talk.comment("bob", first, "Answer");
    let below = talk.comment("eve", answer, "Below");
    let gone = talk.comment("eve", first, "Gone");
    talk.comment("eve", gone, "Left");
    let last = talk.comment("eve", first, "Last");
    let other = talk.comment("eve", talk.story, "Other");
    site.run(&format!("ARTICLE.DEL news {gone}"));
    let visitor = Visitor::new(&site);
    let page = visitor.page(&format!("{}/old", talk.path()));
    let head = |id: i64| page.between(&format!("id=\"comment-{id}\""), "<details");
    for (from, class, to) in [
        (below, "parent", answer),
        (below, "root", first),
        (first, "next", other),
        (answer, "next", gone),
        (gone, "next", last),
    ] {
        let link = format!("<a class=\"{class}\" href=\"#comment-{to}\"");
        assert!(head(from).contains(&link), "{class}: {}", head(from));
    }
    for (class, number) in [("parent", 5), ("root", 2), ("next", 3)] {
        let links = page.body.matches(&format!("<a class=\"{class}\"")).count();
        assert_eq!(links, number, "{class}");
    }
    // The poster of the story is marked, and a deleted comment keeps its place.
    assert!(head(answer).contains("OP</abbr>") && !head(first).contains("OP</abbr>"));
    assert!(plain(head(gone)).contains("Deleted comment"));
    // A comment has a page of its own, whose links lead up.
    let page = visitor.page(&format!("/c/{below}"));
    assert_eq!(page.ids(), [below]);
    let links = [page.link("parent"), page.link("root"), page.link("title")];
    let expected = [format!("/c/{answer}"), format!("/c/{first}"), talk.path()];
    assert_eq!(links.map(Option::unwrap), expected);
    assert_eq!(visitor.page(&format!("/c/{answer}")).ids(), [answer, below]);
    // What it answers is above it, and what was deleted leaves its place.
    let above = plain(visitor.page(&format!("/c/{below}")).between("On <a", "<div"));
    assert!(above.ends_with("eve First bob Answer"), "{above}");
    let left = site.ids(&format!("ARTICLE.THREAD news {gone}"))[0];
    let page = visitor.page(&format!("/c/{left}"));
    page.assert(200, "On Talk eve First Deleted comment");
    assert_eq!(visitor.page(&format!("/c/{gone}")).ids(), [gone, left]);
    let page = visitor.page(&format!("/c/{first}"));
    assert!(!page.between("thread alone", "</details>").contains("class=\"parent\""));
}

const COMMENTS: usize = 2000;

fn fill(site: &Site, story: i64) -> HashSet<i64> {
    let mut connection = site.connection();
    let mut ids: Vec<i64> = Vec::new();
    for place in 0..COMMENTS {
        let parent = match place % 4 {
            0 => story,
            // A few comments get most of the answers, so that some threads are wide and deep.
            1 => ids[place / 2 % 3],
            2 => ids[place - 1],
            _ => ids[place * 7919 % place],
        };
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(format!("fan-{}", place % 50)).arg(parent).arg("Text");
        ids.push(command.query(&mut connection).unwrap());
    }
    ids.into_iter().collect()
}

#[test]
fn links_lead_to_all_comments() {
    let (site, talk) = Talk::alone();
    let ids = fill(&site, talk.story);
    let visitor = Visitor::new(&site);
    let (mut found, mut seen) = (HashSet::new(), HashSet::new());
    let mut paths = vec![talk.path()];
    while let Some(path) = paths.pop() {
        let mut page = visitor.page(&path);
        page.body = page.body.split_once("data-answers=").unwrap().1.to_owned();
        assert!(page.ids().len() <= 50, "{path}");
        found.extend(page.ids());
        for class in ["<a class=\"rest\"", "<a class=\"more\""] {
            let links = page.body.split(class).skip(1).map(|html| {
                let address = html.split_once("href=\"").unwrap().1.split_once('"').unwrap().0;
                address.replace("&#38;", "&").replace("#comments", "")
            });
            paths.extend(links.filter(|path| seen.insert(path.clone())));
        }
    }
    assert_eq!(found, ids);
}
