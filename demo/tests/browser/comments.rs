//! Comments: posted, refused, changed, moderated, listed, and answered.

use crate::browser::Browser;
use crate::world::Talk;

const FORM: &str = "#comments > form.answer";

async fn value(browser: &Browser, selector: &str) -> String {
    browser.read(&format!("return document.querySelector('{selector}').value")).await
}

#[tokio::test]
async fn refused_comments_keep_their_text() {
    let (world, talk) = Talk::start();
    let (scripted, plain) = (world.reader("ada").await, world.plain_reader("bob").await);
    let story = talk.story;
    let locked = "A moderator has locked this: it takes no comments.";
    for (first, message, last) in [
        ("MODERATE news LOCK", locked, "MODERATE news UNLOCK"),
        ("MODERATE news HIDE", "A moderator has hidden this.", "MODERATE news SHOW"),
        ("DEL news", "This does not exist any more.", ""),
    ] {
        scripted.open(&talk.path()).await;
        plain.open(&talk.path()).await;
        world.site.run(&format!("ARTICLE.{first} {story}"));
        scripted.comment("Not lost").await;
        scripted.wait_for_text("#notice", message).await;
        assert_eq!(value(&scripted, &format!("{FORM} textarea")).await, "Not lost");
        plain.comment("Not <b>lost</b>").await;
        plain.wait_for_text(".message", message).await;
        assert_eq!(plain.text("textarea").await, "Not <b>lost</b>");
        if !last.is_empty() {
            world.site.run(&format!("ARTICLE.{last} {story}"));
            // The same form works once the reason is gone.
            plain.click_for_text("form.answer button", ".alone .text", "Not <b>lost</b>").await;
        }
    }
}

#[tokio::test]
async fn empty_long_and_deep_comments_are_refused() {
    let (world, talk) = Talk::start();
    let mut deepest = talk.story;
    for _ in 0..255 {
        deepest = talk.comment("bob", deepest, "Deeper");
    }
    let browser = world.plain_reader("ada").await.at(&format!("/c/{deepest}")).await;
    browser.comment("Too deep").await;
    browser.wait_for_text(".message", "Comments can be nested at most 255 deep.").await;
    assert_eq!(browser.text("textarea").await, "Too deep");

    // The script of the test can change the page, although the page's own cannot run.
    let browser = world.reader("ada").await;
    for (script, message) in [
        ("' \\n\\u200b'", "A comment cannot be empty."),
        ("'x'.repeat(2001)", "A comment can have up to 2000 characters."),
    ] {
        browser.open(&talk.path()).await;
        browser
            .run(&format!(
                "const text = document.querySelector('{FORM} textarea');
                 text.removeAttribute('maxlength');
                 text.value = {script}"
            ))
            .await;
        let typed = value(&browser, &format!("{FORM} textarea")).await;
        browser.click_for_text(&format!("{FORM} button"), "#notice", message).await;
        assert_eq!(value(&browser, &format!("{FORM} textarea")).await, typed);
    }
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 255);
}

#[tokio::test]
async fn banned_and_logged_out_users_keep_their_text() {
    let (world, talk) = Talk::start();
    for browser in [world.browser().await, world.browser_without_scripts().await] {
        browser.log_in("eve").await;
        browser.open(&talk.path()).await;
        world.site.run("SADD banned eve");
        browser.comment("Not lost").await;
        let message = "#notice:not([hidden]), .message";
        browser.wait_for_text(message, "A moderator has banned this account.").await;
        assert_eq!(value(&browser, "textarea").await, "Not lost");
        world.site.run("DEL banned");

        browser.open(&talk.path()).await;
        world.site.end_sessions();
        browser.comment("Not lost").await;
        browser.wait_for_text(message, "Please log in first.").await;
        assert_eq!(value(&browser, "textarea").await, "Not lost");
    }
    assert_eq!(talk.entry::<i64>(talk.story, "comments"), 0);
}

#[tokio::test]
async fn visitors_are_asked_to_log_in_to_comment() {
    let (world, talk) = Talk::start();
    let id = talk.comment("bob", talk.story, "First");
    let browser = world.browser().await.at(&talk.path()).await;
    assert_eq!(browser.count("form.answer").await, 0);
    browser.click(&format!("#comment-{id} .reply")).await;
    browser.fill("input[name=name]", "carol").await;
    browser.click_for_text(".fields button", ".alone .text", "First").await;
    browser.element("#comments > form.answer").await;
}

#[tokio::test]
async fn a_user_edits_and_deletes_only_own_comments() {
    let (world, talk) = Talk::start();
    let id = talk.comment("ada", talk.story, "First");
    let answer = talk.comment("bob", id, "Answer");
    let browser = world.plain_reader("ada").await.at(&talk.path()).await;
    assert_eq!(browser.count(&format!("a[href='/c/{answer}/edit']")).await, 0);
    browser.click(&format!("a[href='/c/{id}/edit']")).await;
    browser.fill("textarea", " <i>improved</i>").await;
    browser.click_for_text("form.answer button", ".alone .text", "First <i>improved</i>").await;
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
    moderator.click_for_text("a[href='/comments/hidden']", ".stories .text", "Spam").await;
    moderator.click_for_text(".stories .age", ".alone .text", "Spam").await;
    moderator.click(".alone .moderation summary").await;
    moderator.click_away(".alone button[value=SHOW]", ".alone .flag").await;
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

#[tokio::test]
async fn comments_have_pages() {
    let (world, talk) = Talk::start();
    let first = talk.comment("eve", talk.story, "First");
    let browser = world.reader("ada").await.at("/comments").await;
    browser.wait_for_text(".stories li:first-child .text", "First").await;
    assert_eq!(browser.text(".stories li:first-child .title").await, "Talk");
    // One can vote here, and what is new is announced.
    browser.click(&format!("#comment-{first} .up")).await;
    browser.wait_for_text(&format!("#comment-{first} .votes"), "2").await;
    let second = talk.comment("eve", first, "Second");
    browser.wait_for_text("#arrivals", "1 new comment").await;
    browser.click_for_text("#arrivals", ".stories li:first-child .text", "Second").await;
    browser.click_for_text(&format!("#comment-{second} .age"), ".alone .text", "Second").await;
    let (name, total) = ("amber-otter", 8);
    let totals: [(String, i64); 5] = world.site.redis("ARTICLE.USER news amber-otter");
    assert!(totals[2].1 > total);
    browser.open(&format!("/u/{name}")).await;
    browser.click_for_text(".totals a", "h1", "Comments of amber-otter").await;
    browser.scroll_until("document.querySelector('a.more') === null").await;
    let ids = world.site.ids("ARTICLE.COMMENTS news 1 FROM 1 amber-otter SIZE 1000");
    assert_eq!(ids.len() as i64, totals[2].1);
    assert_eq!(browser.stories().await, ids);
}

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
    let press = "const [key, ctrlKey] = KEY;
        const event = { key, ctrlKey, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', event))";
    let here = "return document.activeElement.closest('li')?.dataset.id ?? ''";
    let newest = talk.story.to_string();
    for (name, id) in [("j", &*newest), ("j", "2000"), ("j", "1999"), ("k", "2000")] {
        browser.run(&press.replace("KEY", &format!("['{name}', false]"))).await;
        assert_eq!(browser.run(here).await, id, "{name}");
    }
    browser.open("/a/2000").await;
    browser.fill("form.answer textarea", "Sent with a key").await;
    browser.run("document.querySelector('form.answer textarea').focus()").await;
    browser.run(&press.replace("KEY", "['Enter', true]")).await;
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
    let open = "#comments .thread > .comment > details[open]";
    browser.click_away("#fold-all", open).await;
    browser.click_for("#fold-all", open).await;
}
