//! What readers want to know about themselves: who answered them, and what they voted for.

use crate::talk::Talk;

#[tokio::test]
async fn answers_are_counted_until_they_are_seen() {
    let (world, talk) = Talk::start();
    // The story is bob's.
    let browser = world.reader("bob").await;
    assert_eq!(browser.count(".me .count").await, 0);
    let first = talk.comment("eve", talk.story, "An answer to the story");
    let own = talk.comment("bob", first, "Bob's own comment");
    let second = talk.comment("ada", own, "An answer to the comment");
    browser.open("/").await;
    assert_eq!(browser.text(".me .count").await, "2");
    browser.open("/answers").await;
    assert_eq!(browser.text("h1").await, "Answers to you");
    let shown = browser.stories().await;
    assert_eq!(shown, [second.to_string(), first.to_string()]);
    assert_eq!(browser.text(&format!("#comment-{first} .title")).await, "Talk");
    browser.open("/").await;
    assert_eq!(browser.count(".me .count").await, 0);
    // Others have none, and visitors are asked who they are.
    browser.log_in("eve").await;
    browser.open("/answers").await;
    assert_eq!(browser.stories().await, [own.to_string()]);
    world.browser().await.at("/answers").await.element("form[action='/login']").await;
}

#[tokio::test]
async fn what_one_voted_for_has_a_page_and_keys_work() {
    let (world, talk) = Talk::start();
    let comment = talk.comment("eve", talk.story, "A good answer");
    let browser = world.reader("ada").await.at("/new").await;
    browser.press_arrow("#story-2000 .up").await;
    browser.press_arrow("#story-1999 .down").await;
    browser.open(&talk.path()).await;
    browser.press_arrow(&format!("#comment-{comment} .up")).await;
    browser.open("/voted").await;
    assert_eq!(browser.stories().await, [comment.to_string(), "2000".to_owned()]);
    browser.element("#story-2000 .up[aria-pressed=true]").await;
    // Keys lead from story to story, and send forms.
    browser.open("/new").await;
    let key = |name: &str, control: bool| {
        format!(
            "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', \
             {{ key: '{name}', ctrlKey: {control}, bubbles: true, cancelable: true }}))"
        )
    };
    let here = "return document.activeElement.closest('li')?.dataset.id ?? ''";
    let newest = talk.story.to_string();
    for (name, id) in [("j", &*newest), ("j", "2000"), ("j", "1999"), ("k", "2000")] {
        browser.run(&key(name, false)).await;
        assert_eq!(browser.run(here).await, id, "{name}");
    }
    browser.open("/a/2000").await;
    browser.fill("form.answer textarea", "Sent with a key").await;
    browser.run("document.querySelector('form.answer textarea').focus()").await;
    browser.run(&key("Enter", true)).await;
    browser.wait_for_text("article.comment .text", "Sent with a key").await;
}

#[tokio::test]
async fn comments_of_the_poster_are_marked_and_lead_to_their_parents() {
    let (world, talk) = Talk::start();
    let question = talk.comment("eve", talk.story, "A question");
    let answer = talk.comment("bob", question, "An answer");
    let browser = world.browser().await.at(&talk.path()).await;
    assert_eq!(browser.count(&format!("#comment-{question} > .head abbr")).await, 0);
    assert_eq!(browser.text(&format!("#comment-{answer} > .head abbr")).await, "OP");
    assert_eq!(browser.count(&format!("#comment-{question} > .head a.parent")).await, 0);
    let parent = browser.attribute(&format!("#comment-{answer} > .head a.parent"), "href").await;
    assert_eq!(parent, Some(format!("#comment-{question}")));
    browser.click("#fold-all").await;
    browser
        .wait_until(
            "return !document.querySelector('#comments .thread > .comment > details[open]')",
        )
        .await;
    browser.click("#fold-all").await;
    browser
        .wait_until(
            "return !!document.querySelector('#comments .thread > .comment > details[open]')",
        )
        .await;
}
