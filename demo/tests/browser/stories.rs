//! Stories: submitted, refused, changed, and where they lead.

use crate::world::{Talk, World, now};

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
    let query = browser.query().await.unwrap();
    for path in [format!("/a/2000?{query}"), "/a/2000?merged=1".to_owned()] {
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

#[tokio::test]
async fn one_can_change_and_delete_ones_own_story() {
    let world = World::start();
    let browser = world.plain_reader("bob").await;
    let talk = Talk::new(&world.site);
    browser.open(&talk.path()).await;
    browser.click("a.edit").await;
    assert_eq!(browser.attribute("[name=title]", "value").await.as_deref(), Some("Talk"));
    browser.fill("[name=title]", " and more").await;
    browser.fill("[name=text]", "A text").await;
    browser.send().await;
    browser.wait_for_text(".title", "Talk and more").await;
    assert_eq!(browser.text(".text").await, "A text");
    assert_eq!(browser.text(".edited").await, "edited just now");

    browser.click("a.edit").await;
    browser.delete().await;
    browser.element("#story-2000").await;
    browser.open_for_text(&talk.path(), "h1", "Not found").await;
    // After a login that was over, nothing is deleted.
    let talk = Talk::new(&world.site);
    let id = talk.comment("bob", talk.story, "First");
    browser.open(&format!("/c/{id}/edit")).await;
    world.site.end_sessions();
    browser.delete().await;
    browser.wait_for_text("h1", "Log in").await;
    assert_eq!(talk.entry::<String>(id, "text"), "First");
}

#[tokio::test]
async fn others_and_those_who_are_late_cannot_change_a_story() {
    let world = World::start();
    let browser = world.plain_reader("bob").await;
    let talk = Talk::new(&world.site);
    let edit = format!("{}/edit", talk.path());
    // A story with comments stays.
    browser.open(&edit).await;
    talk.comment("eve", talk.story, "First");
    browser.delete().await;
    browser.wait_for_text(".message", "A story with comments cannot be deleted.").await;
    // The form of a story that is no longer young keeps the text.
    let old: i64 = world.site.redis(&format!(
        "ARTICLE.POST news bob Old https://example.com/old TIME {}",
        now() - 3700
    ));
    browser.open(&format!("/a/{old}")).await;
    assert_eq!(browser.count("a.edit").await, 0);
    browser.open(&format!("/a/{old}/edit")).await;
    browser.fill("[name=text]", "Too late").await;
    browser.send().await;
    let message = "A story can be changed for an hour. This one is older.";
    browser.wait_for_text(".message", message).await;
    assert_eq!(browser.text("textarea").await, "Too late");

    browser.log_in("eve").await;
    browser.open(&talk.path()).await;
    assert_eq!(browser.count("a.edit").await, 0);
    browser.open_for_text(&edit, "h1", "Not found").await;
}

#[tokio::test]
async fn a_story_without_a_link_keeps_a_text() {
    let world = World::start();
    let browser = world.plain_reader("ada").await;
    browser.submit("A text", "").await;
    browser.wait_for_text("h1 .title", "A text").await;
    let id = browser.path().await.replace("/a/", "");
    browser.click("a.edit").await;
    browser.element("textarea").await.clear().await.unwrap();
    browser.send().await;
    browser.wait_for_text(".message", "A story needs a link or a text.").await;
    assert_eq!(world.site.entry::<String>(&id, "text"), "Its text");
}

#[tokio::test]
async fn the_host_of_a_link_leads_to_its_stories() {
    let world = World::start();
    let browser = world.reader("ada").await;
    browser.submit("A page", "https://Example.com:8080/page").await;
    browser.click_for_text("a.host", "h1", "example.com").await;
    assert_eq!(browser.text(".stories .title").await, "A page");
    assert_eq!(browser.stories().await.len(), 1);
    // The group of the host is shown nowhere else.
    assert_eq!(browser.count(".group").await, 0);
    for page in ["/groups", "/submit", "/settings"] {
        browser.open(page).await;
        let text = browser.text("main").await;
        assert!(text.contains("rust") && !text.contains("host:"), "{page}");
    }
}

#[tokio::test]
async fn links_lead_to_other_stories_and_to_made_up_pages() {
    let world = World::start();
    let post = |title: &str, age: i64| -> i64 {
        let time = now() - age;
        let link = "https://example.com/again";
        world.site.redis(&format!("ARTICLE.POST news bob {title} {link} TIME {time}"))
    };
    // Both are older than the time for which a repeated link becomes a vote.
    let (first, hidden) = (post("First", 30 * 86_400), post("Hidden", 20 * 86_400));
    world.site.run(&format!("ARTICLE.MODERATE news HIDE {hidden}"));
    let last = post("Last", 60);
    let browser = world.browser().await.at(&format!("/a/{last}")).await;
    assert_eq!(browser.count(".earlier li").await, 1);
    assert_eq!(browser.text(".earlier li").await, "First 30 days ago, 0 comments");
    browser.click_for_text(".earlier a", ".earlier a", "Last").await;
    assert!(browser.path().await == format!("/a/{first}"));
    browser.open("/a/2000").await;
    assert_eq!(browser.count(".earlier").await, 0);
    // Made-up stories lead to made-up pages.
    browser.open("/new").await;
    // Some are texts. All others lead to a page of this site.
    let links = "[...document.querySelectorAll('.stories .title')].filter(
        (title) => title.getAttribute('href').startsWith('/site/'))";
    assert_eq!(browser.run(&format!("return {links}.length > 20")).await, true);
    browser.run(&format!("{links}[0].click()")).await;
    browser.wait_for_text("main .group", "Back to Redis News").await;
    assert!(!browser.text("h1").await.is_empty());
    browser.click("main .group").await;
    // The front page says what the site is, until one logs in.
    assert!(browser.text(".intro").await.contains("The only state of this site is Redis"));
    browser.log_in("ada").await;
    assert_eq!(browser.count(".intro").await, 0);
}
