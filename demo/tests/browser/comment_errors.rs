//! What the site says to comments that it cannot post. The text is never lost.

use crate::browser::Browser;
use crate::talk::Talk;

const FORM: &str = "#comments > form.answer";

async fn send(browser: &Browser, text: &str) {
    browser.fill(&format!("{FORM} textarea"), text).await;
    browser.click(&format!("{FORM} button")).await;
}

async fn value(browser: &Browser, selector: &str) -> String {
    let value = browser.run(&format!("return document.querySelector('{selector}').value")).await;
    value.as_str().unwrap().to_owned()
}

#[tokio::test]
async fn refused_comments_keep_their_text() {
    let (world, talk) = Talk::start();
    let (scripted, plain) = (world.reader("ada").await, world.plain_reader("bob").await);
    let story = talk.story;
    let locked = "A moderator has locked this: it takes no comments.";
    for (first, message, last) in [
        ("ARTICLE.MODERATE news LOCK", locked, "ARTICLE.MODERATE news UNLOCK"),
        (
            "ARTICLE.MODERATE news HIDE",
            "A moderator has hidden this.",
            "ARTICLE.MODERATE news SHOW",
        ),
        ("ARTICLE.DEL news", "This does not exist any more.", ""),
    ] {
        scripted.open(&talk.path()).await;
        plain.open(&talk.path()).await;
        world.site.run(&format!("{first} {story}"));
        send(&scripted, "Not lost").await;
        scripted.wait_for_text("#notice", message).await;
        assert_eq!(value(&scripted, &format!("{FORM} textarea")).await, "Not lost");
        send(&plain, "Not <b>lost</b>").await;
        plain.wait_for_text(".message", message).await;
        assert_eq!(plain.text("textarea").await, "Not <b>lost</b>");
        if !last.is_empty() {
            world.site.run(&format!("{last} {story}"));
            // The same form works once the reason is gone.
            plain.click("form.answer button").await;
            plain.wait_for_text(".alone .text", "Not <b>lost</b>").await;
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
    send(&browser, "Too deep").await;
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
        browser.click(&format!("{FORM} button")).await;
        browser.wait_for_text("#notice", message).await;
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
        send(&browser, "Not lost").await;
        let message = "#notice:not([hidden]), .message";
        browser.wait_for_text(message, "A moderator has banned this account.").await;
        assert_eq!(value(&browser, "textarea").await, "Not lost");
        world.site.run("DEL banned");

        browser.open(&talk.path()).await;
        world.site.end_sessions();
        send(&browser, "Not lost").await;
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
    browser.click(".fields button").await;
    browser.wait_for_text(".alone .text", "First").await;
    browser.element("#comments > form.answer").await;
}
