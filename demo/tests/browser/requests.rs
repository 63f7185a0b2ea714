//! Requests that no page of the site sends, and what others may have stored.

use crate::visitor::Visitor;
use crate::world::{Site, Talk};

#[test]
fn each_request_has_its_status_and_a_page() {
    let site = Site::start();
    let visitor = Visitor::new(&site);
    let long = "x".repeat(256);
    for (method, status, paths) in [
        ("GET", 200, "/u/amber-otter /g/rust /g/rust/day /moderations /search".to_owned()),
        ("GET", 303, "/c/99999/edit /flag/1 /saved /settings /a/1/edit".to_owned()),
        ("GET", 308, "/new/ /a/17/ /g/rust/?after=x".to_owned()),
        (
            "GET",
            400,
            "/?after=1&after=2 /a/1?merged=1&merged=2 /login?next=/&next=/ /a/1?after=x \
             /new?after=x /comments?after=x /moderations?before=x /parts /a/1/comments"
                .to_owned(),
        ),
        ("GET", 403, "/flags /comments/hidden".to_owned()),
        (
            "GET",
            404,
            format!(
                "/a/x /a/-1 /a/4294967296 /a/%ff /%ff /g/%ff /u/ada/%ff /c/x /c/1 /c/99999 \
                 /a/1/hot /a/1/flat/x /a/99999/flat /api/a/99999 /api/nowhere /a/2001 /flag/x /atom/nowhere /u/nosuch /g/nosuch /u/nosuch/all /nosuch \
                 /a/999999 //evil.example/ /// /g/{long} /u/{long} /u/{long}/comments /d/{long}"
            ),
        ),
        ("GET", 405, "/vote /comment".to_owned()),
        ("OPTIONS", 405, "/".to_owned()),
        ("POST", 401, "/vote".to_owned()),
    ] {
        for path in paths.split(' ') {
            let reply = visitor.send(method, path, "", "");
            assert_eq!(reply.status, status, "{path}: {}", reply.body);
            let is_page = status < 400 || reply.body.contains("<a href=\"/new\">New</a>");
            assert!(is_page, "{path}: {}", reply.body);
        }
    }
    assert_eq!(visitor.get("/new/?after=x").location(), "/new?after=x");
    // An error that nobody has thought of has no text of the server.
    let ada = Visitor::named(&site, "ada");
    site.run("SET settings:ada text");
    let failed = ada.get("/feed");
    failed.assert(500, "Something went wrong on this site.");
    assert!(failed.body.contains("/logout"), "the page knows who reads");
}

#[test]
fn headers_say_what_a_browser_needs() {
    let site = Site::start();
    let visitor = Visitor::new(&site);
    let head = visitor.send("HEAD", "/", "", "");
    assert!(head.status == 200 && head.header("set-cookie").is_none());
    let policy = head.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
    for path in ["/", "/site.css", "/atom"] {
        let head = visitor.send("HEAD", path, "Accept-Encoding: gzip, br\r\n", "");
        assert_eq!(head.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(visitor.send("HEAD", path, "", "").header("content-encoding"), None, "{path}");
    }
}

const MARKUP: &str =
    r#""'><script>window.broken = 1</script><img src=x onerror="window.broken=1">"#;

#[test]
fn what_others_have_stored_is_only_text() {
    let (site, talk) = Talk::alone();
    let mut connection = site.connection();
    let poster = "\"><b>eve</b>";
    let mut views = vec!["/new".to_owned(), "/groups".to_owned(), "/comments".to_owned()];
    for (user, link) in [
        (poster, "javascript:window.broken=1"),
        ("eve&amp;", "https://example.com/\"><script>window.broken=1</script>"),
        ("eve/../x?y#z", "data:text/html,<script>window.broken=1</script>"),
    ] {
        let mut post = redis::cmd("ARTICLE.POST");
        post.arg("news").arg(user).arg(MARKUP).arg(link).arg("GROUPS").arg(1).arg(MARKUP);
        post.arg("FIELDS").arg(1).arg("text").arg(MARKUP);
        let id: i64 = post.query(&mut connection).unwrap();
        views.push(format!("/a/{id}"));
    }
    let first = talk.comment(poster, talk.story, MARKUP);
    let odd = talk.comment("eve/../x?y#z", first, "a\0b\u{1b}[1m\u{202e}c\u{9b}");
    let mut bytes = redis::cmd("ARTICLE.COMMENT");
    bytes.arg("news").arg(&b"\xff\xfe"[..]).arg(odd).arg(&b"</textarea>\xff\x00"[..]);
    let bytes: i64 = bytes.query(&mut connection).unwrap();
    views.extend([first, odd, bytes].map(|id| format!("/c/{id}")));
    views.extend([talk.path(), "/u/%22%3E%3Cb%3Eeve%3C%2Fb%3E".to_owned()]);
    views.extend(["after=x", "after=BEST-1-1"].map(|query| format!("/new?{query}")));
    views.push("/search?q=%22%3E%3Cscript%3E".to_owned());
    let ada = Visitor::named(&site, "ada");
    for view in views {
        let body = ada.get(&view).body;
        let scripts = body.matches("<script").count();
        assert_eq!(scripts, body.matches("<script src=\"/").count(), "{view}");
        for part in
            ["<b>eve", "<img src=x", "href=\"javascript:", "href=\"data:", "</textarea>\u{fffd}"]
        {
            assert!(!body.contains(part), "{view}: {part}");
        }
    }
    ada.page(&talk.path()).assert(200, MARKUP);
    ada.page(&talk.path()).assert(200, "a\u{fffd}b\u{fffd}[1m");
    // Names with special characters have pages.
    ada.page("/u/eve%2F..%2Fx%3Fy%23z").assert(200, "eve/../x?y#z");
}
