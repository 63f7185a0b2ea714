//! Votes, and the site without scripts.

use crate::world::{Talk, World, now};

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
        one.click_for_text(arrow, &number, &(votes + change).to_string()).await;
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
    browser.click_for_text("#late .up", "#notice[role=alert]", "Voting on this has closed.").await;
}

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
    browser.click_for("#story-2000 .up", "#story-2000 .up[aria-pressed=false]").await;
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes);
}

#[tokio::test]
async fn one_can_hide_what_one_voted_on_without_scripts() {
    let world = World::start();
    let browser = world.plain_reader("ada").await.at("/new").await;
    browser.press_arrow("#story-2000 .up").await;
    // Without the fragment that scrolls the choice out of view.
    browser.open("/new").await;
    browser.click_for_text(".choice a", ".choice", "Show what I voted on").await;
    assert_eq!(browser.stories().await[0], "1999");
    // A vote returns to the list with the same choice, and so does the next page.
    browser.click_away("#story-1999 .up", "#story-1999").await;
    assert_eq!(browser.stories().await[0], "1998");
    for first in ["#story-1968", "#story-1938"] {
        browser.click_for("a.more", first).await;
        browser.wait_for_text(".choice", "Show what I voted on").await;
        assert_eq!(browser.count(".stories li").await, 30);
    }
}

#[tokio::test]
async fn one_can_comment_vote_and_answer_without_scripts() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let browser = world.plain_reader("ada").await.at(&talk.path()).await;
    browser.press_arrow(&format!("#comment-{id} .up")).await;
    let url = browser.client.current_url().await.unwrap();
    let fragment = format!("comment-{id}");
    assert_eq!((url.path(), url.fragment()), (talk.path().as_str(), Some(&*fragment)));
    assert_eq!(talk.entry::<i64>(id, "votes"), 2);
    // The link leads to the comment's own page, which has a form.
    browser.click_for_text(&format!("#comment-{id} .reply"), ".alone .text", "First").await;
    browser.fill("form.answer textarea", "An answer").await;
    browser.click_for_text("form.answer button", ".alone .text", "An answer").await;
    let answer: i64 = talk.entry(talk.story, "comments");
    assert_eq!(answer, 2);
    browser.click_for_text(&format!("a[href='/c/{id}']"), ".alone .text", "First").await;
    browser.click(".title").await;
    browser.fill("form.answer textarea", "On the story").await;
    browser.click_for_text("form.answer button", ".alone .text", "On the story").await;
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 3);
    // What is new stays marked after a vote.
    let id = talk.comment_of_age(50, "bob", talk.story, "New");
    let visit = format!("SET visited:ada:{} {}", talk.story, now() - 100);
    world.site.run(&visit);
    browser.open(&talk.path()).await;
    browser.press_arrow(&format!("#comment-{id}.new .up")).await;
}

#[tokio::test]
async fn more_comments_are_on_the_next_page_without_scripts() {
    let (world, talk) = Talk::start();
    // The first page ends among the answers to the last comment.
    for _ in 0..40 {
        talk.comment_of_age(100, "bob", talk.story, "Other");
    }
    let last = talk.comment_of_age(99, "bob", talk.story, "Last");
    for _ in 0..25 {
        talk.comment("eve", last, "Answer");
    }
    let browser = world.browser_without_scripts().await;
    browser.open(&format!("{}/old", talk.path())).await;
    assert_eq!(browser.comments().await.len(), 50);
    browser.wait_for_text(".rest", "16 more answers").await;
    browser.click_away("a.more", "a.more").await;
    // A thread shows up to 20 answers to each comment. The comment's own page has all.
    let parents = browser.count(&format!(".thread > .comment a[href='/c/{last}']")).await;
    assert_eq!((parents, browser.comments().await.len()), (11, 11));
    browser.click_for_text(".parent", ".alone .text", "Last").await;
    assert_eq!(browser.comments().await.len(), 25);
    browser.open(&format!("{}/old", talk.path())).await;
    browser.click("a.more").await;
    browser.click_away(".first a", ".first").await;
}
