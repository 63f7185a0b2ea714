//! Threads that one looks at while others write.

use crate::talk::Talk;

#[tokio::test]
async fn new_comments_are_announced_and_shown() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    let second = talk.comment("eve", first, "Second");
    let third = talk.comment("bob", second, "Third");
    browser.wait_for_text("#arrivals", "2 new comments").await;
    browser.wait_for_text("#comments h2", "3 comments").await;
    // Nothing has moved yet.
    assert_eq!(browser.comments().await, [first]);
    browser.click("#arrivals").await;
    let nested = format!("#comment-{first} #comment-{second} #comment-{third} .text");
    browser.wait_for_text(&nested, "Third").await;
    assert_eq!(browser.count(".comment.new .mark").await, 2);
    browser.wait_until("return document.getElementById('arrivals').hidden").await;
    // They take votes and answers, and are live.
    browser.click(&format!("#comment-{third} .up")).await;
    browser.wait_for_text(&format!("#comment-{third} .votes"), "2").await;
    browser.wait_until_live().await;
    world.site.run(&format!("ARTICLE.VOTE news carol {third} DOWN"));
    browser.wait_for_text(&format!("#comment-{third} .votes"), "1").await;
    // One's own answer is shown at once, not announced.
    browser.click(&format!("#comment-{third} .reply")).await;
    browser.fill(&format!("#comment-{third} textarea"), "Fourth").await;
    browser.click(&format!("#comment-{third} form.answer button")).await;
    browser.wait_for_text(&format!("#comment-{third} .answers .text"), "Fourth").await;
    browser.wait_for_text("#comments h2", "4 comments").await;
    browser.wait_until("return document.getElementById('arrivals').hidden").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn what_is_shown_of_comments_changes_in_place() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let answer = talk.comment("eve", first, "Second");
    let browser = world.browser().await.live_at(&talk.path()).await;
    world.site.run(&format!("ARTICLE.VOTE news carol {first}"));
    world.site.run(&format!("ARTICLE.VOTE news carol {}", talk.story));
    browser.wait_for_text(&format!("#comment-{first} .votes"), "2").await;
    browser.wait_for_text("[data-fact=upvotes]", "2").await;
    assert_eq!(browser.text(&format!("#comment-{answer} .votes")).await, "1");
    // The mark is the comment's own, and the answer stays.
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {first}"));
    let comment = format!("#comment-{first}:has(> .head > .gone)");
    browser.wait_for_text(&format!("{comment} > .head .flag"), "hidden").await;
    let text = browser.element(&format!("{comment} > details > .text")).await;
    assert!(!text.is_displayed().await.unwrap());
    let below = browser.element(&format!("#comment-{answer} .text")).await;
    assert!(below.is_displayed().await.unwrap());
    world.site.run(&format!("ARTICLE.MODERATE news SHOW {first}"));
    browser.wait_for_none(&format!("#comment-{first} .gone")).await;
    assert!(text.is_displayed().await.unwrap());
    world.site.run(&format!("ARTICLE.DEL news {answer}"));
    browser.wait_for_text(&format!("#comment-{answer} .gone .flag"), "deleted").await;
    let folded = format!("#comment-{first} > .head .folded");
    browser.wait_for_text(&folded, "0 answers").await;
    let command = format!("ARTICLE.EDIT news {first} TEXT Second FIELDS 1 edited 5");
    world.site.run(&command);
    browser.wait_for_text(&format!("#comment-{first} .text"), "Second").await;
    world.site.run(&format!("ARTICLE.BOOST news {} 99999999", talk.story));
    let rank = "document.querySelector('[data-fact=rank]').textContent";
    browser.wait_until(&format!("return {rank}.startsWith('1st of ')")).await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[tokio::test]
async fn a_comment_page_announces_answers_to_it_only() {
    let (world, talk) = Talk::start();
    let first = talk.comment("bob", talk.story, "First");
    let browser = world.browser().await.live_at(&format!("/c/{first}")).await;
    talk.comment("eve", talk.story, "Elsewhere");
    let answer = talk.comment("eve", first, "Here");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    browser.click("#arrivals").await;
    browser.wait_for_text(&format!("#comment-{answer} .text"), "Here").await;
    assert_eq!(browser.comments().await, [answer]);
    assert_eq!(browser.count(".empty").await, 0);
}

#[tokio::test]
async fn what_one_reads_does_not_move() {
    let (world, talk) = Talk::start();
    for place in 0..30 {
        talk.comment_of_age(100 - place, "bob", talk.story, "A text of some words");
    }
    let browser = world.browser().await;
    browser.open_live(&format!("{}/old", talk.path())).await;
    let read = *browser.comments().await.last().unwrap();
    browser.run(&format!("document.getElementById('comment-{read}').scrollIntoView()")).await;
    let top = format!("return document.getElementById('comment-{read}').offsetTop");
    let before = browser.run(&top).await;
    talk.comment("eve", browser.comments().await[0], "Above");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    assert_eq!(browser.run(&top).await, before);
}

#[tokio::test]
async fn an_open_page_follows_the_readers_choices() {
    let (world, talk) = Talk::start();
    talk.comment("eve", talk.story, "Who has posted can be blocked");
    let browser = world.reader("ada").await.live_at(&talk.path()).await;
    let page = browser.client.window().await.unwrap();
    let other = browser.client.new_window(true).await.unwrap();
    browser.client.switch_to_window(other.handle).await.unwrap();
    browser.open("/u/eve").await;
    browser.click("form.block button").await;
    browser.wait_for_text("form.block button", "Blocked").await;
    browser.client.switch_to_window(page).await.unwrap();
    browser.wait_until_live().await;
    talk.comment("eve", talk.story, "Not announced");
    talk.comment("bob", talk.story, "Announced");
    browser.wait_for_text("#arrivals", "1 new comment").await;
}
