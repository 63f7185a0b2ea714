//! Forms that are sent twice, and how much a user can store and how often.

use std::collections::HashMap;

use crate::requests::{log_in, post, request, response};
use crate::world::{Site, Talk, World};

/// Sends the page's form twice, and returns where the responses lead.
const TWICE: &str = "const form = document.querySelector(SELECTOR);
    const body = new URLSearchParams(new FormData(form));
    const send = async () => (await fetch(form.action, { method: 'POST', body })).url;
    return Promise.all([send(), send()])";

#[tokio::test]
async fn what_is_sent_twice_is_posted_once() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/submit").await;
    browser.fill("[name=title]", "Once").await;
    browser.fill("[name=text]", "Its text").await;
    let urls = browser.run(&TWICE.replace("SELECTOR", "'form.fields'")).await;
    assert_eq!(urls[0], urls[1]);
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);
    // A changed form is another story, and so is the same title in a new form.
    browser.fill("[name=title]", " upon a time").await;
    browser.send().await;
    browser.wait_for_text(".title", "Once upon a time").await;
    browser.submit("Once", "").await;
    browser.wait_for_text(".title", "Once").await;
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2003);
    // So it is with comments.
    let talk = Talk::new(&world.site);
    browser.open(&talk.path()).await;
    browser.fill("#comments > form.answer textarea", "Once").await;
    let urls = browser.run(&TWICE.replace("SELECTOR", "'#comments > form.answer'")).await;
    assert_eq!(urls[0], urls[1]);
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 1);
}

#[tokio::test]
async fn a_story_is_posted_once_although_redis_was_slow() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/submit").await;
    browser.fill("[name=title]", "Slow").await;
    browser.fill("[name=text]", "Its text").await;
    // The server runs what the site sends only after the site has given up.
    world.site.run("CLIENT PAUSE 600000 WRITE");
    browser.send().await;
    browser.wait_for_text("h1", "Back in a moment").await;
    world.site.run("CLIENT UNPAUSE");
    browser.client.back().await.unwrap();
    browser.send().await;
    browser.wait_for_text(".title", "Slow").await;
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);
}

#[tokio::test]
async fn limits_are_explained_and_end() {
    let world = World::start();
    let browser = world.reader("ada").await;
    for (key, page, selector) in [
        ("limit:posts:ada", "/submit", ".message"),
        ("limit:comments:ada", "/a/2000", "#notice:not([hidden])"),
        ("limit:votes:ada", "/new", "#notice:not([hidden])"),
    ] {
        world.site.run(&format!("SET {key} 1000 EX 500"));
        browser.open(page).await;
        match page {
            "/submit" => browser.submit("Too many", "").await,
            "/new" => browser.click("#story-2000 .up").await,
            _ => browser.comment("Too many").await,
        }
        let text = browser.text(selector).await;
        assert!(text.contains("Please try again in"), "{text}");
        if page == "/new" {
            world.site.run(&format!("DEL {key}"));
            browser.press_arrow("#story-2000 .up").await;
            assert_eq!(world.site.redis::<i64>(&format!("GET {key}")), 1);
        }
    }
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[tokio::test]
async fn a_boost_that_is_sent_twice_counts_once() {
    let world = World::start();
    let browser = world.reader("moderator").await;
    let boost = || world.site.entry::<i64>("2000", "boost");
    for pressed in 1..=2 {
        browser.open("/a/2000").await;
        // The same button of the same page.
        let send = TWICE.replace("SELECTOR", "'form[action=\"/boost\"]'");
        let send =
            send.replace("new FormData(form)", "new FormData(form, form.querySelector('button'))");
        browser.run(&send).await;
        assert_eq!(boost(), pressed * 3600);
    }
    assert_eq!(world.site.redis::<i64>("XLEN moderations"), 2);
}

#[tokio::test]
async fn hints_and_errors_are_told_apart() {
    let world = World::start();
    let browser = world.reader("ada").await;
    let color = "return getComputedStyle(document.querySelector('.message')).borderColor";
    browser.submit("A title", "nowhere").await;
    browser.element(".message[role=alert]").await;
    let error = browser.run(color).await;
    world.site.run("ARTICLE.MODERATE news LOCK 2000");
    browser.open("/a/2000").await;
    browser.element(".message[role=status]").await;
    assert_ne!(browser.run(color).await, error);
    // No message is of neither kind.
    for file in std::fs::read_dir("site/templates").unwrap() {
        let template = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for message in template.split("class=\"message").skip(1) {
            let is_error = message.starts_with(" error\" role=\"alert\"");
            let is_hint = message.split('>').next().unwrap().ends_with("\" role=\"status\"");
            assert!(is_error || is_hint, "{message}");
        }
    }
}

/// A user who sends any form.
struct Sender<'a> {
    site: &'a Site,
    cookie: String,
    token: String,
}

impl<'a> Sender<'a> {
    fn new(site: &'a Site, user: &str) -> Self {
        let cookie = log_in(site, user);
        let page = request(site, "GET", "/", &[("Cookie", &cookie)]);
        let (_, token) = page.split_once("<meta name=\"token\" content=\"").unwrap();
        Self { site, cookie, token: token.split('"').next().unwrap().to_owned() }
    }

    /// Sends a form, and returns the response.
    fn send(&self, path: &str, fields: &str) -> String {
        let body = format!("token={}&{fields}", self.token);
        post(self.site, path, &self.cookie, &body)
    }
}

/// Returns the addresses to which forms are sent, from the site's own list.
fn routes() -> Vec<&'static str> {
    let lines = include_str!("../../site/src/pages/mod.rs").lines();
    let routes = lines.filter(|line| line.contains("post("));
    let routes: Vec<_> = routes.filter_map(|line| line.split('"').nth(1)).collect();
    assert_eq!(routes.len(), BOUNDS.len(), "{routes:?}");
    routes
}

/// What bounds how much a user stores with each form: a command that leads to the bound, if the
/// bound is a number, a form beyond it, and the status of the reply.
const BOUNDS: [(&str, &str, &str, u16); 19] = [
    ("/vote", "SET limit:votes:ada 60 EX 500", "id=2000&choice=up", 429),
    ("/submit", "SET limit:posts:ada 10 EX 500", "title=x&text=x", 429),
    ("/comment", "SET limit:comments:ada 20 EX 500", "parent=2000&text=x", 429),
    ("/flag", "SET limit:flags:ada 100 EX 500", "id=2000&reason=spam", 429),
    ("/login", "SET limit:logins:127.0.0.1 60 EX 500", "name=eve", 429),
    ("/save", "ARTICLE.MARK news ada saved {1000}", "id=2000", 409),
    ("/hide", "ARTICLE.MARK news ada hidden {1000}", "id=2000", 409),
    ("/block", "SADD blocked:ada {1000}", "block=yes&user=amber-otter", 409),
    // Only groups that exist, and only what the user has posted within the limits above.
    ("/subscribe", "", "follow=yes&group=nowhere", 400),
    ("/settings", "", "group=nowhere", 400),
    ("/edit", "", "id={comment}&text=x", 409),
    ("/delete", "", "id={comment}", 409),
    ("/story/edit", "", "id=2000&title=x&text=x", 409),
    ("/story/delete", "", "id=2000", 409),
    // Only moderators, and the log has 10,000 entries.
    ("/moderate", "", "id=2000&action=HIDE", 403),
    ("/boost", "", "id=2000&seconds=3600", 403),
    ("/ban", "", "ban=yes&user=eve&reason=x", 403),
    ("/flags/dismiss", "", "id=2000", 403),
    // Stores nothing.
    ("/logout", "", "", 303),
];

#[test]
fn every_form_has_a_bound_per_user() {
    let site = Site::start();
    let comment: i64 = site.redis("ARTICLE.COMMENT news bob 2000 First");
    let thousand: Vec<String> = (1..=1000).map(|number| number.to_string()).collect();
    let stored = || {
        let mut keys: Vec<String> = site.redis("KEYS *");
        keys.retain(|key| !key.starts_with("session:") && key != "limit:forms:ada");
        keys.sort();
        let mut info: HashMap<String, redis::Value> = site.redis("ARTICLE.INFO news");
        (keys, info.remove("version"), info.remove("marks"))
    };
    for route in routes() {
        let bound = BOUNDS.iter().find(|bound| bound.0 == route);
        let (_, to_bound, fields, status) = bound.unwrap_or_else(|| panic!("{route} has none"));
        if !to_bound.is_empty() {
            site.run(&to_bound.replace("{1000}", &thousand.join(" ")));
        }
        let ada = Sender::new(&site, "ada");
        let before = stored();
        let reply = ada.send(route, &fields.replace("{comment}", &comment.to_string()));
        assert!(reply.starts_with(&format!("HTTP/1.1 {status} ")), "{route}: {reply}");
        assert_eq!(stored(), before, "{route}");
    }
}

#[test]
fn every_form_has_a_limit() {
    let site = Site::start();
    let ada = Sender::new(&site, "ada");
    let counter = "limit:forms:ada";
    assert!(ada.send("/vote", "id=2000&choice=up").contains("location: "));
    assert_eq!(site.redis::<i64>(&format!("GET {counter}")), 1);
    site.run(&format!("SET {counter} 120 EX 500"));
    for route in routes() {
        let reply = ada.send(route, "id=2000&user=bob&name=eve&title=x&text=x&parent=2000");
        assert!(reply.starts_with("HTTP/1.1 429 "), "{route}: {reply}");
        assert!(reply.contains("retry-after: "), "{route}: {reply}");
    }
    // Nobody uses up the limit of another user.
    let forged = ada.cookie.replace("ada", "eve");
    let body = format!("token={}&id=2000&choice=up", ada.token);
    assert!(post(&site, "/vote", &forged, &body).starts_with("HTTP/1.1 401 "));
    assert_eq!(site.redis::<i64>("EXISTS limit:forms:eve"), 0);
}

#[test]
fn one_address_starts_few_sessions() {
    let site = Site::start();
    let logs_in = |name: &str| {
        let page = response(&site, "GET", "/login");
        let (_, cookie) = page.split_once("set-cookie: ").unwrap();
        let cookie = cookie.split(';').next().unwrap();
        let (_, token) = page.split_once("<meta name=\"token\" content=\"").unwrap();
        let body = format!("token={}&name={name}", token.split('"').next().unwrap());
        post(&site, "/login", cookie, &body)
    };
    for number in 0..60 {
        assert!(logs_in(&format!("user{number}")).starts_with("HTTP/1.1 303 "));
    }
    assert!(logs_in("another").starts_with("HTTP/1.1 429 "));
    assert_eq!(site.redis::<Vec<String>>("KEYS session:*").len(), 60);
}

#[test]
fn only_users_who_have_posted_can_be_blocked() {
    let site = Site::start();
    let ada = Sender::new(&site, "ada");
    let poster: String = site.entry("2000", "poster");
    for user in ["nobody", &"x".repeat(30_000), "%3Cb%3E", ""] {
        let reply = ada.send("/block", &format!("block=yes&user={user}"));
        assert!(reply.contains("There is no such user."), "{reply}");
    }
    assert_eq!(site.redis::<i64>("EXISTS blocked:ada"), 0);
    let full: Vec<String> = (0..1000).map(|number| format!("user{number}")).collect();
    site.run(&format!("SADD blocked:ada {}", full.join(" ")));
    let block = format!("block=yes&user={poster}");
    assert!(ada.send("/block", &block).contains("You block as many users as possible."));
    site.run("SREM blocked:ada user0");
    for _ in 0..2 {
        // The second time, it changes nothing, although the list is full.
        assert!(ada.send("/block", &block).starts_with("HTTP/1.1 303 "));
    }
    assert_eq!(site.redis::<i64>("SCARD blocked:ada"), 1000);
    let front = request(&site, "GET", "/", &[("Cookie", &ada.cookie)]);
    assert!(front.starts_with("HTTP/1.1 200 "), "{front}");
}

#[test]
fn what_a_user_keeps_is_bounded() {
    let site = Site::start();
    let ada = Sender::new(&site, "ada");
    let ids: Vec<String> = (1..=1000).map(|id| id.to_string()).collect();
    for (path, list) in [("/save", "saved"), ("/hide", "hidden")] {
        site.run(&format!("ARTICLE.MARK news ada {list} {}", ids.join(" ")));
        assert!(ada.send(path, "id=2000").contains("This list is full."));
        assert!(ada.send(path, "undo=1").starts_with("HTTP/1.1 303 "));
        assert!(ada.send(path, "id=2000").starts_with("HTTP/1.1 303 "));
    }
    let lists: Vec<(String, i64)> = site.redis("ARTICLE.LISTS news ada");
    assert_eq!(lists, [("hidden".to_owned(), 1000), ("saved".to_owned(), 1000)]);
    for (path, fields) in [
        ("/subscribe", "follow=yes&group=nowhere"),
        ("/settings", "group=nowhere"),
        ("/settings", "size=17"),
        ("/flag", "id=2000&reason=nowhere"),
        ("/submit", "title=x"),
        ("/submit", "title=x&text=x&group=nowhere"),
    ] {
        let reply = ada.send(path, fields);
        assert!(reply.starts_with("HTTP/1.1 400 "), "{path}: {reply}");
    }
    assert_eq!(site.redis::<i64>("EXISTS subscriptions:ada muted:ada settings:ada flagged"), 0);
}

#[test]
fn bad_requests_get_a_reason_and_no_text_of_the_server() {
    let site = Site::start();
    for path in ["/new?after=x", "/a/2000?after=x", "/moderations?before=x"] {
        let page = response(&site, "GET", path);
        assert!(page.starts_with("HTTP/1.1 400 "), "{page}");
        assert!(page.contains("position in the list that is not valid"), "{page}");
    }
    // An error that nobody has thought of.
    let cookie = Sender::new(&site, "ada").cookie;
    let names: Vec<String> = (0..10_001).map(|number| format!("u{number}")).collect();
    for part in names.chunks(5000) {
        site.run(&format!("SADD blocked:ada {}", part.join(" ")));
    }
    let page = request(&site, "GET", "/", &[("Cookie", &cookie)]);
    assert!(page.starts_with("HTTP/1.1 500 "), "{page}");
    assert!(page.contains("Something went wrong on this site."), "{page}");
    // Moderators cannot ban themselves, or fill the log.
    let moderator = Sender::new(&site, "moderator");
    for user in ["moderator", "", &"x".repeat(256)] {
        let reply = moderator.send("/ban", &format!("ban=yes&user={user}"));
        assert!(reply.starts_with("HTTP/1.1 400 "), "{reply}");
    }
    assert_eq!(site.redis::<i64>("EXISTS banned moderations"), 0);
}
