//! What readers flag, and what moderators do.

use crate::world::{Talk, World};

#[tokio::test]
async fn hiding_takes_a_story_out_of_the_site() {
    let world = World::start();
    let (moderator, reader) = (world.reader("moderator").await, world.browser().await);
    reader.open("/new").await;
    let id = reader.stories().await.swap_remove(0);
    moderator.open(&format!("/a/{id}")).await;
    moderator.click_for("button[value=HIDE]", "button[value=SHOW]").await;
    // It is marked while the reader looks.
    reader.wait_for_text(&format!("#story-{id} .gone .flag"), "hidden").await;
    reader.open(&format!("/a/{id}")).await;
    assert_eq!(reader.text("h1").await, "Hidden");
    // The moderator has a list of what is hidden.
    reader.open("/hidden").await;
    assert_eq!(reader.text("h1").await, "Not allowed");
    moderator.open("/hidden").await;
    assert_eq!(moderator.stories().await, [id.as_str()]);
    moderator.click(&format!("#story-{id} .age")).await;
    moderator.click_for("button[value=SHOW]", "button[value=HIDE]").await;
    reader.open("/new").await;
    assert_eq!(reader.stories().await[0], id);
}

#[tokio::test]
async fn pinning_boosting_and_locking_work() {
    let world = World::start();
    let moderator = world.reader("moderator").await.at("/").await;
    let id = moderator.stories().await.swap_remove(20);
    moderator.open(&format!("/a/{id}")).await;
    moderator.click_for("button[value=PIN]", "button[value=UNPIN]").await;
    moderator.click_for_text("button[value='3600']", ".boost", "boosted by 3600 s").await;
    assert_eq!(world.site.entry::<i64>(&id, "boost"), 3600);
    moderator.click_for("button[value=LOCK]", "button[value=UNLOCK]").await;
    assert_eq!(moderator.count("article.story .vote button").await, 0);
    moderator.open("/").await;
    assert_eq!(moderator.stories().await[0], id);
    assert_eq!(moderator.text(&format!("#story-{id} .pinned")).await, "pinned");
}

#[tokio::test]
async fn a_ban_withdraws_votes_and_prevents_further_ones() {
    let world = World::start();
    let (moderator, user) = (world.reader("moderator").await, world.reader("eve").await);
    let votes = |id: &str| world.site.entry::<i64>(id, "votes");
    let before = [votes("2000"), votes("1999")];
    let known = "https://example.com/known";
    world.site.run(&format!("ARTICLE.POST news bob Known {known}"));
    user.open("/new").await;
    user.press_arrow("#story-2000 .up").await;
    user.press_arrow("#story-1999 .down").await;
    assert_eq!([votes("2000"), votes("1999")], [before[0] + 1, before[1] - 1]);

    moderator.ban("eve").await;
    assert_eq!([votes("2000"), votes("1999")], before);
    user.open("/moderations").await;
    assert_eq!(user.text(".log q").await, "Votes for money");

    user.open("/new").await;
    user.click("#story-2000 .up").await;
    user.wait_for_text("#notice", "A moderator has banned this account.").await;
    // Neither a new link nor one that would become a vote.
    for link in ["https://example.com/new", known] {
        user.submit("A story", link).await;
        user.wait_for_text(".message", "A moderator has banned this account.").await;
    }
    assert_eq!(votes("2000"), before[0]);
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);

    moderator.click_for("button[name=ban][value=no]", ".moderation summary").await;
    user.open("/new").await;
    user.click("#story-2000 .up").await;
    user.wait_for_text("#story-2000 .votes", &(before[0] + 1).to_string()).await;
}

#[tokio::test]
async fn others_cannot_moderate() {
    let world = World::start();
    let browser = world.reader("ada").await;
    for view in ["/u/amber-otter", "/a/2000"] {
        browser.open(view).await;
        assert_eq!(browser.count(".moderation").await, 0, "{view}");
    }
    // Not even with a form of their own.
    browser
        .run(
            "const form = document.querySelector('form.vote');
             form.className = '';
             form.action = '/moderate';
             const button = form.querySelector('button');
             button.name = 'action';
             button.value = 'HIDE';
             button.click()",
        )
        .await;
    browser.wait_for_text("h1", "Not allowed").await;
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[tokio::test]
async fn flags_lead_to_moderation_and_the_log_to_everybody() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("bob", talk.story, "Unkind words");
    let reader = world.browser_without_scripts().await;
    for user in ["ada", "eve"] {
        reader.log_in(user).await;
        reader.open(&talk.path()).await;
        reader.click(&format!("a[href='/flag/{comment}']")).await;
        reader.click_for_text(".fields button", ".fields button", "Withdraw the flag").await;
    }
    reader.open(&format!("/flag/{}", talk.story)).await;
    reader.click_for_text(".fields button", ".fields button", "Withdraw the flag").await;
    reader.open(&talk.path()).await;
    reader.wait_for_text(&format!("a[href='/flag/{}']", talk.story), "Flagged").await;
    reader.open_for_text("/flags", "h1", "Not allowed").await;

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
    let text = "innerText.replace(/ (just|\\d).*ago|just now/, '').trim()";
    let entries: Vec<String> = visitor.each(".log li", text).await;
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
    browser.click_for_text(".fields button", ".fields button", "Withdraw the flag").await;
    assert_eq!(world.site.redis::<i64>("ZSCORE flagged 2000"), 1);
    browser.click_for_text(".fields button", ".fields button", "Flag").await;
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
    browser.open_for_text("/moderations?before=x", "h1", "Not possible").await;
}
