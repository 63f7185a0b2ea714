use crate::world::World;

#[tokio::test]
async fn one_can_vote_without_scripts() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/new").await;
    // The script, which would replace this text, does not run.
    assert_eq!(browser.text("#rate").await, "live");
    let votes: i64 = world.site.entry("2000", "votes");
    browser.press_arrow("#story-2000 .up").await;
    assert_eq!(browser.text("#story-2000 .votes").await, (votes + 1).to_string());
    let url = browser.client.current_url().await.unwrap();
    assert_eq!((url.path(), url.fragment()), ("/new", Some("story-2000")));
    browser.click("#story-2000 .up").await;
    browser.element("#story-2000 .up[aria-pressed=false]").await;
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes);
}

#[tokio::test]
async fn one_can_hide_what_one_voted_on_without_scripts() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/new").await;
    browser.press_arrow("#story-2000 .up").await;
    // Without the fragment that scrolls the choice out of view.
    browser.open("/new").await;
    browser.click(".choice a").await;
    browser.wait_for_text(".choice", "Show what I voted on").await;
    assert_eq!(browser.stories().await[0], "1999");
    // A vote returns to the list with the same choice, and so does the next page.
    browser.click("#story-1999 .up").await;
    browser.wait_for_none("#story-1999").await;
    assert_eq!(browser.stories().await[0], "1998");
    browser.click("a.more").await;
    browser.element("#story-1968").await;
    browser.wait_for_text(".choice", "Show what I voted on").await;
}

#[tokio::test]
async fn one_can_ban_a_user_without_scripts() {
    let world = World::start();
    world.site.run("ARTICLE.VOTE news eve 2000");
    let votes: i64 = world.site.entry("2000", "votes");
    let browser = world.plain_reader("moderator").await;
    browser.ban("eve").await;
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes - 1);
}

#[tokio::test]
async fn the_more_link_leads_through_the_site_without_scripts() {
    let world = World::start();
    let browser = world.browser_without_scripts().await.at("/new").await;
    browser.element("#story-2000").await;
    browser.click("a.more").await;
    browser.element("#story-1970").await;
    assert_eq!(browser.count(".stories li").await, 30);
    browser.click("a.more").await;
    browser.element("#story-1940").await;
}
