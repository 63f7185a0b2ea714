//! Event streams: what is in them, and how many there can be.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use crate::world::{Site, wait_until};

struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(site: &Site) -> Self {
        let mut stream = TcpStream::connect(&site.host).unwrap();
        write!(stream, "GET /live HTTP/1.1\r\nHost: {}\r\n\r\n", site.host).unwrap();
        Self(BufReader::new(stream))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
        line.trim().to_owned()
    }

    /// Returns the data of the next event with a name.
    fn next(&mut self, name: &str) -> String {
        while self.line() != format!("event: {name}") {}
        self.line().trim_start_matches("data: ").to_owned()
    }

    fn is_open(&mut self) -> bool {
        self.line().contains(" 200 ")
    }
}

#[test]
fn a_stream_has_new_counts_and_the_growth_of_the_site() {
    let site = Site::start();
    let story = site.story("bob", "Talk");
    let mut streams: Vec<_> = (0..10).map(|_| Stream::open(&site)).collect();
    streams.iter_mut().for_each(|stream| assert!(stream.is_open()));
    let _: i64 = site.redis(&format!("ARTICLE.VOTE news eve {story}"));
    site.comment("eve", story, "First");
    let expected = format!("[{story},2,1]");
    for stream in &mut streams {
        while !stream.next("counts").contains(&expected) {}
    }
    let pulse: serde_json::Value = serde_json::from_str(&streams[0].next("pulse")).unwrap();
    assert_eq!(pulse["articles"], 101);
    // What is hidden is not told.
    let _: i64 = site.redis(&format!("ARTICLE.MODERATE news HIDE {story}"));
    let other = site.story("bob", "Other");
    loop {
        let counts = streams[1].next("counts");
        assert!(!counts.contains(&format!("[{story},")) || counts.contains(&expected), "{counts}");
        if counts.contains(&format!("[{other},")) {
            break;
        }
    }
}

#[test]
fn streams_are_bounded_and_freed() {
    let site = Site::start();
    let open = || {
        let mut stream = Stream::open(&site);
        stream.is_open().then_some(stream)
    };
    let streams: Vec<_> = std::iter::from_fn(open).take(1000).collect();
    assert_eq!(streams.len(), 100);
    drop(streams);
    wait_until("there is room again", || open().is_some());
}
