//! Requests that no page of the site sends.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::site::Site;

/// A session, as the cookie has it.
pub const ID: &str = "0123456789abcdef0123456789abcdef";

/// Logs a user in, and returns the cookie.
pub fn log_in(site: &Site, user: &str) -> String {
    site.run(&format!("SET session:{ID} {user}"));
    format!("session={user}.{ID}")
}

#[test]
fn each_request_has_its_status_and_a_page() {
    let site = Site::start();
    for (method, status, paths) in [
        ("GET", 200, "/u/amber-otter /g/rust /g/rust/day /past/9999-12-31 /past/1970-01-01"),
        ("GET", 303, "/c/99999/edit /flag/1 /saved /settings /a/1/edit"),
        (
            "GET",
            400,
            "/?after=1&after=2 /a/1?merged=1&merged=2 /login?next=/&next=/ /a/1?after=x \
             /a/1?since=x /comments?after=x /moderations?before=x",
        ),
        ("GET", 403, "/flags /comments/hidden"),
        (
            "GET",
            404,
            "/a/x /a/-1 /a/4294967296 /a/%ff /%ff /g/%ff /u/ada/%ff /c/x /c/1 /c/99999 \
             /a/1/hot /a/2001 /flag/x /site/x /site/github.com/redis/redis /atom/nowhere \
             /u/nosuch /g/nosuch /u/nosuch/all /nosuch /a/999999 /past/2026-11-31 /past/2026-1-1 /past/x \
             /past/1969-12-31",
        ),
        ("GET", 405, "/vote /comment"),
        ("OPTIONS", 405, "/"),
        ("POST", 403, "/vote"),
    ] {
        for path in paths.split(' ') {
            let response = response(&site, method, path);
            assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {response}");
            let is_page = status == 303 || response.contains("<a href=\"/new\">New</a>");
            assert!(is_page, "{path}: {response}");
        }
    }
    for path in ["/feed", "/submit", "/feed/new"] {
        let next = format!("location: /login?next={}\r\n", path.replace('/', "%2F"));
        assert!(response(&site, "GET", path).contains(&next), "{path}");
    }
}

#[test]
fn headers_say_what_a_browser_needs() {
    let site = Site::start();
    let head = response(&site, "HEAD", "/");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    assert!(head.contains("set-cookie: session="), "{head}");
    // The cookie has the port in its name.
    let reply = send(&site, "GET", "/", "Host: 127.0.0.1:8081\r\n");
    assert!(reply.contains("set-cookie: session-8081="), "{reply}");
    // Files that a browser has are not sent again.
    let first = response(&site, "GET", "/site.css");
    let etag = first.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = request(&site, "GET", "/site.css", &[("If-None-Match", etag)]);
    assert!(again.starts_with("HTTP/1.1 304 ") && again.ends_with("\r\n\r\n"), "{again}");
    let other = request(&site, "GET", "/site.css", &[("If-None-Match", "\"other\"")]);
    assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
    // Pages are compressed.
    for path in ["/", "/site.css", "/atom"] {
        let head = request(&site, "HEAD", path, &[("Accept-Encoding", "gzip, br")]);
        assert!(head.contains("content-encoding: gzip\r\n"), "{path}: {head}");
        assert!(head.to_ascii_lowercase().contains("accept-encoding"), "{path}: {head}");
        let head = response(&site, "HEAD", path);
        assert!(!head.contains("content-encoding"), "{path}: {head}");
    }
}

/// Returns the response to a request without a cookie.
pub fn response(site: &Site, method: &str, path: &str) -> String {
    request(site, method, path, &[])
}

/// Returns the response to a request with these headers.
pub fn request(site: &Site, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    send(site, method, path, &format!("Host: x\r\n{headers}"))
}

/// Returns the response to a form.
pub fn post(site: &Site, path: &str, cookie: &str, body: &str) -> String {
    let headers = format!("Host: x\r\nCookie: {cookie}\r\nContent-Length: {}\r\n", body.len());
    send_with_body(site, "POST", path, &headers, body)
}

fn send(site: &Site, method: &str, path: &str, headers: &str) -> String {
    send_with_body(site, method, path, headers, "")
}

fn send_with_body(site: &Site, method: &str, path: &str, headers: &str, body: &str) -> String {
    let address = site.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}
