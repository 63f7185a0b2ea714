//! What readers flag, and what moderators do.

use crate::talk::Talk;
use crate::world::World;

#[tokio::test]
async fn flags_lead_to_moderation_and_the_log_to_everybody() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("bob", talk.story, "Unkind words");
    let reader = world.browser_without_scripts().await;
    for user in ["ada", "eve"] {
        reader.log_in(user).await;
        reader.open(&talk.path()).await;
        reader.click(&format!("a[href='/flag/{comment}']")).await;
        reader.click(".fields button").await;
        reader.wait_for_text(".fields button", "Withdraw the flag").await;
    }
    reader.open(&format!("/flag/{}", talk.story)).await;
    reader.click(".fields button").await;
    reader.wait_for_text(".fields button", "Withdraw the flag").await;
    reader.open(&talk.path()).await;
    reader.wait_for_text(&format!("a[href='/flag/{}']", talk.story), "Flagged").await;
    reader.open("/flags").await;
    reader.wait_for_text("h1", "Not allowed").await;

    let moderator = world.plain_reader("moderator").await.at("/flags").await;
    moderator.wait_for_text(".log li:first-child .title", "Unkind words").await;
    moderator.wait_for_text(".log li:first-child .flag", "2 flags").await;
    moderator.click(&format!("#flagged-{comment} button[value=HIDE]")).await;
    moderator.wait_for_text(".log li:first-child .title", "Talk").await;
    moderator.click(&format!("#flagged-{} form:last-child button", talk.story)).await;
    moderator.wait_for_text(".empty", "Nothing is flagged.").await;
    world.site.run("ARTICLE.VOTE news eve 2000");
    let votes: i64 = world.site.entry("2000", "votes");
    moderator.ban("eve").await;
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes - 1);

    // Without a login, too.
    let visitor = world.browser_without_scripts().await.at("/moderations").await;
    let log = "return [...document.querySelectorAll('.log li')].map(
        (entry) => entry.innerText.replace(/ (just|\\d).*ago|just now/, '').trim())";
    let entries: Vec<String> = serde_json::from_value(visitor.run(log).await).unwrap();
    assert_eq!(
        entries,
        [
            "moderator banned eve Votes for money".to_owned(),
            "moderator dismissed the flags of Talk".to_owned(),
            format!("moderator removed comment {comment}"),
        ]
    );
}

#[tokio::test]
async fn a_withdrawn_flag_is_gone() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/flag/2000").await;
    browser.click(".fields button").await;
    browser.wait_for_text(".fields button", "Withdraw the flag").await;
    assert_eq!(world.site.redis::<i64>("ZSCORE flagged 2000"), 1);
    browser.click(".fields button").await;
    browser.wait_for_text(".fields button", "Flag").await;
    assert_eq!(world.site.redis::<i64>("EXISTS flagged flags:2000"), 0);
    // A banned user flags nothing.
    world.site.run("SADD banned ada");
    browser.click(".fields button").await;
    browser.wait_for_text(".message", "A moderator has banned this account.").await;
}

#[tokio::test]
async fn the_log_has_more_than_one_page() {
    let world = World::start();
    for id in 1..=60 {
        let entry = format!("XADD moderations * who moderator action PIN what {id}");
        world.site.run(&entry);
    }
    world.site.run("ARTICLE.DEL news 60");
    let browser = world.browser_without_scripts().await.at("/moderations").await;
    browser.wait_for_text(".log li:first-child .what", "60, which was deleted").await;
    assert_eq!(browser.count(".log li").await, 50);
    browser.click("a.more").await;
    let title: String = world.site.entry("10", "title");
    browser.wait_for_text(".log li:first-child .what", &title).await;
    assert_eq!(browser.count(".log li").await, 10);
    assert_eq!(browser.count("a.more").await, 0);
    browser.open("/moderations?before=x").await;
    browser.wait_for_text("h1", "Not possible").await;
}
