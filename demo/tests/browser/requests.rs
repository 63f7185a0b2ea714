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
        ("/comments/hidden", "403"),
    ] {
        let response = response(&site, "GET", path);
        assert!(response.starts_with(&format!("HTTP/1.1 {status} ")), "{path}: {response}");
        let is_page = status == "303" || response.contains("Front page</a>");
        assert!(is_page, "{path}: {response}");
    }
}

/// Returns the response to a request without a cookie.
pub fn response(site: &Site, method: &str, path: &str) -> String {
    let address = site.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}
