use crate::world::World;

#[tokio::test]
async fn hiding_takes_a_story_out_of_the_site() {
    let world = World::start();
    let (moderator, reader) = (world.reader("moderator").await, world.browser().await);
    reader.open("/new").await;
    let id = reader.stories().await.swap_remove(0);
    moderator.open(&format!("/a/{id}")).await;
    moderator.click("button[value=HIDE]").await;
    moderator.element("button[value=SHOW]").await;
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
    moderator.click("button[value=SHOW]").await;
    moderator.element("button[value=HIDE]").await;
    reader.open("/new").await;
    assert_eq!(reader.stories().await[0], id);
}

#[tokio::test]
async fn pinning_boosting_and_locking_work() {
    let world = World::start();
    let moderator = world.reader("moderator").await.at("/").await;
    let id = moderator.stories().await.swap_remove(20);
    moderator.open(&format!("/a/{id}")).await;
    moderator.click("button[value=PIN]").await;
    moderator.element("button[value=UNPIN]").await;
    moderator.click("button[value='3600']").await;
    moderator.wait_for_text(".boost", "boosted by 3600 s").await;
    assert_eq!(world.site.entry::<i64>(&id, "boost"), 3600);
    moderator.click("button[value=LOCK]").await;
    moderator.element("button[value=UNLOCK]").await;
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

    moderator.click("button[name=ban][value=no]").await;
    moderator.element(".moderation summary").await;
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
