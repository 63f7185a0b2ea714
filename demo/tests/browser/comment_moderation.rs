//! Hidden, deleted, edited, locked, and pinned comments.

use crate::talk::Talk;

#[tokio::test]
async fn a_user_edits_and_deletes_only_own_comments() {
    let (world, talk) = Talk::start();
    let id = talk.comment("ada", talk.story, "First");
    let answer = talk.comment("bob", id, "Answer");
    let browser = world.plain_reader("ada").await.at(&talk.path()).await;
    assert_eq!(browser.count(&format!("a[href='/c/{answer}/edit']")).await, 0);
    browser.click(&format!("a[href='/c/{id}/edit']")).await;
    browser.fill("textarea", " <i>improved</i>").await;
    browser.click("form.answer button").await;
    browser.wait_for_text(".alone .text", "First <i>improved</i>").await;
    assert_eq!(browser.text(".edited").await, "edited just now");
    browser.open(&format!("/c/{answer}/edit")).await;
    assert_eq!(browser.text("h1").await, "Not found");
    // Not even with a form for another comment.
    let scripted = world.reader("eve").await;
    for action in ["edit", "delete"] {
        scripted.open(&talk.path()).await;
        scripted
            .run(&format!(
                "const form = document.querySelector('#comments > form.answer');
                 form.className = '';
                 form.action = '/{action}';
                 form.elements.parent.name = 'id';
                 form.elements.id.value = {id};
                 form.elements.text.value = 'Stolen';
                 form.querySelector('button').click()"
            ))
            .await;
        scripted.wait_for_text(".message", "This comment is not yours.").await;
    }
    // The place of a deleted comment stays while it has answers.
    browser.open(&format!("/c/{id}/edit")).await;
    browser.delete().await;
    browser.wait_for_text("#comments h2", "1 comment").await;
    let place = format!("#comment-{id} > .head i");
    assert_eq!(browser.text(&place).await, "Deleted comment");
    assert_eq!(browser.text(&format!("#comment-{id} .text")).await, "Answer");
    browser.open(&format!("/c/{id}")).await;
    assert_eq!(browser.text(".alone .head").await, "Deleted comment");
    assert_eq!(browser.comments().await, [answer]);
}

#[tokio::test]
async fn the_moderator_hides_and_shows_comments() {
    let (world, talk) = Talk::start();
    let id = talk.comment("eve", talk.story, "Spam");
    let answer = talk.comment("bob", id, "Answer");
    let (moderator, reader) = (world.reader("moderator").await, world.reader("ada").await);
    moderator.open(&talk.path()).await;
    moderator.click(&format!("#comment-{id} .moderation summary")).await;
    moderator.click(&format!("#comment-{id} button[value=HIDE]")).await;
    let place = format!("#comment-{id} > .head i");
    moderator.wait_for_text(&place, "A moderator has hidden this comment").await;
    for view in [talk.path(), format!("/c/{id}")] {
        reader.open(&view).await;
        assert_eq!(reader.text(&place).await, "A moderator has hidden this comment");
        assert!(!reader.client.source().await.unwrap().contains("Spam"), "{view}");
        assert_eq!(reader.count(&format!("#comment-{answer} .text")).await, 1);
        assert_eq!(reader.count(".moderation").await, 0);
    }
    reader.open("/comments/hidden").await;
    assert_eq!(reader.text("h1").await, "Not allowed");
    // The moderator still sees the text, in a list and on the comment's page.
    moderator.open("/hidden").await;
    moderator.click("a[href='/comments/hidden']").await;
    moderator.wait_for_text(".stories .text", "Spam").await;
    moderator.click(".stories .age").await;
    moderator.wait_for_text(".alone .text", "Spam").await;
    moderator.click(".alone .moderation summary").await;
    moderator.click(".alone button[value=SHOW]").await;
    moderator.wait_for_none(".alone .flag").await;
    reader.open(&talk.path()).await;
    assert_eq!(reader.text(&format!("#comment-{id} .text")).await, "Spam");
}

#[tokio::test]
async fn pinned_comments_come_first_and_locked_ones_take_no_answers() {
    let (world, talk) = Talk::start();
    let first = talk.comment("eve", talk.story, "First");
    let second = talk.comment("eve", talk.story, "Second");
    world.site.run(&format!("ARTICLE.VOTE news bob {second}"));
    let moderator = world.reader("moderator").await.at(&talk.path()).await;
    assert_eq!(moderator.comments().await, [second, first]);
    for (action, opposite) in [("PIN", "UNPIN"), ("LOCK", "UNLOCK")] {
        moderator.click(&format!("#comment-{first} .moderation summary")).await;
        moderator.click(&format!("#comment-{first} button[value={action}]")).await;
        moderator.element(&format!("#comment-{first} button[value={opposite}]")).await;
    }
    assert_eq!(moderator.comments().await, [first, second]);
    assert_eq!(moderator.count(&format!("#comment-{first} .reply")).await, 0);
    assert_eq!(moderator.count(&format!("#comment-{second} .reply")).await, 1);
    moderator.open(&format!("/c/{first}")).await;
    assert_eq!(moderator.text(".locked.message").await, "This comment takes no answers.");
}

#[tokio::test]
async fn comments_on_a_locked_hidden_or_deleted_story_stay() {
    let (world, talk) = Talk::start();
    let id = talk.comment("eve", talk.story, "First");
    world.site.run(&format!("ARTICLE.MODERATE news LOCK {}", talk.story));
    let browser = world.reader("ada").await;
    for view in [talk.path(), format!("/c/{id}")] {
        browser.open(&view).await;
        let message = "A moderator has locked this story: it takes no comments.";
        browser.wait_for_text(".message.locked", message).await;
        assert_eq!(browser.count("form.answer, .reply").await, 0, "{view}");
    }
    // Comments stay when their story goes.
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {}", talk.story));
    browser.open(&format!("/c/{id}")).await;
    assert_eq!(browser.text("h1").await, "Hidden");
    world.site.run(&format!("ARTICLE.DEL news {}", talk.story));
    browser.open(&format!("/c/{id}")).await;
    assert_eq!(browser.text(".alone .text").await, "First");
    assert_eq!(browser.count("form.answer, .reply").await, 0);
    browser.open("/comments").await;
    let line = format!("#comment-{id} .about");
    assert!(browser.text(&line).await.ends_with("on a deleted story"));
}
