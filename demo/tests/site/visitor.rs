//! A reader without a browser, who sends requests and the forms of pages.

use std::io::{Read, Write};
use std::net::TcpStream;

use url::form_urlencoded::Serializer;

use crate::world::Site;

pub struct Visitor<'a> {
    pub site: &'a Site,
    pub cookie: String,
    pub user: String,
}

#[derive(Clone, Default)]
pub struct Reply {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Visitor<'_> {
    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "", "")
    }

    #[track_caller]
    pub fn page(&self, path: &str) -> Reply {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply
    }

    /// Sends the fields of a form, as the page of this reader does.
    pub fn post(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        let mut body = Serializer::new(String::new());
        if !fields.iter().any(|(name, _)| *name == "reader") {
            body.append_pair("reader", &self.user);
        }
        self.send("POST", path, "", &body.extend_pairs(fields).finish())
    }

    /// Sends a form that must be accepted, and returns where it leads.
    #[track_caller]
    pub fn act(&self, path: &str, fields: &[(&str, &str)]) -> String {
        let reply = self.post(path, fields);
        assert_eq!(reply.status, 303, "{path}: {}", reply.text());
        reply.header("location").expect("a place to go").to_owned()
    }

    /// Sends a request with more lines in its head, each with its end.
    pub fn send(&self, method: &str, path: &str, head: &str, body: &str) -> Reply {
        let host =
            if head.contains("Host:") { "" } else { &format!("Host: {}\r\n", self.site.host) };
        let mut stream = TcpStream::connect(&self.site.host).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{host}Cookie: {}\r\nContent-Length: {}\r\n\
             Connection: close\r\n{head}\r\n{body}",
            self.cookie,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut response = Vec::new();
        stream.read_to_end(&mut response).unwrap();
        let response = String::from_utf8_lossy(&response);
        let (head, body) = response.split_once("\r\n\r\n").expect("a response has a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Reply { status: status.unwrap(), head: head.to_owned(), body: body.to_owned() }
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    /// Returns a cookie that the reply sets.
    #[track_caller]
    pub fn cookie(&self, name: &str) -> String {
        let mut cookies = self.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookies.find(|cookie| cookie.starts_with(&format!("{name}=")));
        let cookie = cookie.unwrap_or_else(|| panic!("no cookie {name}: {}", self.head));
        assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    /// Returns the text that the HTML shows, without more than one space at a time.
    pub fn text(&self) -> String {
        let parts = self.body.split('<').enumerate();
        let text = parts.map(|(place, part)| match part.split_once('>') {
            Some((_, text)) if place > 0 => text,
            _ => part,
        });
        let text = text.collect::<String>().replace("&#60;", "<").replace("&#62;", ">");
        let text = text.replace("&#34;", "\"").replace("&#39;", "'").replace("&#38;", "&");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Checks that the page shows a text, or for one that begins with `!`, that it does not.
    #[track_caller]
    pub fn shows(&self, texts: &[&str]) {
        let shown = self.text();
        for text in texts {
            match text.strip_prefix('!') {
                Some(text) => assert!(!shown.contains(text), "{text:?} is on the page: {shown}"),
                None => assert!(shown.contains(text), "{text:?} is not on the page: {shown}"),
            }
        }
    }
}
