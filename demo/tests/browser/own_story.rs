use crate::talk::{Talk, now};
use crate::world::World;

#[tokio::test]
async fn one_can_change_and_delete_ones_own_story() {
    let world = World::start();
    let browser = world.plain_reader("bob").await;
    let talk = Talk::new(&world.site);
    browser.open(&talk.path()).await;
    browser.click("a.edit").await;
    assert_eq!(browser.attribute("[name=title]", "value").await.as_deref(), Some("Talk"));
    browser.fill("[name=title]", " and more").await;
    browser.fill("[name=text]", "A text").await;
    browser.send().await;
    browser.wait_for_text(".title", "Talk and more").await;
    assert_eq!(browser.text(".text").await, "A text");
    assert_eq!(browser.text(".edited").await, "edited just now");

    browser.click("a.edit").await;
    browser.delete().await;
    browser.element("#story-2000").await;
    browser.open(&talk.path()).await;
    browser.wait_for_text("h1", "Not found").await;
    // After a login that was over, nothing is deleted.
    let talk = Talk::new(&world.site);
    let id = talk.comment("bob", talk.story, "First");
    browser.open(&format!("/c/{id}/edit")).await;
    world.site.end_sessions();
    browser.delete().await;
    browser.wait_for_text("h1", "Log in").await;
    assert_eq!(talk.entry::<String>(id, "text"), "First");
}

#[tokio::test]
async fn others_and_those_who_are_late_cannot_change_a_story() {
    let world = World::start();
    let browser = world.plain_reader("bob").await;
    let talk = Talk::new(&world.site);
    let edit = format!("{}/edit", talk.path());
    // A story with comments stays.
    browser.open(&edit).await;
    talk.comment("eve", talk.story, "First");
    browser.delete().await;
    browser.wait_for_text(".message", "A story with comments cannot be deleted.").await;
    // The form of a story that is no longer young keeps the text.
    let old: i64 = world.site.redis(&format!(
        "ARTICLE.POST news bob Old https://example.com/old TIME {}",
        now() - 3700
    ));
    browser.open(&format!("/a/{old}")).await;
    assert_eq!(browser.count("a.edit").await, 0);
    browser.open(&format!("/a/{old}/edit")).await;
    browser.fill("[name=text]", "Too late").await;
    browser.send().await;
    let message = "A story can be changed for an hour. This one is older.";
    browser.wait_for_text(".message", message).await;
    assert_eq!(browser.text("textarea").await, "Too late");

    browser.log_in("eve").await;
    browser.open(&talk.path()).await;
    assert_eq!(browser.count("a.edit").await, 0);
    browser.open(&edit).await;
    browser.wait_for_text("h1", "Not found").await;
}

#[tokio::test]
async fn a_story_without_a_link_keeps_a_text() {
    let world = World::start();
    let browser = world.plain_reader("ada").await;
    browser.submit("A text", "").await;
    browser.wait_for_text("h1 .title", "A text").await;
    let id = browser.path().await.replace("/a/", "");
    browser.click("a.edit").await;
    browser.element("textarea").await.clear().await.unwrap();
    browser.send().await;
    browser.wait_for_text(".message", "A story needs a link or a text.").await;
    assert_eq!(world.site.entry::<String>(&id, "text"), "Its text");
}
