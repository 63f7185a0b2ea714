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
async fn a_repeated_link_becomes_a_vote() {
    let world = World::start();
    let browser = world.reader("ada").await;
    world.site.run("ARTICLE.EDIT news 2000 LINK https://example.com/same");
    let votes: i64 = world.site.entry("2000", "votes");
    // Another spelling of the same link.
    browser.submit("The same story", "http://www.example.com/same/?utm_source=x").await;
    assert!(browser.text(".message").await.contains("became a vote"));
    assert_eq!(browser.path().await, "/a/2000");
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes + 1);
    assert_eq!(browser.attribute(".up", "aria-pressed").await.as_deref(), Some("true"));
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[tokio::test]
async fn a_link_of_ones_own_is_not_posted_again() {
    let world = World::start();
    let browser = world.reader("ada").await;
    for title in ["First", "Second"] {
        browser.submit(title, "https://example.com/mine").await;
        browser.wait_for_text("h1 .title", "First").await;
    }
    assert_eq!(browser.text(".message").await, "You have posted this link already.");
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2001);
}

#[tokio::test]
async fn only_the_poster_is_told_about_a_repeated_link() {
    let world = World::start();
    let (ada, bob) = (world.reader("ada").await, world.reader("bob").await);
    let link = "https://example.com/same";
    world.site.run(&format!("ARTICLE.EDIT news 2000 LINK {link}"));
    world.site.run("ARTICLE.MODERATE news LOCK 2000");
    ada.submit("The same story", link).await;
    assert!(ada.text(".message").await.contains("did not become a vote"));
    let path = ada.client.current_url().await.unwrap();
    for path in [format!("/a/2000?{}", path.query().unwrap()), "/a/2000?merged=1".to_owned()] {
        bob.open(&path).await;
        assert_eq!(bob.count(".message:not(.locked)").await, 0);
    }
}

#[tokio::test]
async fn a_hidden_link_cannot_be_posted_again() {
    let world = World::start();
    let browser = world.reader("ada").await;
    world.site.run("ARTICLE.EDIT news 2000 LINK https://example.com/same");
    world.site.run("ARTICLE.MODERATE news HIDE 2000");
    browser.submit("The same story", "https://example.com/same/").await;
    browser.wait_for_text(".message", "A moderator has hidden a story with this link.").await;
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 1999);
}

#[tokio::test]
async fn a_link_to_an_international_domain_is_accepted() {
    let world = World::start();
    let browser = world.reader("ada").await;
    browser.submit("Münchner Nachrichten", "https://münchen.example/").await;
    browser.wait_for_text(".host", "xn--mnchen-3ya.example").await;
}

#[tokio::test]
async fn a_title_that_nobody_can_see_is_refused() {
    let world = World::start();
    let browser = world.reader("ada").await;
    for title in [
        "\u{200b}\u{200b}".to_owned(),
        "a\u{202e}b".to_owned(),
        format!("Z{}", "\u{301}".repeat(99)),
    ] {
        browser.submit(&title, "").await;
        browser.element(".message").await;
        // The form has what was typed.
        assert_eq!(browser.attribute("[name=title]", "value").await.as_deref(), Some(&*title));
    }
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}

#[tokio::test]
async fn a_bad_story_is_refused() {
    let world = World::start();
    let browser = world.reader("ada").await;
    let long = format!("https://example.com/{}", "a".repeat(1000));
    let scheme = "The link must begin with http:// or https://.";
    for (link, message) in [
        ("javascript:alert(1)", scheme),
        ("ftp://example.com", scheme),
        (&long, "The link can have up to 1000 bytes."),
    ] {
        browser.open("/submit").await;
        browser.fill("[name=title]", "Bad").await;
        browser.fill("[name=link]", link).await;
        browser.fill("[name=text]", "Not\nlost").await;
        browser.click("[name=group][value=rust]").await;
        browser.send().await;
        browser.wait_for_text(".message", message).await;
        assert_eq!(browser.attribute("[name=link]", "value").await.as_deref(), Some(link));
        assert_eq!(browser.text("textarea").await, "Not\nlost");
        assert_eq!(browser.count("[name=group]:checked").await, 1);
    }
    assert_eq!(world.site.redis::<i64>("ARTICLE.COUNT news"), 2000);
}
