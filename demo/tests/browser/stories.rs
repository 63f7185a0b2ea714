use crate::world::World;

#[tokio::test]
async fn a_submitted_story_is_on_the_site() {
    let world = World::start();
    let browser = world.reader("ada").await.at("/submit").await;
    browser.fill("[name=title]", "A new story").await;
    browser.fill("[name=link]", "https://example.com/new#top").await;
    browser.fill("[name=text]", "First line\nsecond line").await;
    browser.click("[name=group][value=rust]").await;
    browser.send().await;
    browser.wait_for_text(".title", "A new story").await;
    assert_eq!(browser.text(".text").await, "First line\nsecond line");
    let link = browser.attribute(".title", "href").await;
    assert_eq!(link.as_deref(), Some("https://example.com/new"));
    browser.open("/g/rust/new").await;
    assert!(browser.text(".stories li:first-child .title").await == "A new story");
    browser.submit("Münchner Nachrichten", "https://münchen.example/").await;
    browser.wait_for_text(".host", "xn--mnchen-3ya.example").await;
}

#[tokio::test]
async fn the_longest_text_fits_in_any_script() {
    let world = World::start();
    let browser = world.reader("ada").await;
    for (title, text) in [("Three bytes each", "'漢'"), ("Line breaks", "'a\\n'")] {
        browser.open("/submit").await;
        browser.fill("[name=title]", title).await;
        browser
            .run(&format!(
                "const field = document.querySelector('textarea'), text = {text};
                 field.value = text.repeat(field.maxLength / text.length).slice(0, -1) + 'b'"
            ))
            .await;
        browser.send().await;
        browser.wait_for_text(".title", title).await;
    }
}

#[tokio::test]
async fn a_repeated_link_becomes_a_vote_and_only_the_poster_is_told() {
    let world = World::start();
    let (browser, bob) = (world.reader("ada").await, world.reader("bob").await);
    let count = || world.site.redis::<i64>("ARTICLE.COUNT news");
    let votes = || world.site.entry::<i64>("2000", "votes");
    world.site.run("ARTICLE.EDIT news 2000 LINK https://example.com/same");
    let before = votes();
    // Another spelling of the same link.
    browser.submit("The same story", "http://www.example.com/same/?utm_source=x").await;
    assert!(browser.text(".message").await.contains("became a vote"));
    assert_eq!(browser.path().await, "/a/2000");
    assert_eq!(votes(), before + 1);
    assert_eq!(browser.attribute(".up", "aria-pressed").await.as_deref(), Some("true"));

    world.site.run("ARTICLE.MODERATE news LOCK 2000");
    browser.submit("The same story", "https://example.com/same").await;
    assert!(browser.text(".message").await.contains("did not become a vote"));
    let path = browser.client.current_url().await.unwrap();
    for path in [format!("/a/2000?{}", path.query().unwrap()), "/a/2000?merged=1".to_owned()] {
        bob.open(&path).await;
        assert_eq!(bob.count(".message:not(.locked)").await, 0);
    }

    world.site.run("ARTICLE.MODERATE news HIDE 2000");
    browser.submit("The same story", "https://example.com/same/").await;
    browser.wait_for_text(".message", "A moderator has hidden a story with this link.").await;
    assert_eq!(count(), 1999);
    // A link of one's own is not posted again.
    for title in ["First", "Second"] {
        browser.submit(title, "https://example.com/mine").await;
        browser.wait_for_text("h1 .title", "First").await;
    }
    assert_eq!(browser.text(".message").await, "You have posted this link already.");
    assert_eq!(count(), 2000);
}

#[tokio::test]
async fn a_bad_story_is_refused_and_not_lost() {
    let world = World::start();
    let browser = world.reader("ada").await;
    let long = format!("https://example.com/{}", "a".repeat(1000));
    let accents = format!("Z{}", "\u{301}".repeat(99));
    for (title, link, message) in [
        ("Bad", "javascript:alert(1)", "The link must begin with http:// or https://."),
        ("Bad", "ftp://example.com", "The link must begin with http:// or https://."),
        ("Bad", &long, "The link can have up to 1000 bytes."),
        ("\u{200b}\u{200b}", "", ""),
        ("a\u{202e}b", "", ""),
        (&accents, "", ""),
    ] {
        browser.open("/submit").await;
        browser.fill("[name=title]", title).await;
        browser.fill("[name=link]", link).await;
        browser.fill("[name=text]", "Not\nlost").await;
        browser.click("[name=group][value=rust]").await;
        browser.send().await;
        assert!(browser.text(".message").await.contains(message), "{title} {link}");
        assert_eq!(browser.attribute("[name=title]", "value").await.as_deref(), Some(title));
        assert_eq!(browser.attribute("[name=link]", "value").await.as_deref(), Some(link));
        assert_eq!(browser.text("textarea").await, "Not\nlost");
        assert_eq!(browser.count("[name=group]:checked").await, 1);
    }
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}
