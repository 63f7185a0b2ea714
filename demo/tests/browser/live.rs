//! Event streams: who gets one, what is in it, and when it ends.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::Duration;

use article_news::live::Owner;

use crate::requests::response;
use crate::world::{Site, Talk};

/// An event stream that is read without a browser.
struct Stream {
    lines: BufReader<TcpStream>,
}

impl Stream {
    fn open(site: &Site, path: &str) -> Self {
        Self::open_with(site, path, "")
    }

    /// Opens a stream of a browser that sends these headers.
    fn open_with(site: &Site, path: &str, headers: &str) -> Self {
        let address = site.url.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        Self { lines: BufReader::new(stream) }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    /// Waits for the next update of the page, and returns it.
    fn update(&mut self) -> String {
        while self.line() != "event: changes\n" {}
        let lines = std::iter::from_fn(|| Some(self.line()));
        lines.take_while(|line| line != "\n").collect()
    }
}

#[tokio::test]
async fn a_hidden_tab_gets_no_events() {
    let (world, talk) = Talk::start();
    let browser = world.browser().await.live_at(&talk.path()).await;
    let files = world.site.open_files();
    browser.set_visibility("hidden").await;
    browser.wait_until("return !('stream' in document.getElementById('pulse').dataset)").await;
    // The server has closed the stream, too.
    while world.site.open_files() >= files {
        sleep(Duration::from_millis(20));
    }
    world.site.run(&format!("ARTICLE.VOTE news eve {}", talk.story));
    talk.comment("eve", talk.story, "Meanwhile");
    let votes = format!("#story-{} .votes", talk.story);
    assert_eq!(browser.text(&votes).await, "1");
    // Once it is shown, it has all that happened meanwhile.
    browser.set_visibility("visible").await;
    browser.wait_for_text(&votes, "2").await;
    browser.wait_for_text("#arrivals", "1 new comment").await;
    assert_eq!(browser.run("return window.notReloaded").await, true);
}

#[test]
fn a_stream_has_what_a_page_shows_and_nothing_else() {
    let site = Site::start();
    let shown = Talk::new(&site);
    let mut stream = Stream::open(&site, &format!("/live?ids={}&seen=999999", shown.story));
    let state = stream.update();
    assert!(state.contains(&format!("id=\"votes-{}\"", shown.story)), "{state}");
    site.run("ARTICLE.VOTE news eve 2000");
    site.run(&format!("ARTICLE.VOTE news eve {}", shown.story));
    loop {
        let update = stream.update();
        assert!(!update.contains("2000"), "{update}");
        if update.contains(">2</b>") {
            break;
        }
    }
}

#[test]
fn a_stream_conceals_what_is_hidden() {
    let site = Site::start();
    let talk = Talk::new(&site);
    let comment = talk.comment("bob", talk.story, "Text");
    let path = format!(
        "/live?ids={},{comment}&scope=thread:{}&seen={}",
        talk.story,
        talk.story,
        comment - 1
    );
    let mut stream = Stream::open(&site, &path);
    let state = stream.update();
    assert!(state.contains(">Talk</a>"), "{state}");
    site.run(&format!("ARTICLE.MODERATE news HIDE {}", talk.story));
    site.run(&format!("ARTICLE.EDIT news {} TITLE Secret", talk.story));
    let concealed = format!(
        "<span class=\"flags gone\" id=\"flags-{}\">\
         <span class=\"flag hidden\">hidden</span> </span>",
        talk.story
    );
    // What happened before can come again: the site has only just begun to follow the changes.
    let update = loop {
        let update = stream.update();
        assert!(!update.contains("Secret"), "{update}");
        if update.contains(&concealed) {
            break update;
        }
    };
    assert!(!update.contains("votes-"), "{update}");
    // A new stream is as silent about the story and the comments on it.
    let state = Stream::open(&site, &path).update();
    assert_eq!(state, format!("data: {concealed}<button id=\"arrivals\" hidden></button>\n"));
    site.run(&format!("ARTICLE.MODERATE news SHOW {}", talk.story));
    while !stream.update().contains("Secret") {}
}

#[test]
fn one_follower_serves_all_streams() {
    let site = Site::start();
    let mut streams: Vec<_> = (0..30).map(|_| Stream::open(&site, "/live?ids=2000")).collect();
    streams.iter_mut().for_each(|stream| assert!(stream.update().contains("votes-2000")));
    let following = || {
        let clients: String = site.redis("CLIENT LIST");
        clients.lines().filter(|line| line.contains("cmd=article.changes")).count()
    };
    // The other one is that of the search.
    while following() < 2 {}
    assert_eq!(following(), 2);
    site.run("ARTICLE.VOTE news eve 2000");
    for stream in &mut streams {
        // A stream that opened before the follower's first reply gets its state again.
        while !stream.update().contains("votes-2000") {}
    }
}

#[test]
fn closed_streams_are_freed() {
    let site = Site::with(&["--origin", "http://x"]);
    // Behind a proxy, as many clients as it takes.
    let streams = || -> Vec<_> {
        let open = |number: usize| {
            let headers = format!("X-Forwarded-For: 192.0.2.{}\r\n", number % 10);
            Stream::open_with(&site, "/live?ids=1", &headers)
        };
        let mut streams: Vec<_> = (1..Owner::Site.limit()).map(open).collect();
        streams.iter_mut().for_each(|stream| assert!(stream.line().contains(" 200 ")));
        streams
    };
    // With the first stream, the site has all its connections to Redis.
    let mut first = Stream::open(&site, "/live?ids=2000");
    first.update();
    site.run("ARTICLE.VOTE news eve 2000");
    first.update();
    let files = site.open_files();
    let open = streams();
    assert!(site.open_files() >= files + open.len());
    assert!(response(&site, "GET", "/live").starts_with("HTTP/1.1 503 "));
    drop(open);
    while site.open_files() > files {
        sleep(Duration::from_millis(20));
    }
    // There is room for as many again.
    streams();
}

#[test]
fn no_client_takes_the_streams_of_others() {
    let site = Site::with(&["--origin", "http://x"]);
    let open = |session: usize, address: &str| {
        // Clients can forge the first address, but not what the proxy adds.
        let headers = format!(
            "Cookie: session={session:032x}\r\nX-Forwarded-For: 192.0.2.{session}, {address}\r\n"
        );
        let mut stream = Stream::open_with(&site, "/live?ids=1", &headers);
        stream.line().contains(" 200 ").then_some(stream)
    };
    let network = "198.51.100.1".parse().unwrap();
    let (of_session, of_network) =
        (Owner::Session(String::new()).limit(), Owner::Network(network).limit());
    let mut streams: Vec<_> = (0..of_session).map(|_| open(0, "198.51.100.1").unwrap()).collect();
    for address in ["198.51.100.1", "198.51.100.2"] {
        assert!(open(0, address).is_none());
    }
    streams.extend((of_session..of_network).map(|number| open(number, "198.51.100.1").unwrap()));
    assert!(open(of_network, "198.51.100.1").is_none());
    assert!(open(of_network, "198.51.100.2").is_some());
}

#[test]
fn bad_addresses_get_no_more_than_others() {
    let site = Site::start();
    for path in ["/live?ids=x,,-1&scope=thread:x", "/live?scope=hidden&seen=0", "/live?ids=0"] {
        let state = Stream::open(&site, path).update();
        assert!(state.ends_with("<button id=\"arrivals\" hidden></button>\n"), "{path}: {state}");
        assert!(!state.contains("votes-"), "{path}: {state}");
    }
    assert!(response(&site, "GET", "/live?seen=x").starts_with("HTTP/1.1 400 "));
    assert!(response(&site, "GET", "/a/1/comments").starts_with("HTTP/1.1 400 "));
    assert!(response(&site, "GET", "/a/99999/comments?ids=1").starts_with("HTTP/1.1 200 "));
    site.run("ARTICLE.MODERATE news HIDE 2000");
    assert!(response(&site, "GET", "/a/2000/comments?ids=2001").starts_with("HTTP/1.1 410 "));
}
