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
