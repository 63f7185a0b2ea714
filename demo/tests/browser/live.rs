//! Event streams: what is in them, and how many there can be.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use article_news::live::{MAX_OF_NETWORK, MAX_STREAMS};

use crate::world::{DEADLINE, Site, repeat_until, wait_until};

/// An event stream that is read without a browser.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(site: &Site, address: &str) -> Self {
        let mut stream = TcpStream::connect(site.url.trim_start_matches("http://")).unwrap();
        // Clients can forge the first address, but not what the proxy adds.
        let forwarded = format!("X-Forwarded-For: 192.0.2.200, {address}");
        let request = format!("GET /live HTTP/1.1\r\nHost: x\r\n{forwarded}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        Self(BufReader::new(stream))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line
    }

    fn changes(&mut self) -> String {
        repeat_until("changes", || self.line() == "event: changes\n");
        self.line().trim().to_owned()
    }

    fn is_open(&mut self) -> bool {
        self.line().contains(" 200 ")
    }
}

fn following(site: &Site) -> usize {
    let clients: String = site.redis("CLIENT LIST");
    clients.lines().filter(|line| line.contains("cmd=article.changes")).count()
}

#[test]
fn a_stream_has_changed_ids_and_pages_get_what_their_reader_may_see() {
    let site = Site::start();
    site.play(
        "
        story: ARTICLE.POST news bob Talk https://example.com/talk
        comment: ARTICLE.COMMENT news bob {story} Text
        ",
    );
    let (story, comment) = (site.id("story"), site.id("comment"));
    let mut streams: Vec<_> = (0..30).map(|_| Stream::open(&site, "")).collect();
    streams.iter_mut().for_each(|stream| assert_eq!(stream.changes(), "data: all"));
    // One follower serves all streams. The other one is that of the search.
    wait_until("two follow", || following(&site) >= 2);
    site.run(&format!("ARTICLE.VOTE news eve {comment}"));
    for stream in &mut streams {
        let id = format!("{comment}:{story}");
        wait_until(&id, || stream.changes().split(' ').any(|changed| changed == id));
    }
    assert!(following(&site) <= 2);
    let (ids, before) = (format!("{story},{comment},x,,-1,99999"), comment - 1);
    site.play(&format!(
        "
        visitor /parts?ids={ids} ~votes-{comment}\">2< ~discuss-{story} ~flags-99999
        visitor /a/{story}/comments?seen={before} = {comment}
        visitor /a/{story}/comments?seen={comment} =
        # A hidden story leaves its mark, and what is on it nothing.
        ARTICLE.MODERATE news HIDE {story}
        ARTICLE.EDIT news {story} TITLE Secret
        visitor /parts?ids={ids} 'hidden deleted' !Secret
        moderator /parts?ids={ids} Secret
        visitor /a/{story}/comments?seen=0 410
        # So does a hidden comment, which is not announced.
        ARTICLE.MODERATE news SHOW {story}
        ARTICLE.MODERATE news HIDE {comment}
        visitor /a/{story}/comments?seen=0 =
        "
    ));
}

#[test]
fn streams_are_bounded_per_client_and_freed() {
    let site = Site::with(&["--origin", "http://x"]);
    let fill = |number: usize, address: &str| -> Vec<_> {
        let mut streams: Vec<_> = (0..number).map(|_| Stream::open(&site, address)).collect();
        streams.iter_mut().for_each(|stream| assert!(stream.is_open()));
        streams
    };
    let mut first = Stream::open(&site, "192.0.2.1");
    // With these, the site has all its connections to Redis.
    wait_until("two follow", || following(&site) >= 2 && first.line() == "event: pulse\n");
    let files = site.open_files();
    let full = fill(MAX_OF_NETWORK, "198.51.100.1");
    assert!(!Stream::open(&site, "198.51.100.1").is_open());
    let fill_last = |last: usize| fill(MAX_OF_NETWORK - last / 5, &format!("198.51.100.{last}"));
    let others: Vec<_> = (2..=MAX_STREAMS / MAX_OF_NETWORK).map(fill_last).collect();
    assert_eq!(site.reader("").get("/live").status, 503);
    drop((full, others));
    wait_until("the streams are closed", || site.open_files() <= files);
    fill(MAX_OF_NETWORK, "198.51.100.1");
    // Opening them again and again is work, and so is asking for elements.
    let ids = vec!["1"; 500].join(",");
    let parts = |address: &str| {
        let headers = format!("X-Forwarded-For: {address}\r\n");
        site.reader("").send("GET", &format!("/parts?ids={ids}"), &headers, "").status
    };
    repeat_until("elements are refused", || parts("198.51.100.1") == 429);
    repeat_until("streams are refused", || !Stream::open(&site, "198.51.100.3").is_open());
    assert_eq!(parts("198.51.100.2"), 200);
}
