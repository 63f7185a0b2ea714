use article_demo::news::unix_time;

use crate::requests::response;
use crate::site::Site;
use crate::world::World;

#[tokio::test]
async fn a_past_day_has_a_front_page() {
    let world = World::start();
    let browser = world.browser_without_scripts().await.at("/past").await;
    let ids = |day: i64| {
        let (since, until) = (day * 86_400, (day + 1) * 86_400);
        world.site.ids(&format!("ARTICLE.PAGE news 1 BY VOTES SINCE {since} UNTIL {until}"))
    };
    let today = unix_time() / 86_400;
    assert_eq!(browser.stories().await, ids(today - 1));
    browser.click(".days [rel=prev]").await;
    browser.wait_until("return document.querySelector('[rel=prev]') !== null").await;
    assert_eq!(browser.stories().await, ids(today - 2));
    browser.click(".days [rel=next]").await;
    browser.click(".days [rel=next]").await;
    browser.wait_for_none(".days [rel=next]").await;
    assert_eq!(browser.stories().await, ids(today));
    // Further pages are of the same day.
    browser.open("/past").await;
    browser.click("a.more").await;
    browser.element(".days").await;
    let second = browser.stories().await;
    assert!(second.iter().all(|id| !ids(today - 1).contains(id)));
}

#[test]
fn other_days_have_no_page() {
    let site = Site::start();
    for path in ["/past/2026-11-31", "/past/2026-1-1", "/past/x", "/past/1969-12-31"] {
        assert!(response(&site, "GET", path).starts_with("HTTP/1.1 404 "), "{path}");
    }
    assert!(response(&site, "GET", "/past/9999-12-31").starts_with("HTTP/1.1 200 "));
    assert!(response(&site, "GET", "/past/1970-01-01").starts_with("HTTP/1.1 200 "));
}
