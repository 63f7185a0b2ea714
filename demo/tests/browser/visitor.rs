//! A reader without a browser, who sends requests and the forms of pages.

use std::io::{Read, Write};
use std::net::TcpStream;

use url::form_urlencoded::{Serializer, parse};

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
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply
    }

    /// Sends fields as they are in the query of an address, with the name of the reader.
    pub fn post(&self, path: &str, fields: &str) -> Reply {
        let is_named = fields.split('&').any(|field| field.starts_with("reader="));
        let reader = if is_named { String::new() } else { format!("reader={}&", self.user) };
        self.send("POST", path, "", &format!("{reader}{fields}"))
    }

    /// Sends a form of a page with these fields; with an id, the form for that.
    #[track_caller]
    pub fn submit(&self, page: &Reply, action: &str, fields: &str) -> Reply {
        let fields: Vec<(String, String)> = parse(fields.as_bytes()).into_owned().collect();
        let id = fields.iter().find(|(name, _)| ["id", "topic"].contains(&&**name));
        let id = id.map(|(_, id)| format!("value=\"{id}\"")).unwrap_or_default();
        let mut forms = page.body.split("<form ").skip(1).filter_map(|html| {
            let (form, _) = html.split_once("</form>")?;
            (attribute(form, "action")? == action && form.contains(&id)).then_some(form)
        });
        let form = forms.next().unwrap_or_else(|| panic!("no form {action} {id}: {}", page.body));
        let hidden = form.split("<input type=\"hidden\" ").skip(1).filter_map(|input| {
            let (name, value) = (attribute(input, "name")?, attribute(input, "value")?);
            fields.iter().all(|field| field.0 != name).then_some((name, value))
        });
        let mut body = Serializer::new(String::new());
        let body = body.extend_pairs(hidden).extend_pairs(&fields).finish();
        self.send("POST", action, "", &body)
    }

    pub fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Reply {
        let mut stream = TcpStream::connect(self.site.url.trim_start_matches("http://")).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: x\r\nCookie: {}\r\nContent-Length: {}\r\n\
             Connection: close\r\n{headers}\r\n{body}",
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

fn attribute(html: &str, name: &str) -> Option<String> {
    let (_, value) = html.split_once(&format!("{name}=\""))?;
    Some(plain(value.split('"').next()?))
}

/// Returns the text that HTML shows, without more than one space at a time.
pub fn plain(html: &str) -> String {
    let parts = html.split('<').enumerate();
    let text: String = parts
        .map(|(place, part)| match part.split_once('>') {
            Some((_, text)) if place > 0 => text,
            _ => part,
        })
        .collect();
    let escapes = "&#60;< &#62;> &lt;< &gt;> &#34;\" &quot;\" &#39;' &amp;& &#38;&".split(' ');
    let text = escapes.fold(text, |text, escape| {
        let (from, to) = escape.split_at(escape.len() - 1);
        text.replace(from, to)
    });
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }

    #[track_caller]
    pub fn location(&self) -> &str {
        self.header("location").unwrap_or_else(|| panic!("no redirection: {}", self.body))
    }

    /// Returns the cookie of a login.
    #[track_caller]
    pub fn cookie(&self) -> String {
        let cookie = self.header("set-cookie").unwrap_or_else(|| panic!("{}", self.body));
        assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn ids(&self) -> Vec<i64> {
        let ids = self.body.split("data-id=\"").skip(1);
        ids.map(|html| html.split('"').next().unwrap().parse().unwrap()).collect()
    }

    pub fn link(&self, class: &str) -> Option<String> {
        let html = self.body.split(&format!("<a class=\"{class}\"")).nth(1)?;
        Some(attribute(html, "href")?.replace("#comments", ""))
    }
}
