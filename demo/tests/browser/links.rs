//! Links: to all stories of a list, and to all comments of a thread.

use std::collections::HashSet;

use crate::world::Site;

#[test]
fn more_leads_to_each_story_once() {
    let site = Site::start();
    let (mut path, mut found) = (Some("/g/rust/new".to_owned()), Vec::new());
    while let Some(next) = path {
        let page = site.reader("").page(&next);
        // The places go on.
        let first = format!("<span class=\"place\">{}</span>", found.len() + 1);
        assert!(page.body.contains(&first), "{next}");
        found.extend(page.ids());
        path = page.link("more");
    }
    assert!(found.len() > 90);
    assert_eq!(found, site.ids("ARTICLE.GROUPPAGE news rust 1 BY TIME SIZE 1000"));
}

#[test]
fn links_lead_to_all_comments() {
    let site = Site::start();
    let mut connection = site.connection();
    let mut ids: Vec<i64> = Vec::new();
    for place in 0..2000 {
        let parent = match place % 4 {
            0 => 2000,
            // A few comments get most of the answers, so that some threads are wide and deep.
            1 => ids[place / 2 % 3],
            2 => ids[place - 1],
            _ => ids[place * 7919 % place],
        };
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(format!("fan-{}", place % 50)).arg(parent).arg("Text");
        ids.push(command.query(&mut connection).unwrap());
    }
    let (mut found, mut seen) = (HashSet::new(), HashSet::new());
    let mut paths = vec!["/a/2000".to_owned()];
    while let Some(path) = paths.pop() {
        let mut page = site.reader("").page(&path);
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
    assert!(ids.iter().all(|id| found.contains(id)));
}
