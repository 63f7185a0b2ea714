use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use crate::browser::Browser;
use crate::world::{Talk, World};

const MARKUP: &str =
    r#""'><script>window.broken = 1</script><img src=x onerror="window.broken=1">"#;

/// Opens a view, and checks that what others have posted is only text.
async fn check(browser: &Browser, view: &str) {
    browser.open_for_text(view, "#rate", "0 votes/s").await;
    assert_eq!(browser.run("return window.broken === undefined").await, true, "{view}");
    let foreign = "main script, main img, main b b, main [onerror]";
    assert_eq!(browser.count(foreign).await, 0, "{view}");
    let unsafe_link = "a[href^='javascript' i], a[href^='data' i]";
    assert_eq!(browser.count(unsafe_link).await, 0, "{view}");
}

#[tokio::test]
async fn hostile_titles_and_links_are_only_text() {
    let world = World::start();
    let mut connection = world.site.connection();
    let mut ids = Vec::new();
    for (user, link) in [
        ("\"><b>eve</b>", "javascript:window.broken=1"),
        ("eve&amp;", "https://example.com/\"><script>window.broken=1</script>"),
        ("eve/../x?y#z", "data:text/html,<script>window.broken=1</script>"),
    ] {
        let mut post = redis::cmd("ARTICLE.POST");
        post.arg("news").arg(user).arg(MARKUP).arg(link);
        post.arg("GROUPS").arg(1).arg(MARKUP);
        post.arg("FIELDS").arg(1).arg("text").arg(MARKUP);
        ids.push(post.query::<i64>(&mut connection).unwrap());
    }
    let browser = world.browser().await;
    let stories = ids.iter().map(|id| format!("/a/{id}"));
    for view in stories.chain(["/new".to_owned(), "/groups".to_owned()]) {
        check(&browser, &view).await;
    }
    browser.open("/new").await;
    let title = format!("#story-{} .title", ids[0]);
    assert_eq!(browser.text(&title).await, MARKUP);
    // Without a link to the web, the title leads to the story's own page.
    let link = browser.attribute(&title, "href").await;
    assert_eq!(link, Some(format!("/a/{}", ids[0])));
    // Names with special characters still have pages.
    for id in [ids[0], ids[2]] {
        browser.open("/new").await;
        browser.click_for_text(&format!("#story-{id} .group"), "h1", MARKUP).await;
        browser.open("/new").await;
        let poster: String = world.site.entry(&id.to_string(), "poster");
        browser.click_for_text(&format!("#story-{id} .about .by"), "h1", &poster).await;
    }
}

#[tokio::test]
async fn a_long_title_is_cut_off_in_lists() {
    let world = World::start();
    let mut connection = world.site.connection();
    let mut post = redis::cmd("ARTICLE.POST");
    post.arg("news").arg("eve").arg("long title ".repeat(500)).arg("");
    let id: i64 = post.query(&mut connection).unwrap();
    let browser = world.phone().await.at("/new").await;
    let height = format!(
        "return document.querySelector('#story-{id} h2').offsetHeight
             < 8 * document.querySelector('#story-2000 .about').offsetHeight"
    );
    assert_eq!(browser.run(&height).await, true);
}

#[tokio::test]
async fn forms_of_other_sites_and_large_ones_are_refused() {
    let world = World::start();
    let browser = world.reader("ada").await;
    let votes: i64 = world.site.entry("2000", "votes");
    // Another site, since it has another host name.
    let attack = format!(
        "<form method=post action='{}/vote'><input name=id value=2000>\
         <input name=choice value=up><input name=token value=guess></form>\
         <script>document.forms[0].submit()</script>",
        world.site.url
    );
    browser.client.goto(&serve(attack)).await.unwrap();
    browser.wait_for_text("h1", "Form refused").await;
    // Within the site, the cookie is sent but the token is wrong.
    browser.open("/a/2000").await;
    browser.run("document.querySelector('.vote [name=token]').value = 'guess'").await;
    browser.click(".up").await;
    // The notice disappears after some seconds, but keeps its text.
    let notice = "document.querySelector('#notice').textContent";
    let text = "did not come from this site";
    browser.wait_until(&format!("return {notice}.includes('{text}')")).await;
    assert_eq!(world.site.entry::<i64>("2000", "votes"), votes);
    // The attack has not logged the user out.
    browser.open("/").await;
    assert_eq!(browser.text(".me").await, "ada");
    // Large forms are, too.
    browser.open("/submit").await;
    browser
        .run(
            "const text = document.querySelector('textarea');
             text.removeAttribute('maxlength');
             text.value = 'x'.repeat(40000)",
        )
        .await;
    browser.fill("[name=title]", "Large").await;
    browser.send().await;
    browser.wait_for_text(".message", "The form is too large.").await;
}

#[tokio::test]
async fn hostile_comments_are_only_text() {
    let (world, talk) = Talk::start();
    let poster = "\"><b>eve</b>";
    let id = talk.comment(poster, talk.story, MARKUP);
    let odd = talk.comment("eve/../x?y#z", id, "a\0b\u{1b}[1m\u{202e}c\u{9b}");
    let mut connection = world.site.connection();
    let mut bytes = redis::cmd("ARTICLE.COMMENT");
    bytes.arg("news").arg(&b"\xff\xfe"[..]).arg(id).arg(&b"</textarea>\xff\x00"[..]);
    let bytes: i64 = bytes.query(&mut connection).unwrap();
    let browser = world.reader("ada").await;
    let comments = [id, odd, bytes].map(|id| format!("/c/{id}"));
    let others = ["/comments", "/u/%22%3E%3Cb%3Eeve%3C%2Fb%3E/comments", &talk.path()];
    for view in comments.into_iter().chain(others.map(str::to_owned)) {
        check(&browser, &view).await;
    }
    browser.open(&talk.path()).await;
    assert_eq!(browser.text(&format!("#comment-{id} > details > .text")).await, MARKUP);
    let by = format!("#comment-{id} > .head .by");
    assert_eq!(browser.text(&by).await, poster);
    let text = format!("#comment-{odd} .text");
    let shown = browser.text(&text).await;
    assert!(shown.starts_with("a\u{fffd}b\u{fffd}[1m"), "{shown:?}");
    // Names with special characters have pages.
    browser.click_for_text(&by, "h1", &format!("Comments of {poster}")).await;
    assert_eq!(browser.stories().await, [id.to_string()]);
}

#[tokio::test]
async fn control_characters_are_not_posted_and_markup_stays_in_the_form() {
    let (world, talk) = Talk::start();
    let browser = world.reader("ada").await.at(&talk.path()).await;
    let text = format!("\n</textarea>{MARKUP}");
    browser
        .run(&format!(
            "document.querySelector('form.answer textarea').value = {}",
            serde_json::Value::from(format!("{text}\u{7}\u{9b}"))
        ))
        .await;
    browser.click_for_text("#comments > form.answer button", ".comment .text", text.trim()).await;
    let id = browser.comments().await[0];
    assert_eq!(talk.entry::<String>(id, "text"), text.trim());
    browser.click_for_text(".comment a[href$='/edit']", "h1", "Edit your comment").await;
    let value = browser.run("return document.querySelector('textarea').value").await;
    assert_eq!(value, text.trim());
    // Forged links show only what belongs there.
    for query in ["after=x", "after=BEST-1-1", "since=x", "after=%22%3E%3Cb%3E"] {
        browser.open(&format!("{}?{query}", talk.path())).await;
        assert_eq!(browser.count("h1").await, 1, "{query}");
    }
}

/// Serves a page once on `localhost`, and returns its address.
fn serve(page: String) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).unwrap();
        let length = page.len();
        let head = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\
             Connection: close\r\n\r\n"
        );
        stream.write_all((head + &page).as_bytes()).unwrap();
    });
    format!("http://localhost:{port}/")
}
