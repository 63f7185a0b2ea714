//! Logging in and out, and forms and pages from before.

use crate::visitor::Visitor;
use crate::world::Site;

#[test]
fn what_a_visitor_does_counts_after_the_login() {
    let site = Site::start();
    for (page, action, text, fields, then) in [
        ("/new", "/vote", "up-2000", &[("choice", "up")][..], "/new#story-2000"),
        ("/g/rust", "/follow", "", &[("verb", "FOLLOW")], "/g/rust"),
    ] {
        let mut visitor = Visitor::new(&site);
        let asked = visitor.submit(&visitor.page(page), action, text, fields);
        asked.assert(401, "Log in");
        let reply = visitor.submit(&asked, "/login", "", &[("name", "ada")]);
        assert_eq!(reply.location(), then);
        visitor.keep(&reply, "ada");
        visitor.page(page).assert(200, "ada");
    }
    assert_eq!(site.redis::<Vec<i64>>("ARTICLE.VOTES news ada 2000"), [1]);
    let follows: Vec<(String, Vec<String>)> = site.redis("ARTICLE.FOLLOWS news ada");
    assert_eq!(follows[0].1, ["rust"]);
    // A story whose poster's login was over is posted after another one.
    let ada = Visitor::named(&site, "ada");
    let page = ada.page("/submit");
    site.end_sessions();
    let fields = [("reader", ""), ("title", "A <b>late</b> story"), ("text", "one\ntwo")];
    let asked = Visitor::new(&site).submit(&page, "/submit", "", &fields);
    asked.assert(401, "Your story is posted as soon as you are logged in.");
    let mut visitor = Visitor::new(&site);
    let reply = visitor.submit(&asked, "/login", "", &[("name", "ada")]);
    visitor.keep(&reply, "ada");
    visitor.page(reply.location()).assert(200, "A <b>late</b> story");
}

#[test]
fn a_page_from_before_a_login_or_logout_cannot_act() {
    let site = Site::start();
    let old = Visitor::new(&site).page("/new");
    let ada = Visitor::named(&site, "ada");
    let votes: i64 = site.entry(2000, "votes");
    let message = "You have logged in or out since this page was opened.";
    ada.submit(&old, "/vote", "up-2000", &[("choice", "up")]).assert(409, message);
    ada.send("GET", "/new", "x-part: \r\n", "").assert(409, message);
    assert_eq!(ada.send("GET", "/session", "x-part: ada\r\n", "").status, 204);
    let page = ada.page("/new");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert_eq!(ada.submit(&page, "/logout", "", &[]).location(), "/");
    assert!(!ada.page("/new").body.contains("/logout"));
    ada.submit(&page, "/vote", "up-2000", &[("choice", "up")]).assert(409, message);
    assert_eq!(site.redis::<Vec<String>>("KEYS session:*").len(), 0);
    assert_eq!(site.entry::<i64>(2000, "votes"), votes);
}

#[test]
fn forms_of_other_sites_are_refused() {
    let site = Site::start();
    let ada = Visitor::named(&site, "ada");
    let body = "reader=ada&id=2000&choice=up";
    for (headers, status) in [
        ("Sec-Fetch-Site: cross-site\r\n", 403),
        ("Sec-Fetch-Site: same-site\r\nOrigin: http://x\r\n", 403),
        ("Origin: http://evil.example\r\n", 403),
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
        let visitor = Visitor { cookie, ..Visitor::new(&site) };
        assert_eq!(visitor.get("/saved").location(), "/login?next=%2Fsaved");
    }
}

#[test]
fn a_login_leads_to_the_page_that_asked_for_it_and_has_limits() {
    let site = Site::start();
    for page in ["/feed", "/submit", "/c/1/edit", "/feed/new"] {
        let visitor = Visitor::new(&site);
        let login = visitor.page(visitor.get(page).location());
        let reply = visitor.submit(&login, "/login", "", &[("name", "ada")]);
        assert_eq!(reply.location(), page);
    }
    for elsewhere in ["//evil.example", "/%5Cevil.example", "https://evil.example", "/a%0D%0Ab"] {
        let visitor = Visitor::new(&site);
        let login = visitor.page(&format!("/login?next={elsewhere}"));
        assert_eq!(visitor.submit(&login, "/login", "", &[("name", "ada")]).location(), "/");
    }
    for name in ["", "a b", "a:b", &"x".repeat(21)] {
        Visitor::new(&site).post("/login", &[("name", name)]).assert(400, "A name has 1 to 20");
    }
    for number in 8..60 {
        Visitor::named(&site, &format!("user{number}"));
    }
    let refused = Visitor::new(&site).post("/login", &[("name", "another")]);
    refused.assert(429, "Please try again in a minute.");
    assert_eq!(site.redis::<Vec<String>>("KEYS session:*").len(), 60);
}
