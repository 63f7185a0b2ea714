use crate::hostile::MARKUP;
use crate::talk::Talk;
use crate::world::World;

#[tokio::test]
async fn hostile_comments_are_only_text() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let poster = "\"><b>eve</b>";
    let id = talk.comment(poster, talk.story, MARKUP);
    let odd = talk.comment("eve/../x?y#z", id, "a\0b\u{1b}[1m\u{202e}c\u{9b}");
    let mut connection = world.site.connection();
    let mut bytes = redis::cmd("ARTICLE.COMMENT");
    bytes.arg("news").arg(&b"\xff\xfe"[..]).arg(id).arg(&b"</textarea>\xff\x00"[..]);
    let bytes: i64 = bytes.query(&mut connection).unwrap();
    let browser = world.reader("ada").await;
    let views = [
        talk.path(),
        format!("/c/{id}"),
        format!("/c/{odd}"),
        format!("/c/{bytes}"),
        "/comments".to_owned(),
        "/u/%22%3E%3Cb%3Eeve%3C%2Fb%3E/comments".to_owned(),
    ];
    for view in views {
        browser.open(&view).await;
        browser.wait_for_text("#rate", "0 votes/s").await;
        assert_eq!(browser.run("return window.broken === undefined").await, true, "{view}");
        assert_eq!(browser.count("main script, main img, main b b, main [onerror]").await, 0);
    }
    browser.open(&talk.path()).await;
    assert_eq!(browser.text(&format!("#comment-{id} > details > .text")).await, MARKUP);
    let by = format!("#comment-{id} > .head .by");
    assert_eq!(browser.text(&by).await, poster);
    let text = format!("#comment-{odd} .text");
    let shown = browser.text(&text).await;
    assert!(shown.starts_with("a\u{fffd}b\u{fffd}[1m"), "{shown:?}");
    // Names with special characters have pages.
    browser.click(&by).await;
    browser.wait_for_text("h1", &format!("Comments of {poster}")).await;
    assert_eq!(browser.stories().await, [id.to_string()]);
}

#[tokio::test]
async fn control_characters_are_not_posted_and_markup_stays_in_the_form() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let browser = world.reader("ada").await.at(&talk.path()).await;
    let text = format!("\n</textarea>{MARKUP}");
    browser
        .run(&format!(
            "document.querySelector('form.answer textarea').value = {}",
            serde_json::Value::from(format!("{text}\u{7}\u{9b}"))
        ))
        .await;
    browser.click("#comments > form.answer button").await;
    browser.wait_for_text(".comment .text", text.trim()).await;
    let id = browser.comments().await[0];
    assert_eq!(talk.entry::<String>(id, "text"), text.trim());
    browser.click(".comment a[href$='/edit']").await;
    browser.wait_for_text("h1", "Edit your comment").await;
    let value = browser.run("return document.querySelector('textarea').value").await;
    assert_eq!(value, text.trim());
}

#[tokio::test]
async fn forged_links_show_only_what_belongs_there() {
    let world = World::start();
    let talk = Talk::new(&world.site);
    let browser = world.browser().await;
    for query in ["after=x", "after=BEST-1-1", "since=x", "after=%22%3E%3Cb%3E"] {
        browser.open(&format!("{}?{query}", talk.path())).await;
        assert_eq!(browser.count("h1").await, 1, "{query}");
    }
}
