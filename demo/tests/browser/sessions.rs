//! Logging in and out, with pages that were opened before.

use crate::browser::Browser;
use crate::world::World;

async fn log_in_here(browser: &Browser, name: &str) {
    browser.fill("input[name=name]", name).await;
    browser.click_for_text(".fields button", ".me", name).await;
}

#[tokio::test]
async fn what_a_visitor_does_counts_after_the_login() {
    let world = World::start();
    let browsers = [world.browser().await, world.browser_without_scripts().await];
    for (browser, name) in browsers.iter().zip(["ada", "bob"]) {
        let votes: i64 = world.site.entry("2000", "votes");
        browser.open("/new").await;
        browser.click_for_text("#story-2000 .up", "h1", "Log in").await;
        log_in_here(browser, name).await;
        browser.element("#story-2000 .up[aria-pressed=true]").await;
        assert_eq!(browser.path().await, "/new");
        assert_eq!(world.site.entry::<i64>("2000", "votes"), votes + 1);
    }
    // The same with a group to follow.
    let browser = world.browser_without_scripts().await.at("/g/rust").await;
    browser.click("[name=follow]").await;
    log_in_here(&browser, "ada").await;
    browser.wait_for_text("[name=follow]", "Following").await;
    assert_eq!(browser.path().await, "/g/rust");
}

#[tokio::test]
async fn a_story_is_posted_after_a_login_that_was_over() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/submit").await;
    world.site.end_sessions();
    browser.fill("[name=title]", "A <b>late</b> story").await;
    browser.fill("[name=text]", "First line\nsecond line").await;
    browser.click("[name=group][value=rust]").await;
    browser.send().await;
    browser.wait_for_text("h1", "Log in").await;
    log_in_here(&browser, "ada").await;
    browser.wait_for_text(".title", "A <b>late</b> story").await;
    assert_eq!(browser.text(".text").await, "First line\nsecond line");
}

#[tokio::test]
async fn a_login_leads_to_the_page_that_asked_for_it() {
    let world = World::start();
    for page in ["/feed", "/submit", "/c/1/edit"] {
        let browser = world.browser_without_scripts().await.at(page).await;
        browser.fill("input[name=name]", "ada").await;
        browser.click(".fields button").await;
        browser.wait_until("return !document.querySelector('input[name=name]')").await;
        assert_eq!(browser.path().await, page);
    }
}

#[tokio::test]
async fn a_page_from_before_a_login_cannot_vote() {
    let world = World::start();
    for browser in [world.browser().await, world.browser_without_scripts().await] {
        let old = browser.client.window().await.unwrap();
        browser.open("/new").await;
        let new = browser.client.new_window(true).await.unwrap();
        browser.client.switch_to_window(new.handle).await.unwrap();
        browser.log_in("ada").await;
        browser.client.switch_to_window(old).await.unwrap();
        let message = "You have logged in or out since this page was opened. \
                       Reload it and try again.";
        for id in ["2000", "1999"] {
            let votes: i64 = world.site.entry(id, "votes");
            browser.click(&format!("#story-{id} .up")).await;
            browser.wait_for_text("#notice:not([hidden]), .message", message).await;
            assert_eq!(world.site.entry::<i64>(id, "votes"), votes);
            if browser.count("#notice").await == 0 {
                browser.client.back().await.unwrap();
                browser.element("#story-1999").await;
            }
        }
    }
}

#[tokio::test]
async fn a_page_from_before_a_login_gets_no_more_stories() {
    let world = World::start();
    let browser = world.browser().await;
    let old = browser.client.window().await.unwrap();
    browser.open("/new").await;
    let shown = browser.stories().await.len();
    let new = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(new.handle).await.unwrap();
    browser.log_in("ada").await;
    browser.client.switch_to_window(old).await.unwrap();
    browser.run("window.scrollTo(0, document.body.scrollHeight)").await;
    browser
        .wait_until("return document.querySelector('#notice').textContent.includes('Reload')")
        .await;
    browser.element("#notice[role=status]").await;
    assert_eq!(browser.stories().await.len(), shown);
}

#[tokio::test]
async fn going_back_after_a_logout_shows_no_page_of_the_user() {
    let world = World::start();
    for browser in [world.browser().await, world.browser_without_scripts().await] {
        browser.log_in("ada").await;
        browser.open("/new").await;
        browser.click(".me").await;
        browser.click_for_text("form[action='/logout'] button", ".me", "Log in").await;
        browser.client.back().await.unwrap();
        browser.element("#story-2000").await;
        browser.wait_for_text(".me", "Log in").await;
    }
}

#[tokio::test]
async fn going_back_returns_to_the_place_in_an_endless_list() {
    let world = World::start();
    let browser = world.browser().await;
    // A user's pages are not kept by the browser.
    browser.log_in("ada").await;
    browser.open("/new").await;
    browser.scroll_until("document.getElementById('story-1850') !== null").await;
    browser.run("document.getElementById('story-1860').scrollIntoView()").await;
    browser.run("location.href = '/a/1860'").await;
    browser.wait_until("return location.pathname === '/a/1860'").await;
    browser.element("#comments").await;
    browser.client.back().await.unwrap();
    browser
        .wait_until(
            "const story = document.getElementById('story-1860')?.getBoundingClientRect();
             return story !== undefined && story.bottom > 0 && story.top < window.innerHeight",
        )
        .await;
}
