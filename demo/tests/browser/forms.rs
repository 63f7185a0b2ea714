//! Forms that are sent twice, and limits.

use crate::talk::Talk;
use crate::world::World;

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
        let is_vote = page == "/new";
        match page {
            "/submit" => {
                browser.fill("[name=title]", "Too many").await;
                browser.fill("[name=text]", "Its text").await;
                browser.send().await;
            }
            "/new" => browser.click("#story-2000 .up").await,
            _ => {
                browser.comment("Too many").await;
            }
        }
        let text = browser.text(selector).await;
        assert!(text.contains("Please try again in"), "{text}");
        if is_vote {
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
