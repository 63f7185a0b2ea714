//! Requests that no page of the site sends.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::site::Site;

#[test]
fn a_new_browser_can_send_any_safe_request() {
    let site = Site::start();
    let head = response(&site, "HEAD", "/");
    assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
    assert!(head.contains("set-cookie: session="), "{head}");
    assert!(response(&site, "OPTIONS", "/").starts_with("HTTP/1.1 405 "));
    assert!(response(&site, "POST", "/vote").starts_with("HTTP/1.1 403 "));
}

#[test]
fn a_wrong_method_gets_a_page() {
    let site = Site::start();
    for (method, path) in [("GET", "/vote"), ("OPTIONS", "/"), ("GET", "/comment")] {
        let response = response(&site, method, path);
        assert!(response.starts_with("HTTP/1.1 405 "), "{path}: {response}");
        assert!(response.contains("<a href=\"/new\">New</a>"), "{path}: {response}");
    }
}

#[test]
fn nobody_and_nothing_has_no_page() {
    let site = Site::start();
    for (path, status) in [
        ("/u/nosuch", 404),
        ("/g/nosuch", 404),
        ("/u/nosuch/all", 404),
        ("/nosuch", 404),
        ("/a/999999", 404),
        ("/u/amber-otter", 200),
        ("/g/rust", 200),
        ("/g/rust/day", 200),
    ] {
        let response = response(&site, "GET", path);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {response}");
    }
}

#[test]
fn the_cookie_has_the_port_in_its_name() {
    let site = Site::start();
    let reply = send(&site, "GET", "/", "Host: 127.0.0.1:8081\r\n");
    assert!(reply.contains("set-cookie: session-8081="), "{reply}");
}

#[test]
fn files_that_a_browser_has_are_not_sent_again() {
    let site = Site::start();
    let first = response(&site, "GET", "/site.css");
    let etag = first.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = send(&site, "GET", "/site.css", &format!("Host: x\r\nIf-None-Match: {etag}\r\n"));
    assert!(again.starts_with("HTTP/1.1 304 "), "{again}");
    assert!(again.ends_with("\r\n\r\n"), "{again}");
    let other = send(&site, "GET", "/site.css", "Host: x\r\nIf-None-Match: \"other\"\r\n");
    assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
}

#[test]
fn pages_are_compressed() {
    let site = Site::start();
    for path in ["/", "/site.css", "/atom"] {
        let head = send(&site, "HEAD", path, "Host: x\r\nAccept-Encoding: gzip, br\r\n");
        assert!(head.contains("content-encoding: gzip\r\n"), "{path}: {head}");
        assert!(head.to_ascii_lowercase().contains("accept-encoding"), "{path}: {head}");
        let head = send(&site, "HEAD", path, "Host: x\r\n");
        assert!(!head.contains("content-encoding"), "{path}: {head}");
    }
}

#[test]
fn a_visitor_logs_in_on_the_way_to_a_page() {
    let site = Site::start();
    for (path, next) in
        [("/feed", "%2Ffeed"), ("/submit", "%2Fsubmit"), ("/feed/new", "%2Ffeed%2Fnew")]
    {
        let response = response(&site, "GET", path);
        assert!(response.contains(&format!("location: /login?next={next}\r\n")), "{response}");
    }
}

#[test]
fn bad_addresses_get_the_page_that_says_so() {
    let site = Site::start();
    for (path, status) in [
        ("/a/x", "404"),
        ("/a/-1", "404"),
        ("/a/4294967296", "404"),
        ("/a/%ff", "404"),
        ("/%ff", "404"),
        ("/g/%ff", "404"),
        ("/u/ada/%ff", "404"),
        ("/?after=1&after=2", "400"),
        ("/a/1?merged=1&merged=2", "400"),
        ("/login?next=/&next=/", "400"),
        ("/c/x", "404"),
        ("/c/1", "404"),
        ("/c/99999", "404"),
        ("/c/99999/edit", "303"),
        ("/a/1/hot", "404"),
        ("/a/2001", "404"),
        ("/a/1?after=x", "400"),
        ("/a/1?since=x", "400"),
        ("/comments?after=x", "400"),
        ("/moderations?before=x", "400"),
        ("/flag/x", "404"),
        ("/flag/1", "303"),
        ("/flags", "403"),
        ("/saved", "303"),
        ("/settings", "303"),
        ("/a/1/edit", "303"),
        ("/site/x", "404"),
        ("/site/github.com/redis/redis", "404"),
        ("/atom/nowhere", "404"),
        ("/comments/hidden", "403"),
    ] {
        let response = response(&site, "GET", path);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {response}");
        let is_page = status == "303" || response.contains("<a href=\"/new\">New</a>");
        assert!(is_page, "{path}: {response}");
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
