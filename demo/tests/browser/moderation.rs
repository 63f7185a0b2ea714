use crate::world::run;

#[test]
fn hiding_takes_a_story_out_of_the_site() {
    run(|world| async move {
        let (moderator, reader) = (world.browser().await, world.browser().await);
        moderator.log_in("moderator").await;
        reader.open("/new").await;
        let id = reader.stories().await.swap_remove(0);
        moderator.open(&format!("/a/{id}")).await;
        moderator.click("button[value=HIDE]").await;
        moderator.element("button[value=SHOW]").await;
        // It disappears while the reader looks.
        reader.wait_until(&format!("return document.getElementById('story-{id}') === null")).await;
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
    });
}

#[test]
fn pinning_boosting_and_locking_work() {
    run(|world| async move {
        let moderator = world.browser().await;
        moderator.log_in("moderator").await;
        moderator.open("/ranked").await;
        let id = moderator.stories().await.swap_remove(20);
        moderator.open(&format!("/a/{id}")).await;
        moderator.click("button[value=PIN]").await;
        moderator.element("button[value=UNPIN]").await;
        moderator.click("button[value='3600']").await;
        moderator.element(".facts div:nth-child(5)").await;
        assert_eq!(world.site.entry::<i64>(&id, "boost"), 3600);
        moderator.click("button[value=LOCK]").await;
        moderator.element("button[value=UNLOCK]").await;
        assert_eq!(moderator.count(".vote .up").await, 0);
        for view in ["/", "/active", "/ranked"] {
            moderator.open(view).await;
            assert_eq!(moderator.stories().await[0], id, "{view}");
            assert_eq!(moderator.text(&format!("#story-{id} .pinned")).await, "pinned");
        }
    });
}

#[test]
fn others_cannot_moderate() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        browser.open("/a/2000").await;
        assert_eq!(browser.count(".moderation").await, 0);
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
    });
}
