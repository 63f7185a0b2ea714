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

/// Returns the response to a request without a cookie.
fn response(site: &Site, method: &str, path: &str) -> String {
    let address = site.url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}
