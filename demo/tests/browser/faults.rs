//! What the site says when Redis is full, has been tampered with, or refuses a command.

use crate::requests::response;
use crate::world::World;

#[tokio::test]
async fn a_full_memory_has_a_page_and_logs_nobody_out() {
    let world = World::start();
    let browser = world.reader("ada").await;
    world.site.run("CONFIG SET maxmemory 1");
    browser.submit("Too much", "").await;
    let full = "The memory of Redis is full. Pages can be read, but nothing can be added or \
                changed until a moderator or the operator makes room.";
    browser.wait_for_text(".message", full).await;
    // Nothing notes the visit.
    browser.open("/").await;
    browser.element(".stories > li").await;
    browser.open("/a/2000").await;
    assert_eq!(browser.text(".me").await, "ada");
    browser.click(".up").await;
    browser.wait_until("return !document.querySelector('#notice').hidden").await;
    assert!(browser.text("#notice").await.contains("memory of Redis is full"));
    world.site.run("CONFIG SET maxmemory 0");
    browser.press_arrow(".up").await;
}

#[tokio::test]
async fn an_offline_visitor_is_not_told_about_redis() {
    let world = World::start();
    let browser = world.browser().await.at("/").await;
    browser.wait_for_text("#rate", "0 votes/s").await;
    browser
        .run(
            "window.fetch = () => Promise.reject(new TypeError('no network'));
             window.EventSource = function () {
                 const stream = new EventTarget();
                 stream.close = () => {};
                 setTimeout(() => stream.dispatchEvent(new Event('error')));
                 return stream;
             };
             connect()",
        )
        .await;
    browser.wait_for_text("#rate", "The site is away").await;
}

#[tokio::test]
async fn faults_are_told_apart() {
    let world = World::start();
    let browser = world.reader("ada").await;
    browser.submit("Nobody's", "").await;
    browser.click("article.story .up").await;
    browser.element("article.story .up[aria-pressed=false]").await;
    let path = browser.client.current_url().await.unwrap();
    browser.open(path.path()).await;
    browser.click(".voted summary").await;
    assert_eq!(browser.text(".voted p").await, "Nobody.");
    // A key of another type is no outage.
    world.site.run("SET subscriptions:ada text");
    browser.open("/feed").await;
    browser.wait_for_text("h1", "Sorry").await;
    world.site.run("SET news text");
    let events = response(&world.site, "GET", "/live?ids=1");
    assert!(events.starts_with("HTTP/1.1 200 ") && !events.contains("away"), "{events}");
    // An outage says when to try again.
    world.site.server().kill();
    let response = response(&world.site, "GET", "/pulse");
    assert!(response.starts_with("HTTP/1.1 503 "), "{response}");
    assert!(response.contains("retry-after: 5\r\n"), "{response}");
}

#[tokio::test]
async fn the_site_may_not_moderate() {
    let world = World::start();
    let url = format!("redis://site:secret@127.0.0.1:{}", world.site.server().port());
    let client = redis::Client::open(url).unwrap();
    let mut connection = client.get_connection().unwrap();
    for command in [
        vec!["ARTICLE.MODERATE", "news", "HIDE", "1"],
        vec!["DEL", "news"],
        vec!["SET", "news", "text"],
        vec!["GET", "other"],
        vec!["SADD", "banned", "ada"],
        vec!["FLUSHALL"],
        vec!["CONFIG", "GET", "*"],
    ] {
        let mut words = redis::cmd(command[0]);
        words.arg(&command[1..]);
        let error = words.query::<redis::Value>(&mut connection).unwrap_err();
        assert_eq!(error.code(), Some("NOPERM"), "{command:?}: {error}");
    }
}
