use crate::talk::{Talk, now};
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
    for first in ["#story-1968", "#story-1938"] {
        browser.click("a.more").await;
        browser.element(first).await;
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
    browser.click(&format!("#comment-{id} .reply")).await;
    browser.wait_for_text(".alone .text", "First").await;
    browser.fill("form.answer textarea", "An answer").await;
    browser.click("form.answer button").await;
    browser.wait_for_text(".alone .text", "An answer").await;
    let answer: i64 = talk.entry(talk.story, "comments");
    assert_eq!(answer, 2);
    browser.click(&format!("a[href='/c/{id}']")).await;
    browser.wait_for_text(".alone .text", "First").await;
    browser.click(".title").await;
    browser.fill("form.answer textarea", "On the story").await;
    browser.click("form.answer button").await;
    browser.wait_for_text(".alone .text", "On the story").await;
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
    browser.click("a.more").await;
    browser.wait_for_none("a.more").await;
    // A thread shows up to 20 answers to each comment. The comment's own page has all.
    let parents = browser.count(&format!(".thread > .comment a[href='/c/{last}']")).await;
    assert_eq!((parents, browser.comments().await.len()), (11, 11));
    browser.click(".parent").await;
    browser.wait_for_text(".alone .text", "Last").await;
    assert_eq!(browser.comments().await.len(), 25);
    browser.open(&format!("{}/old", talk.path())).await;
    browser.click("a.more").await;
    browser.click(".first a").await;
    browser.wait_for_none(".first").await;
}
