//! What readers choose for themselves: saved and hidden stories, blocked users, and settings.

use redis::Commands;

use crate::browser::Browser;
use crate::world::{Talk, World, now};

#[tokio::test]
async fn stories_since_the_last_visit_are_marked() {
    let (world, talk) = Talk::start();
    let browser = world.reader("ada").await;
    // Nothing is new to somebody who has never been here.
    assert_eq!(browser.count(".stories .mark").await, 0);
    let before = now() - 7200;
    let mut connection = world.site.connection();
    let _: i64 = connection.hset("seen:ada", "last", before).unwrap();
    for _ in 0..2 {
        // They stay marked during the visit.
        browser.open("/new").await;
        assert_eq!(browser.text(&format!("#story-{} .mark", talk.story)).await, "new");
    }
    let marked = browser.count(".stories .mark").await as i64;
    let new: i64 = world.site.redis(&format!("ARTICLE.COUNT news SINCE {}", before + 1));
    assert_eq!(marked, new.min(30));
    let seen: i64 = connection.hget("seen:ada", "before").unwrap();
    assert_eq!(seen, before);
    // One's own stories are not news.
    browser.log_in("bob").await;
    let _: i64 = connection.hset("seen:bob", "last", before).unwrap();
    browser.open("/new").await;
    assert_eq!(browser.count(&format!("#story-{} .mark", talk.story)).await, 0);
}

#[tokio::test]
async fn saved_stories_have_a_page() {
    let world = World::start();
    let browser = world.plain_reader("ada").await;
    for id in ["1999", "2000"] {
        browser.open(&format!("/a/{id}")).await;
        browser.click("form[action='/save'] button").await;
        browser.wait_for_text("form[action='/save'] button", "Saved").await;
    }
    browser.open("/saved").await;
    assert_eq!(browser.stories().await, ["2000", "1999"]);
    browser.click_away("#story-2000 .row", "#story-2000").await;
    assert_eq!(browser.stories().await, ["1999"]);
    // Only for the reader. Others have to log in.
    world.browser().await.open("/saved").await;
    browser.log_in("eve").await;
    browser.open("/saved").await;
    assert_eq!(browser.stories().await.len(), 0);
    let ids: Vec<String> = (1..=40).map(|id| id.to_string()).collect();
    world.site.run(&format!("ARTICLE.MARK news eve saved {}", ids.join(" ")));
    browser.open("/saved").await;
    assert_eq!(browser.stories().await.len(), 30);
    browser.click_for("a.more", "#story-1").await;
    assert_eq!(browser.stories().await.len(), 10);
    assert_eq!(browser.count("a.more").await, 0);
}

#[tokio::test]
async fn hidden_stories_stay_out_of_lists() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/new").await;
    browser.click_away("#story-2000 .row", "#story-2000").await;
    assert_eq!(browser.stories().await[0], "1999");
    browser.open("/a/1999").await;
    browser.click("form[action='/hide'] button").await;
    browser.wait_for_text("form[action='/hide'] button", "Hidden from lists").await;
    browser.open("/new").await;
    assert_eq!(browser.stories().await[0], "1998");
    browser.open("/settings").await;
    browser.click("a[href='/settings/hidden']").await;
    browser.click_away("#story-1999 .row", "#story-1999").await;
    assert_eq!(browser.stories().await, ["2000"]);
    browser.open("/new").await;
    assert_eq!(browser.stories().await[0], "1999");
}

#[tokio::test]
async fn hiding_a_story_leaves_a_line_in_its_place_that_brings_it_back() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new").await;
    browser.scroll_until("document.querySelectorAll('.stories li').length > 60").await;
    browser.run("document.querySelector('#story-1950').scrollIntoView({ block: 'center' })").await;
    let place = "return [scrollY, document.querySelectorAll('.stories > li').length > 60]";
    let before = browser.run(place).await;
    browser.click_for_text("#story-1950 .row", "#story-1950 .undo", "Hidden · Undo").await;
    assert_eq!(browser.run(place).await, before);
    type Lists = Vec<(String, i64)>;
    assert_eq!(world.site.redis::<Lists>("ARTICLE.LISTS news ada")[0], ("hidden".to_owned(), 1));
    browser.click_away("#story-1950 .undo button", "#story-1950 .undo").await;
    assert!(browser.text("#story-1950 .title").await.len() > 1);
    assert!(world.site.redis::<Lists>("ARTICLE.LISTS news ada").is_empty());
}

#[tokio::test]
async fn blocked_users_stay_out_of_lists() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("bob", talk.story, "First");
    let browser = world.browser_without_scripts().await;
    let shows = async |browser: &Browser, list: &str, id: i64| {
        browser.open(list).await;
        browser.stories().await.contains(&id.to_string())
    };
    browser.log_in("ada").await;
    browser.open("/u/bob").await;
    browser.click_for_text("form.block button", "form.block button", "Blocked").await;
    assert!(!shows(&browser, "/new", talk.story).await);
    assert!(!shows(&browser, "/comments", comment).await);
    // In threads, it is folded.
    let answer = talk.comment("eve", comment, "Below");
    browser.open(&talk.path()).await;
    let text = browser.element(&format!("#comment-{comment} > details > .text")).await;
    assert!(!text.is_displayed().await.unwrap());
    assert_eq!(browser.text(&format!("#comment-{comment} > .head .mark")).await, "blocked");
    browser.click(&format!("#comment-{comment} > details > summary")).await;
    assert!(text.is_displayed().await.unwrap());
    assert_eq!(browser.text(&format!("#comment-{answer} .text")).await, "Below");
    // Their own page still shows what they write.
    assert!(shows(&browser, "/u/bob", talk.story).await);
    assert!(shows(&browser, "/u/bob/comments", comment).await);
    browser.open("/settings").await;
    browser.click_away("button[name=block]", "button[name=block]").await;
    assert!(shows(&browser, "/new", talk.story).await);
    assert!(shows(&browser, "/comments", comment).await);
}

#[tokio::test]
async fn settings_hold_for_lists() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/settings").await;
    browser.click("option[value='15']").await;
    browser.click("[name=group][value=rust]").await;
    browser.send().await;
    let saved = "Saved. Lists have 15 stories per page. Now left out of lists: rust.";
    browser.wait_for_text(".message[role=status]", saved).await;
    let stranger = world.plain_reader("eve").await;
    stranger.open(&format!("/settings?{}", browser.query().await.unwrap())).await;
    assert_eq!(stranger.count(".message").await, 0);
    browser.element("[name=group][value=rust]:checked").await;
    assert_eq!(browser.count("option[value='15']:checked").await, 1);
    // The groups have an order that does not depend on their sizes.
    for page in ["/settings", "/submit"] {
        browser.open(page).await;
        let names: Vec<String> = browser.each("[name=group]", "value").await;
        assert!(names.len() == 15 && names.is_sorted(), "{page}: {names:?}");
    }
    browser.open("/new").await;
    assert_eq!(browser.count(".stories li").await, 15);
    let ids =
        |filter: &str| world.site.ids(&format!("ARTICLE.PAGE news 1 BY TIME SIZE 15 {filter}"));
    assert_eq!(browser.stories().await, ids("NONEOF 1 rust"));
    // The group's own page shows it, and so does the list of others.
    browser.open("/g/rust/new").await;
    assert_eq!(browser.stories().await, ids("ANYOF 1 rust"));
    stranger.open("/new").await;
    assert_eq!(stranger.count(".stories li").await, 30);
}
