//! What the site says when Redis is away or full, has been tampered with, or refuses a command.

use crate::requests::response;
use crate::world::World;

#[tokio::test]
async fn the_site_says_when_redis_is_away_and_recovers() {
    let world = World::start();
    let (browser, looking) = (world.reader("ada").await, world.browser().await);
    looking.open("/new").await;
    world.site.server().kill();
    browser.open("/new").await;
    assert_eq!(browser.text("h1").await, "Back in a moment");
    looking.wait_for_text("#rate", "Redis is away").await;
    world.site.server().start_again();
    browser
        .wait_until("location.reload(); return document.querySelector('.stories') !== null")
        .await;
    assert_eq!(browser.stories().await[0], "2000");
    // The session is in Redis, too.
    assert_eq!(browser.text(".me").await, "ada");
    // A page that was open all the time goes on.
    looking.wait_for_text("#rate", "0 votes/s").await;
}

#[tokio::test]
async fn a_page_whose_stream_begins_in_an_outage_says_so_and_goes_on() {
    let world = World::start();
    let browser = world.browser().await.at("/new").await;
    browser.set_visibility("hidden").await;
    world.site.server().kill();
    browser.set_visibility("visible").await;
    browser.wait_for_text("#rate", "Redis is away").await;
    world.site.server().start_again();
    browser.wait_for_text("#rate", "0 votes/s").await;
}

#[tokio::test]
async fn endless_scrolling_goes_on_after_an_outage() {
    let world = World::start();
    let browser = world.browser().await.at("/new").await;
    let shown = browser.stories().await.len();
    world.site.server().kill();
    browser.wait_for_text("#rate", "Redis is away").await;
    browser
        .run(
            "const fetched = window.fetch;
             window.failed = 0;
             window.fetch = async (address, options) => {
                 const response = await fetched(address, options);
                 if (String(address).includes('after=') && !response.ok) window.failed += 1;
                 return response;
             };
             window.scrollTo(0, document.body.scrollHeight)",
        )
        .await;
    browser.wait_until("return window.failed > 0").await;
    world.site.server().start_again();
    browser
        .wait_until(&format!("return document.querySelectorAll('.stories li').length > {shown}"))
        .await;
}

#[tokio::test]
async fn a_site_that_was_lost_is_filled_again() {
    let world = World::start();
    let browser = world.browser().await;
    {
        let mut server = world.site.server();
        server.kill();
        std::fs::remove_dir_all(server.path().join("appendonlydir")).unwrap();
    }
    browser.open("/new").await;
    assert_eq!(browser.text("h1").await, "Back in a moment");
    world.site.server().start_again();
    browser
        .wait_until("location.reload(); return document.querySelector('#story-2000') !== null")
        .await;
}

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
    browser.click_for("article.story .up", "article.story .up[aria-pressed=false]").await;
    browser.open(&browser.path().await).await;
    browser.click(".voted summary").await;
    assert_eq!(browser.text(".voted p").await, "Nobody.");
    // A key of another type is no outage.
    world.site.run("SET subscriptions:ada text");
    browser.open_for_text("/feed", "h1", "Sorry").await;
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
