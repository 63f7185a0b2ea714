//! Requests that no page of the site sends, and what others may have stored.

use crate::visitor::Visitor;
use crate::world::Site;

#[test]
fn each_request_has_its_status_and_a_page() {
    let site = Site::start();
    let visitor = site.reader("");
    let requests = include_str!("scenes/requests.txt").replace("{long}", &"x".repeat(256));
    for line in requests.lines() {
        let mut words = line.split_whitespace();
        let (method, status) = (words.next().unwrap(), words.next().unwrap());
        for path in words {
            let reply = visitor.send(method, path, "", "id=1&parent=1&text=x");
            assert_eq!(reply.status.to_string(), status, "{method} {path}: {}", reply.body);
            let is_page = reply.status < 400 || reply.body.contains("<a href=\"/new\">New</a>");
            assert!(is_page, "{path}: {}", reply.body);
        }
    }
    // An error that nobody has thought of has no text of the server, and the page knows who reads.
    site.play(
        "
        visitor /new/?after=x 308 /new?after=x
        ada / ada
        SET settings:ada text
        ada /feed 500 'Something went wrong on this site.' ~/logout
        ",
    );
}

#[test]
fn headers_say_what_a_browser_needs() {
    let site = Site::start();
    let visitor = site.reader("");
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

#[test]
fn forms_of_other_sites_are_refused() {
    let site = Site::start();
    let ada = site.reader("ada");
    let body = "reader=ada&id=2000&choice=up";
    for (headers, status) in [
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Sec-Fetch-Site: same-site\r\nOrigin: http://x\r\n", 403),
        ("Origin: http://evil.example\r\n", 403),
        ("Origin: http://x.evil.example\r\n", 403),
        ("Origin: null\r\n", 403),
        ("Origin: http://x\r\n", 303),
        ("Sec-Fetch-Site: same-origin\r\n", 303),
    ] {
        assert_eq!(ada.send("POST", "/vote", headers, body).status, status, "{headers}");
    }
    assert_eq!(ada.send("GET", "/new", "Sec-Fetch-Site: cross-site\r\n", "").status, 200);
    // A cookie that nobody has got is no login, and neither is what another program has stored.
    let id = ada.cookie.split_once('=').unwrap().1;
    site.run(&format!("SET session:{id} moderator"));
    for cookie in [ada.cookie.clone(), format!("session={}", "A".repeat(22)), "session=x".into()] {
        let visitor = Visitor { cookie, ..site.reader("") };
        assert_eq!(visitor.get("/saved").location(), "/login?next=%2Fsaved");
    }
}

const MARKUP: &str =
    r#""'><script>window.broken = 1</script><img src=x onerror="window.broken=1">"#;

#[test]
fn what_others_have_stored_is_only_text() {
    let site = Site::start();
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
    let mut parent = 2000;
    for (user, text) in [
        (poster.as_bytes(), MARKUP.as_bytes()),
        (b"eve/../x?y#z", "a\0b\u{1b}[1m\u{202e}c\u{9b}".as_bytes()),
        (b"\xff\xfe", b"</textarea>\xff\x00"),
    ] {
        let mut comment = redis::cmd("ARTICLE.COMMENT");
        parent =
            comment.arg("news").arg(user).arg(parent).arg(text).query(&mut connection).unwrap();
        views.push(format!("/c/{parent}"));
    }
    let more = "/a/2000 /u/%22%3E%3Cb%3Eeve%3C%2Fb%3E /new?after=x /new?after=BEST-1-1 \
                /search?q=%22%3E%3Cscript%3E";
    let ada = site.reader("ada");
    for view in views.iter().map(String::as_str).chain(more.split(' ')) {
        let body = ada.get(view).body;
        let scripts = body.matches("<script").count();
        assert_eq!(scripts, body.matches("<script src=\"/").count(), "{view}");
        for part in
            ["<b>eve", "<img src=x", "href=\"javascript:", "href=\"data:", "</textarea>\u{fffd}"]
        {
            assert!(!body.contains(part), "{view}: {part}");
        }
    }
    site.play(
        "
        ada /a/2000 '><script>window.broken = 1</script><img' 'a\u{fffd}b\u{fffd}[1m'
        # Names with special characters have pages.
        ada /u/eve%2F..%2Fx%3Fy%23z 'eve/../x?y#z'
        ",
    );
}
