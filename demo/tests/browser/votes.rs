use crate::world::World;

#[tokio::test]
async fn votes_count_and_can_be_changed() {
    let world = World::start();
    let (one, other) = (world.reader("ada").await, world.reader("bob").await);
    one.open("/new").await;
    other.open("/new").await;
    let id = one.stories().await.swap_remove(0);
    let votes: i64 = world.site.entry(&id, "votes");

    let up = format!("#story-{id} .up");
    tokio::join!(one.click(&up), other.click(&up));
    // Both see both votes, without a reload.
    let number = format!("#story-{id} .votes");
    for browser in [&one, &other] {
        browser.wait_for_text(&number, &(votes + 2).to_string()).await;
        assert_eq!(browser.attribute(&up, "aria-pressed").await.as_deref(), Some("true"));
    }
    assert_eq!(world.site.redis::<Vec<i64>>(&format!("ARTICLE.VOTES news ada {id}")), [1]);
    // A vote can be changed and withdrawn.
    one.run("window.notReloaded = true").await;
    let id = one.stories().await.swap_remove(3);
    let votes: i64 = world.site.entry(&id, "votes");
    let (up, down) = (format!("#story-{id} .up"), format!("#story-{id} .down"));
    let number = format!("#story-{id} .votes");
    for (arrow, change) in [(&up, 1), (&down, -1), (&down, 0), (&up, 1), (&up, 0)] {
        one.click(arrow).await;
        one.wait_for_text(&number, &(votes + change).to_string()).await;
        assert_eq!(world.site.entry::<i64>(&id, "votes"), votes + change);
    }
    assert_eq!(one.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn the_counter_shows_votes_per_second() {
    let world = World::start();
    let browser = world.browser().await.at("/").await;
    browser.wait_for_text("#rate", "0 votes/s").await;
    let mut voter = 0;
    while !browser
        .run("return /^[1-9][0-9]* votes/.test(document.querySelector('#rate').textContent)")
        .await
        .as_bool()
        .unwrap()
    {
        world.site.run(&format!("ARTICLE.VOTE news fan-{voter} 2000"));
        voter += 1;
    }
}

#[tokio::test]
async fn a_refused_vote_shows_the_reason() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/new").await;
    let id = browser.stories().await.swap_remove(0);
    world.site.run(&format!("ARTICLE.MODERATE news LOCK {id}"));
    // The arrows of the story itself are disabled by now.
    browser
        .run(&format!(
            "const form = document.querySelector('li:last-child form.vote').cloneNode(true);
         form.querySelector('[name=id]').value = {id};
         const box = document.createElement('div');
         box.id = 'late';
         box.append(form);
         // Above the list, which grows.
         document.querySelector('#content').prepend(box)"
        ))
        .await;
    browser.click("#late .up").await;
    browser.wait_for_text("#notice", "Voting on this has closed.").await;
}
