//! Lists and threads as Atom feeds.

use atom_syndication::Feed;

use crate::visitor::Visitor;
use crate::world::Talk;

fn feed(visitor: &Visitor, path: &str) -> Feed {
    let reply = visitor.page(path);
    let content_type = reply.header("content-type");
    assert_eq!(content_type, Some("application/atom+xml; charset=utf-8"), "{path}");
    reply.body.parse().unwrap_or_else(|error| panic!("{path}: {error} in {}", reply.body))
}

fn ids(feed: &Feed) -> Vec<i64> {
    let id = |id: &str| id.rsplit('/').next().unwrap().parse().unwrap();
    feed.entries.iter().map(|entry| id(&entry.id)).collect()
}

#[test]
fn each_list_leads_to_its_feed() {
    let (site, talk) = Talk::alone();
    talk.comment("bob", talk.story, "First");
    let visitor = Visitor::new(&site);
    let lists =
        "/ /new /day /g/rust /g/rust/new /u/bob /d/blog.example.com /comments /u/bob/comments";
    for list in lists.split(' ') {
        let page = visitor.page(list);
        let path = format!("/atom{}", list.trim_end_matches('/'));
        assert!(page.body.contains(&format!("href=\"{path}\"")), "{list}");
        assert_eq!(ids(&feed(&visitor, &path)), page.ids(), "{list}");
    }
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("a<b").arg("</title>\0&\u{1b}]]>\u{ffff}\"x").arg("https://a.example/");
    post.arg("FIELDS").arg(1).arg("text").arg("*this* <b>: https://example.com/a?b&c");
    let id: i64 = post.query(&mut site.connection()).unwrap();
    let feed = feed(&visitor, "/atom/new");
    let entry = &feed.entries[0];
    assert_eq!(
        (&*feed.title.value, &*feed.links[1].href),
        ("Stories · New · Redis News", "http://x/new")
    );
    assert_eq!((&*entry.title.value, &*entry.authors[0].name), ("</title>&]]>\"x", "a<b"));
    assert_eq!(entry.id, format!("http://x/a/{id}"));
    let links: Vec<_> = entry.links.iter().map(|link| (&*link.rel, &*link.href)).collect();
    assert_eq!(links, [("alternate", "https://a.example/"), ("replies", &entry.id)]);
    let html = entry.content.as_ref().unwrap().value.as_ref().unwrap();
    assert!(visitor.page(&format!("/a/{id}")).body.contains(html), "{html}");
}
