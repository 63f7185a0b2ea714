//! Lists as Atom feeds.

use crate::browser::Browser;
use crate::requests::{request, response};
use crate::world::{Site, Talk};

#[tokio::test]
async fn each_list_leads_to_its_feed() {
    let (world, talk) = Talk::start();
    talk.comment("bob", talk.story, "First");
    // Scripts would add the next page.
    let browser = world.browser_without_scripts().await;
    let lists = "/ /new /day /g/rust /g/rust/new /u/bob /d/example.com /comments /u/bob/comments";
    for list in lists.split(' ') {
        browser.open(list).await;
        let items = browser.stories().await;
        let feed = browser.attribute("link[type='application/atom+xml']", "href").await;
        let feed = feed.unwrap();
        assert_eq!(feed, format!("/atom{}", list.trim_end_matches('/')));
        assert_eq!(entries(&browser, &feed).await, items, "{list}");
    }
    browser.open("/past").await;
    assert_eq!(browser.count("link[type='application/atom+xml']").await, 0);
    // Hostile titles leave a feed valid.
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("a<b").arg("</title>\0&\u{1b}]]>\u{ffff}\"x").arg("");
    let id: i64 = post.query(&mut world.site.connection()).unwrap();
    browser.open("/new").await;
    assert_eq!(entries(&browser, "/atom/new").await[0], id.to_string());
    let feed = response(&world.site, "GET", "/atom/new");
    assert!(feed.contains("<title>&#60;/title&#62;&#38;]]&#62;&#34;x</title>"), "{feed}");
}

#[tokio::test]
async fn a_story_leads_to_a_feed_of_its_newest_comments() {
    let (world, talk) = Talk::start();
    let browser = world.browser().await.at(&talk.path()).await;
    let feed = browser.attribute("link[type='application/atom+xml']", "href").await.unwrap();
    assert_eq!(feed, format!("/atom{}", talk.path()));
    assert_eq!(entries(&browser, &feed).await, Vec::<String>::new());
    let mut ids = vec![talk.comment("bob", talk.story, "First")];
    let hidden = talk.comment("eve", talk.story, "Hidden");
    for number in 0..31 {
        // Below the oldest one, but newer than the others.
        let parent = if number % 2 == 0 { talk.story } else { ids[number - 1] };
        ids.push(talk.comment("bob", parent, "Another"));
    }
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
    talk.comment("bob", 2000, "Elsewhere");
    let newest: Vec<String> = ids.iter().rev().take(30).map(i64::to_string).collect();
    assert_eq!(entries(&browser, &feed).await, newest);
    assert!(response(&world.site, "GET", &feed).contains("<title>bob on Talk</title>"));
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {}", talk.story));
    assert!(response(&world.site, "GET", &feed).starts_with("HTTP/1.1 410 "));
    let comment = format!("/atom/a/{}", ids[0]);
    assert!(response(&world.site, "GET", &comment).starts_with("HTTP/1.1 404 "));
}

/// Returns the ids in a feed, and checks that each entry has what Atom demands. The browser parses
/// it, and would not accept a feed that is not XML.
async fn entries(browser: &Browser, feed: &str) -> Vec<String> {
    let script = "
        const request = new XMLHttpRequest();
        request.open('GET', 'FEED', false);
        request.send();
        const xml = new DOMParser().parseFromString(request.responseText, 'application/xml');
        if (xml.querySelector('parsererror')) return [xml.documentElement.textContent];
        const has = (node, name) => node.querySelector(`:scope > ${name}`)?.textContent;
        const link = ':scope > link[rel=alternate][href^=http]';
        const isComplete = (node) => node.querySelector(link)
            && ['title', 'id', 'updated'].every((name) => has(node, name));
        const entries = [...xml.querySelectorAll('entry')];
        if (!isComplete(xml.documentElement)) return ['incomplete feed'];
        if (!entries.every((entry) => isComplete(entry) && has(entry, 'author'))) {
            return ['incomplete entry'];
        }
        return entries.map((entry) => entry.querySelector('id').textContent.split('/').pop())";
    browser.read(&script.replace("FEED", feed)).await
}

#[test]
fn a_reader_that_has_a_feed_is_not_sent_it_again() {
    let site = Site::start();
    for path in ["/atom/new", "/atom/comments", "/atom"] {
        let first = response(&site, "GET", path);
        assert!(first.contains("content-type: application/atom+xml; charset=utf-8"), "{first}");
        let tag = header(&first, "etag").unwrap();
        let again = request(&site, "GET", path, &[("If-None-Match", tag)]);
        assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
        assert!(!again.contains("<feed"), "{again}");
        // Only the newest can tell by its time whether there is something new.
        let modified = header(&first, "last-modified");
        assert_eq!(modified.is_some(), path != "/atom");
        if let Some(time) = modified {
            let again = request(&site, "GET", path, &[("If-Modified-Since", time)]);
            assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
        }
        let talk = Talk::new(&site);
        talk.comment("bob", talk.story, "First");
        let again = request(&site, "GET", path, &[("If-None-Match", tag)]);
        assert_eq!(again.starts_with("HTTP/1.1 200 "), path != "/atom", "{again}");
    }
}

#[test]
fn entries_have_the_text_as_the_page_shows_it() {
    let site = Site::start();
    let text = "See *this* <b>: https://example.com/a?b&c";
    let html = "<p>See <em>this</em> &lt;b&gt;: <a href=\"https://example.com/a?b&amp;c\" \
                rel=\"nofollow noopener ugc\">https://example.com/a?b&amp;c</a></p>";
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("bob").arg("Both").arg("https://example.com/both");
    post.arg("FIELDS").arg(1).arg("text").arg(text);
    let story: i64 = post.query(&mut site.connection()).unwrap();
    let comment = Talk::new(&site).comment("bob", story, text);
    for (page, feed) in
        [(format!("/a/{story}"), "/atom/new"), (format!("/c/{comment}"), "/atom/comments")]
    {
        assert!(response(&site, "GET", &page).contains(html), "{page}");
        let feed = response(&site, "GET", feed);
        let (_, content) = feed.split_once("<content type=\"html\">").unwrap();
        let (content, _) = content.split_once("</content>").unwrap();
        let escaped = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#38;", "&")];
        let content = escaped.iter().fold(content.to_owned(), |c, (from, to)| c.replace(from, to));
        assert_eq!(content.trim_end(), html);
    }
}

fn header<'a>(response: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = response.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}
