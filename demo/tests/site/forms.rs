//! What readers send: it is done once, within limits, and nothing that was typed is lost.

use crate::world::Site;

#[test]
fn a_click_shows_the_command_that_it_was() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let ada = site.reader("ada");
    let reply = ada.post("/vote", &[("vote", &format!("up:{story}")), ("next", "/new")]);
    assert_eq!(reply.header("location"), Some("/new"));
    let cookie = format!("{}; {}", ada.cookie, reply.cookie("did"));
    let next = crate::visitor::Visitor { cookie, ..site.reader("ada") };
    let shown =
        format!("Your click: ARTICLE.VOTE news ada {story} UP WITHCOUNTS → changed 1 votes 2");
    next.page("/new").shows(&[&shown, " µs"]);
    ada.page("/new").shows(&["!Your click: ARTICLE"]);
    assert_eq!(site.entry(story, "votes"), 2);
    // The script gets the same as JSON.
    let body = format!("reader=ada&vote=none:{story}");
    let reply = ada.send("POST", "/vote", "X-Part: 1\r\n", &body);
    let json: serde_json::Value = serde_json::from_str(&reply.body).expect("JSON");
    assert_eq!((&json["votes"], &json["vote"]), (&1.into(), &"none".into()));
}

#[test]
fn a_form_without_a_login_logs_in_and_loses_nothing() {
    let site = Site::start();
    let story = site.story("bob", "Talk").to_string();
    let reply = site.visitor().post("/comment", &[("parent", &story), ("text", "My \"words\"")]);
    assert_eq!(reply.status, 401);
    reply.shows(&["Please log in first.", "My \"words\""]);
    let fields = [("parent", &*story), ("text", "My \"words\""), ("login", "ada"), ("once", "1")];
    let done = site.visitor().post("/comment", &fields);
    assert_eq!(done.status, 303, "{}", done.text());
    assert!(done.cookie("user").starts_with("user="));
    let comment = done.header("location").unwrap();
    site.visitor().page(comment).shows(&["My \"words\"", "ada"]);
    // The same form again is the same comment.
    let again = site.visitor().post("/comment", &fields);
    assert_eq!(again.header("location"), Some(comment));
}

#[test]
fn what_is_wrong_is_said_at_the_field() {
    let site = Site::start();
    let (ada, long) = (site.reader("ada"), "x".repeat(2001));
    for row in [
        "||kept|title|1 to 120 letters",
        "\u{200b}||kept|title|1 to 120 letters",
        "kept|javascript:alert(1)||link|http:// or https://",
        "kept|ftp://a.example||link|http:// or https://",
        "kept|||text|needs a link or a text",
        "kept||LONG|text|up to 2000 letters",
    ] {
        let words: Vec<_> = row.split('|').collect();
        let &[title, link, text, field, message] = &words[..] else { panic!("{row}") };
        let text = if text == "LONG" { &long } else { text };
        let fields = [("title", title), ("link", link), ("text", text)];
        let reply = ada.post("/submit", &fields);
        assert_eq!(reply.status, 400, "{fields:?}");
        reply.shows(&[message]);
        assert!(reply.body.contains(&format!("id=\"{field}-error\"")), "{fields:?}");
        assert!(reply.body.contains("kept"), "{fields:?}");
    }
    let reply = ada.post("/comment", &[("parent", "1"), ("text", "[a]: https://a.example")]);
    reply.shows(&["A comment cannot be empty."]);
    assert_eq!(ada.post("/comment", &[("parent", "99999"), ("text", "x")]).status, 404);
    assert_eq!(ada.post("/submit", &[("title", &"x".repeat(40_000))]).status, 413);
    for name in ["", "a b", &"x".repeat(21), "<b>"] {
        assert_eq!(site.visitor().post("/login", &[("login", name)]).status, 400, "{name}");
    }
    for fields in [
        [("kind", "USER"), ("name", &*"x".repeat(256)), ("verb", "FOLLOW")],
        [("kind", "HOST"), ("name", "x"), ("verb", "FOLLOW")],
    ] {
        assert_eq!(ada.post("/follow", &fields).status, 404);
    }
}

#[test]
fn a_known_link_becomes_a_vote() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let post = [("title", "Again"), ("link", "https://bob.example/Talk"), ("text", "")];
    let next = site.reader("ada").act("/submit", &post);
    assert_eq!(next, format!("/a/{story}?merged=1"));
    site.reader("ada").page(&next).shows(&["your post became a vote"]);
    assert_eq!(site.entry(story, "votes"), 2);
}

#[test]
fn users_have_limits() {
    let site = Site::start();
    let ada = site.reader("ada");
    for (counter, path, fields) in [
        ("limit:posts:ada", "/submit", [("title", "x"), ("text", "x")]),
        ("limit:comments:ada", "/comment", [("parent", "1"), ("text", "x")]),
        ("limit:forms:ada", "/vote", [("vote", "up:1"), ("next", "/")]),
    ] {
        let _: String = site.redis(&format!("SET {counter} 1000 EX 500"));
        let reply = ada.post(path, &fields);
        assert_eq!((reply.status, reply.header("retry-after").is_some()), (429, true), "{path}");
        let _: i64 = site.redis(&format!("DEL {counter}"));
    }
    let before: i64 = site.redis("DBSIZE");
    for id in 1..=100 {
        ada.page(&format!("/a/{id}"));
    }
    // Reading stores nothing.
    assert_eq!(site.redis::<i64>("DBSIZE"), before);
}
