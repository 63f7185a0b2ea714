//! Requests that no page of the site sends, and how often a page waits for Redis.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::world::Site;

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

/// A proxy between a site and its Redis server, which counts round trips.
pub struct Proxy {
    pub port: u16,
    connections: Arc<Mutex<Vec<Arc<Connection>>>>,
}

/// A connection of the site.
#[derive(Default)]
pub struct Connection {
    round_trips: AtomicUsize,
    /// Whether the server has spoken last, so that the next request is another round trip.
    has_reply: AtomicBool,
    /// What the site has sent.
    requests: Mutex<Vec<u8>>,
}

impl Proxy {
    /// Starts a proxy to a port of this machine. It ends with the test.
    pub fn start(server: u16) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let connections: Arc<Mutex<Vec<Arc<Connection>>>> = Arc::default();
        let known = connections.clone();
        thread::spawn(move || {
            for site in listener.incoming().map_while(Result::ok) {
                let connection = Arc::new(Connection::default());
                connection.has_reply.store(true, Ordering::SeqCst);
                known.lock().unwrap().push(connection.clone());
                let redis = TcpStream::connect((Ipv4Addr::LOCALHOST, server)).unwrap();
                let (from_redis, to_site) =
                    (redis.try_clone().unwrap(), site.try_clone().unwrap());
                let replying = connection.clone();
                thread::spawn(move || connection.forward(site, redis, Connection::note_request));
                thread::spawn(move || {
                    replying.forward(from_redis, to_site, Connection::note_reply)
                });
            }
        });
        Self { port, connections }
    }

    /// Returns the latest connection on which the site has sent this text.
    pub fn connection(&self, text: &str) -> Arc<Connection> {
        let connections = self.connections.lock().unwrap();
        let has_sent = |connection: &&Arc<Connection>| {
            let requests = connection.requests.lock().unwrap();
            requests.windows(text.len()).any(|part| part == text.as_bytes())
        };
        connections.iter().rev().find(has_sent).expect("a connection sent the text").clone()
    }
}

impl Connection {
    pub fn round_trips(&self) -> usize {
        self.round_trips.load(Ordering::SeqCst)
    }

    fn forward(&self, mut from: TcpStream, mut to: TcpStream, note: impl Fn(&Self, &[u8])) {
        let mut buffer = vec![0; 1 << 16];
        // An error is the end of the connection, like the end of the data.
        while let Ok(size @ 1..) = from.read(&mut buffer) {
            note(self, &buffer[..size]);
            if to.write_all(&buffer[..size]).is_err() {
                return;
            }
        }
    }

    fn note_request(&self, request: &[u8]) {
        self.requests.lock().unwrap().extend(request);
        if self.has_reply.swap(false, Ordering::SeqCst) {
            self.round_trips.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn note_reply(&self, _: &[u8]) {
        self.has_reply.store(true, Ordering::SeqCst);
    }
}
