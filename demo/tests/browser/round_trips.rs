//! How often a page waits for Redis.

use crate::proxy::Proxy;
use crate::requests::{ID, log_in, request, response};
use crate::site::Site;

#[test]
fn a_page_is_one_round_trip() {
    let (site, proxy) = Site::behind(Proxy::start);
    let cookie = log_in(&site, "ada");
    for command in [
        "SADD muted:ada go",
        "SADD blocked:ada eve",
        "ARTICLE.MARK news ada hidden 17 18",
        "SADD subscriptions:ada rust",
        "HSET settings:ada size 15",
    ] {
        site.run(command);
    }
    let comment: i64 = site.redis("ARTICLE.COMMENT news bob 2000 First");
    // The pages share one connection.
    let marker = "a-group-that-marks-the-connection";
    response(&site, "GET", &format!("/g/{marker}"));
    let pages = proxy.connection(marker);
    let own: i64 = site.redis("ARTICLE.POST news ada Own https://example.com/own");
    let (own, comment) = (format!("/a/{own}/edit"), format!("/c/{comment}"));
    let headers = [("Cookie", cookie.as_str())];
    for path in [
        "/",
        "/new",
        "/day?unvoted=1",
        "/g/rust",
        "/u/bob",
        "/d/blog.example.com",
        "/past/2026-11-20",
        "/feed",
        "/a/2000",
        "/a/2000/new?since=1&merged=x",
        &comment,
        "/groups",
        "/settings?saved=x",
        "/flag/2000",
        &own,
    ] {
        for headers in [&headers[..], &[]] {
            let before = pages.round_trips();
            let response = request(&site, "GET", path, headers);
            let trips = pages.round_trips() - before;
            // Without a login, some pages lead to the login without asking Redis.
            match response.starts_with("HTTP/1.1 303 ") {
                true => assert!(headers.is_empty() && trips == 0, "{path}: {trips} {response}"),
                false => {
                    assert!(response.starts_with("HTTP/1.1 200 "), "{path}: {response}");
                    assert_eq!(
                        response.contains("action=\"/logout\""),
                        !headers.is_empty(),
                        "{path}"
                    );
                    assert_eq!(trips, 1, "{path}");
                }
            }
        }
    }
}

#[test]
fn a_name_in_the_cookie_is_no_login() {
    let site = Site::start();
    log_in(&site, "eve");
    for cookie in [format!("session=ada.{ID}"), format!("session=eve.{}", ID.replace('0', "1"))] {
        for path in ["/", "/a/2000", "/feed", "/groups", "/settings", "/comments", "/flag/2000"] {
            let response = request(&site, "GET", path, &[("Cookie", &cookie)]);
            assert!(response.starts_with("HTTP/1.1 303 "), "{path}: {response}");
            assert!(response.contains(&format!("location: {path}\r\n")), "{path}: {response}");
            assert!(response.contains("set-cookie: session="), "{path}: {response}");
        }
        for path in ["/saved", "/submit"] {
            let response = request(&site, "GET", path, &[("Cookie", &cookie)]);
            assert!(response.contains("location: /login?next="), "{path}: {response}");
        }
    }
    // Nothing is noted in the name of another user.
    let keys: Vec<String> = site.redis("KEYS *:ada*");
    assert_eq!(keys, Vec::<String>::new());
}
