use crate::world::run;

#[test]
fn a_submitted_story_is_on_the_site() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        browser.open("/submit").await;
        browser.fill("[name=title]", "A new story").await;
        browser.fill("[name=link]", "https://example.com/new#top").await;
        browser.fill("[name=text]", "First line\nsecond line").await;
        browser.click("[name=group][value=rust]").await;
        browser.click(".fields > button").await;
        browser.wait_for_text(".title", "A new story").await;
        assert_eq!(browser.text(".text").await, "First line\nsecond line");
        let link = browser.attribute(".title", "href").await;
        assert_eq!(link.as_deref(), Some("https://example.com/new"));
        browser.open("/g/rust/new").await;
        assert!(browser.text(".stories li:first-child .title").await == "A new story");
    });
}

#[test]
fn the_longest_text_fits_in_any_script() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        for (title, text) in [("Three bytes each", "'漢'"), ("Line breaks", "'a\\n'")] {
            browser.open("/submit").await;
            browser.fill("[name=title]", title).await;
            browser
                .run(&format!(
                    "const field = document.querySelector('textarea'), text = {text};
                     field.value = text.repeat(field.maxLength / text.length).slice(0, -1) + 'b'"
                ))
                .await;
            browser.click(".fields > button").await;
            browser.wait_for_text(".title", title).await;
        }
    });
}

#[test]
fn a_repeated_link_becomes_a_vote() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        let link: String = world.site.entry("2000", "link");
        let votes: i64 = world.site.entry("2000", "votes");
        browser.open("/submit").await;
        browser.fill("[name=title]", "The same story").await;
        browser.fill("[name=link]", &link).await;
        browser.click(".fields > button").await;
        assert!(browser.text(".message").await.contains("became a vote"));
        assert_eq!(browser.client.current_url().await.unwrap().path(), "/a/2000");
        assert_eq!(world.site.entry::<i64>("2000", "votes"), votes + 1);
        assert_eq!(browser.attribute(".up", "aria-pressed").await.as_deref(), Some("true"));
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
    });
}

#[test]
fn a_bad_story_is_refused() {
    run(|world| async move {
        let browser = world.browser().await;
        browser.log_in("ada").await;
        let long = format!("https://example.com/{}", "a".repeat(1000));
        for link in ["javascript:alert(1)", "ftp://example.com", &long] {
            browser.open("/submit").await;
            browser.fill("[name=title]", "Bad").await;
            browser.fill("[name=link]", link).await;
            browser.click(".fields > button").await;
            let message =
                "The link must begin with http:// or https:// and have up to 1000 bytes.";
            browser.wait_for_text(".message", message).await;
        }
        assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
    });
}
