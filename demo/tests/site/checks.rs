//! Forged requests.

use crate::world::Site;

#[test]
fn only_this_site_is_asked_and_only_by_its_own_forms() {
    let site = Site::start();
    let ada = site.reader("ada");
    for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""] {
        let reply = ada.send("GET", "/", &format!("Host: {host}\r\n"), "");
        assert_eq!(reply.status, 421, "{host}");
    }
    let talk = site.story("bob", "Talk");
    let body = format!("reader=ada&vote=up:{talk}");
    for head in [
        "Origin: https://evil.example\r\n",
        "Origin: null\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        assert_eq!(ada.send("POST", "/vote", head, &body).status, 403, "{head}");
    }
    assert_eq!(site.entry(talk, "votes"), 1);
    // A page of before a login, and a cookie that the site has not signed.
    let reply = ada.send("POST", "/vote", "", &body.replace("ada", "bob"));
    assert_eq!(reply.status, 409);
    let forged = crate::visitor::Visitor { cookie: "user=moderator".to_owned(), ..site.visitor() };
    assert_eq!(forged.get("/queue").status, 403);
    let same = format!("Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", site.host);
    assert_eq!(ada.send("POST", "/vote", &same, &body).status, 303);
    let reply = ada.get("/");
    let policy = reply.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
    // A link cannot say with which name to log in.
    let reply = site.visitor().page("/login?login=mallory");
    assert!(reply.body.contains("name=\"login\"") && !reply.body.contains("value=\"mallory"));
    for next in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        assert_eq!(ada.act("/logout", &[("next", next)]), "/");
    }
}
