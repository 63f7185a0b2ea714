//! Lists and threads as Atom feeds, and as JSON.

use atom_syndication::Feed;

use crate::visitor::Visitor;
use crate::world::Site;

fn feed(visitor: &Visitor, path: &str) -> Feed {
    let reply = visitor.page(path);
    let content_type = reply.header("content-type");
    assert_eq!(content_type, Some("application/atom+xml; charset=utf-8"), "{path}");
    reply.body.parse().unwrap_or_else(|error| panic!("{path}: {error} in {}", reply.body))
}

#[test]
fn each_list_leads_to_its_feed() {
    let site = Site::start();
    site.run("ARTICLE.COMMENT news bob 2000 First");
    let visitor = site.reader("");
    let lists = "/ /new /day /g/rust /g/rust/new /u/amber-otter /d/blog.example.com /comments \
                 /u/bob/comments";
    for list in lists.split(' ') {
        let page = visitor.page(list);
        let path = format!("/atom{}", list.trim_end_matches('/'));
        assert!(page.body.contains(&format!("href=\"{path}\"")), "{list}");
        let entries = feed(&visitor, &path).entries.into_iter();
        let ids = entries.map(|entry| entry.id.rsplit('/').next().unwrap().parse().unwrap());
        assert_eq!(ids.collect::<Vec<i64>>(), page.ids(), "{list}");
    }
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("a<b").arg("</title>\0&\u{1b}]]>\u{ffff}\"x").arg("https://a.example/");
    post.arg("FIELDS").arg(1).arg("text").arg("*this* <b>: https://example.com/a?b&c");
    let id: i64 = post.query(&mut site.connection()).unwrap();
    let feed = feed(&visitor, "/atom/new");
    let entry = &feed.entries[0];
    let about = (&*feed.title.value, &*feed.links[1].href);
    assert_eq!(about, ("Stories · New · Redis News", "http://x/new"));
    assert_eq!((&*entry.title.value, &*entry.authors[0].name), ("</title>&]]>\"x", "a<b"));
    assert_eq!(entry.id, format!("http://x/a/{id}"));
    let links: Vec<_> = entry.links.iter().map(|link| (&*link.rel, &*link.href)).collect();
    assert_eq!(links, [("alternate", "https://a.example/"), ("replies", &entry.id)]);
    let html = entry.content.as_ref().unwrap().value.as_ref().unwrap();
    assert!(visitor.page(&format!("/a/{id}")).body.contains(html), "{html}");
}

#[test]
fn programs_get_the_json_of_the_module() {
    let site = Site::start();
    let comment: i64 = site.redis("ARTICLE.COMMENT news eve 2000 </script>");
    let visitor = site.reader("");
    for (path, command) in [
        ("/api", "ARTICLE.PAGE news 1 BY GRAVITY PER GROUP 5 WITHCURSOR"),
        ("/api/g/rust/new", "ARTICLE.GROUPPAGE news rust 1 BY TIME WITHCURSOR"),
        ("/api/comments", "ARTICLE.COMMENTS news 1 WITHCURSOR"),
    ] {
        let reply = visitor.page(path);
        assert_eq!(reply.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(reply.body, site.redis::<String>(&format!("{command} FORMAT JSON")), "{path}");
    }
    let json: serde_json::Value = serde_json::from_str(&visitor.page("/api/a/2000").body).unwrap();
    assert_eq!(json["story"]["title"], site.entry::<String>(2000, "title"));
    assert_eq!(json["thread"][0][0]["text"], "</script>");
    assert_eq!(visitor.get(&format!("/api/a/{comment}")).status, 404);
    site.run("ARTICLE.MODERATE news HIDE 2000");
    assert_eq!(visitor.get("/api/a/2000").status, 404);
}
