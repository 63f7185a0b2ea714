//! Forms that are sent twice, and limits.

use crate::talk::Talk;
use crate::world::run;

/// Sends the page's form twice, and returns where the responses lead.
const TWICE: &str = "const form = document.querySelector(SELECTOR);
    const body = new URLSearchParams(new FormData(form));
    const send = async () => (await fetch(form.action, { method: 'POST', body })).url;
    return Promise.all([send(), send()])";

#[test]
fn a_story_that_is_sent_twice_is_posted_once() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        browser.open("/submit").await;
        browser.fill("[name=title]", "Once").await;
        let urls = browser.run(&TWICE.replace("SELECTOR", "'form.fields'")).await;
        assert_eq!(urls[0], urls[1]);
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);
        // A changed form is another story, and so is the same title in a new form.
        browser.fill("[name=title]", " upon a time").await;
        browser.click(".fields > button").await;
        browser.wait_for_text(".title", "Once upon a time").await;
        browser.open("/submit").await;
        browser.fill("[name=title]", "Once").await;
        browser.click(".fields > button").await;
        browser.wait_for_text(".title", "Once").await;
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2003);
    });
}

#[test]
fn a_comment_that_is_sent_twice_is_posted_once() {
    run(|world| async move {
        let talk = Talk::new(&world.site);
        let browser = world.browser().await;
        browser.log_in("ada").await;
        browser.open(&talk.path()).await;
        browser.fill("#comments > form.answer textarea", "Once").await;
        let urls = browser.run(&TWICE.replace("SELECTOR", "'#comments > form.answer'")).await;
        assert_eq!(urls[0], urls[1]);
        assert_eq!(talk.entry::<i64>(talk.story, "comments"), 1);
    });
}

#[test]
fn a_story_is_posted_once_although_redis_was_slow() {
    run(|world| async move {
        let browser = world.browser_without_scripts().await;
        browser.log_in("ada").await;
        browser.open("/submit").await;
        browser.fill("[name=title]", "Slow").await;
        // The server runs what the site sends only after the site has given up.
        let _: String = world.site.redis("CLIENT PAUSE 600000 WRITE");
        browser.click(".fields > button").await;
        browser.wait_for_text("h1", "Back in a moment").await;
        let _: String = world.site.redis("CLIENT UNPAUSE");
        browser.client.back().await.unwrap();
        browser.click(".fields > button").await;
        browser.wait_for_text(".title", "Slow").await;
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);
    });
}

#[test]
fn limits_are_explained_and_end() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        for (key, page, selector) in [
            ("limit:posts:ada", "/submit", ".message"),
            ("limit:comments:ada", "/a/2000", "#notice:not([hidden])"),
            ("limit:votes:ada", "/new", "#notice:not([hidden])"),
        ] {
            let _: String = world.site.redis(&format!("SET {key} 1000 EX 500"));
            browser.open(page).await;
            let is_vote = page == "/new";
            match page {
                "/submit" => {
                    browser.fill("[name=title]", "Too many").await;
                    browser.click(".fields > button").await;
                }
                "/new" => browser.click("#story-2000 .up").await,
                _ => {
                    browser.fill("#comments > form.answer textarea", "Too many").await;
                    browser.click("#comments > form.answer button").await;
                }
            }
            let text = browser.text(selector).await;
            assert!(text.contains("Please try again in"), "{text}");
            if is_vote {
                let _: i64 = world.site.redis(&format!("DEL {key}"));
                browser.click("#story-2000 .up").await;
                browser.element("#story-2000 .up[aria-pressed=true]").await;
                assert_eq!(world.site.redis::<i64>(&format!("GET {key}")), 1);
            }
        }
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
    });
}

#[test]
fn a_boost_that_is_sent_twice_counts_once() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("moderator").await;
        let boost = || world.site.entry::<i64>("2000", "boost");
        for pressed in 1..=2 {
            browser.open("/a/2000").await;
            // The same button of the same page.
            let send = TWICE.replace("SELECTOR", "'form[action=\"/boost\"]'");
            let send = send
                .replace("new FormData(form)", "new FormData(form, form.querySelector('button'))");
            browser.run(&send).await;
            assert_eq!(boost(), pressed * 3600);
        }
        assert_eq!(world.site.redis::<i64>("XLEN moderations"), 2);
    });
}
