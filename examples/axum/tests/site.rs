//! The site in one file, over HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;

use test_server::Setup;

#[allow(dead_code)]
#[path = "../src/main.rs"]
mod site;

/// Sends a request and returns the response.
fn send(site: SocketAddr, method: &str, path: &str, cookie: &str, form: &str) -> String {
    let mut connection = TcpStream::connect(site).expect("a connection");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    );
    connection.write_all(request.as_bytes()).expect("a request");
    let mut response = String::new();
    connection.read_to_string(&mut response).expect("a response");
    response
}

#[test]
fn one_can_log_in_submit_vote_and_comment() {
    let module = std::env::var("MODULE").expect("MODULE is the path of the built module");
    let server = Setup::default().module(module).start();
    let url = format!("redis://127.0.0.1:{}", server.port());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let site = listener.local_addr().unwrap();
    let serve = async move {
        let listener = tokio::net::TcpListener::from_std(listener).unwrap();
        axum::serve(listener, site::site(&url).await.unwrap()).await
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    thread::spawn(move || runtime.block_on(serve));

    let log_in = |name: &str| {
        let reply = send(site, "POST", "/login", "", &format!("name={name}"));
        let cookie = reply.split("set-cookie: ").nth(1).expect("a cookie");
        assert!(cookie.contains("HttpOnly; SameSite=Lax; Path=/"), "{cookie}");
        cookie.split(';').next().unwrap().to_owned()
    };
    let [ada, bob, eve] = ["ada", "bob", "eve"].map(log_in);
    let [ada, bob, eve] = [&*ada, &*bob, &*eve];
    assert!(send(site, "POST", "/login", "", "name=a+b").contains("letters and digits"));
    let long = format!("title={}&link=https%3A%2F%2Fa.example", "x".repeat(121));
    for (path, form, cookie, answer) in [
        ("/submit", "title=%3Cb%3E&link=https%3A%2F%2Fa.example", ada, "location: /a/1"),
        ("/submit", "title=t&link=javascript:1", ada, "location: /a/2"),
        ("/submit", "title=t&link=https%3A%2F%2Fa.example", "", "Please log in."),
        // A cookie that the site has not signed.
        ("/submit", "title=t&link=https%3A%2F%2Fa.example", "name=ada", "Please log in."),
        ("/submit", &long, ada, "The title can have up to 120 letters."),
        ("/submit", "title=+&link=x", ada, "The title is missing."),
        ("/vote", "id=1&story=1&vote=UP", bob, "location: /a/1"),
        ("/vote", "id=9&story=9&vote=UP", bob, "no such article"),
        ("/comment", "parent=1&story=1&text=Hello", bob, "location: /a/1#c3"),
        ("/comment", "parent=3&story=1&text=Good+day", ada, "location: /a/1#c4"),
        ("/vote", "id=3&story=1&vote=DOWN", ada, "location: /a/1"),
    ] {
        let reply = send(site, "POST", path, cookie, form);
        assert!(reply.contains(answer), "{path} {form}: {reply}");
    }
    let list = send(site, "GET", "/", bob, "");
    assert!(list.contains("href=\"https://a.example\"") && list.contains("2 comments"), "{list}");
    assert!(list.contains("&#60;b&#62;") && !list.contains("<b>"), "{list}");
    assert!(list.contains("href=\"/a/2\"") && !list.contains("javascript:"), "{list}");
    assert!(list.contains("value=\"NONE\" aria-label=\"up\" aria-pressed"), "{list}");
    let thread = send(site, "GET", "/a/1", ada, "");
    let places = ["id=\"c3\"", "Hello", "id=\"c4\"", "margin-left: 2rem", "Good day"];
    let places =
        places.map(|part| thread.find(part).unwrap_or_else(|| panic!("{part}: {thread}")));
    assert!(places.is_sorted(), "{thread}");
    for path in ["/a/3", "/a/99"] {
        assert!(send(site, "GET", path, "", "").contains("There is no such story."), "{path}");
    }
    // "More" leads to every story once.
    for number in 0..40 {
        let form = format!("title=story{number}&link=https%3A%2F%2Fb.example%2F{number}");
        send(site, "POST", "/submit", eve, &form);
    }
    let first = send(site, "GET", "/new", "", "");
    let (_, rest) = first.split_once("<a href=\"/new?after=").expect("another page");
    let next = format!("/new?after={}", rest.split('"').next().unwrap());
    let second = send(site, "GET", &next, "", "");
    assert!(first.contains("story39<") && !first.contains("story2<"), "{first}");
    assert!(second.contains("story2<") && !second.contains("story39<"), "{second}");
}
