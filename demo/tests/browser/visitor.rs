//! A reader without a browser, who follows links and sends the forms of pages.

use std::io::{Read, Write};
use std::net::TcpStream;

use url::form_urlencoded::Serializer;

use crate::world::Site;

pub struct Visitor<'a> {
    pub site: &'a Site,
    pub cookie: String,
    pub user: String,
}

pub struct Reply {
    pub status: u16,
    head: String,
    pub body: String,
}

pub type Fields<'a> = [(&'a str, &'a str)];

impl<'a> Visitor<'a> {
    pub fn new(site: &'a Site) -> Self {
        Self { site, cookie: String::new(), user: String::new() }
    }

    pub fn named(site: &'a Site, user: &str) -> Self {
        let mut visitor = Self::new(site);
        let reply = visitor.post("/login", &[("name", user)]);
        assert_eq!(reply.status, 303, "{}", reply.body);
        visitor.keep(&reply, user);
        visitor
    }

    pub fn keep(&mut self, reply: &Reply, user: &str) {
        let cookie = reply.header("set-cookie").expect("a login sets a cookie");
        assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        user.clone_into(&mut self.user);
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, "", "")
    }

    pub fn page(&self, path: &str) -> Reply {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply
    }

    pub fn post(&self, path: &str, fields: &Fields) -> Reply {
        let mut body = Serializer::new(String::new());
        if fields.iter().all(|(name, _)| *name != "reader") {
            body.append_pair("reader", &self.user);
        }
        self.send("POST", path, "", &body.extend_pairs(fields).finish())
    }

    pub fn submit(&self, page: &Reply, action: &str, text: &str, fields: &Fields) -> Reply {
        let mut forms = page.body.split("<form ").skip(1).filter_map(|html| {
            let (form, _) = html.split_once("</form>")?;
            let target = attribute(form, "action")?;
            (target == action && form.contains(text)).then_some(form)
        });
        let form =
            forms.next().unwrap_or_else(|| panic!("no form {action} {text}: {}", page.body));
        let hidden = form
            .split("<input type=\"hidden\" ")
            .skip(1)
            .filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value")?)));
        let hidden: Vec<_> =
            hidden.filter(|(name, _)| fields.iter().all(|field| field.0 != name)).collect();
        let all = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        self.post(action, &all.chain(fields.iter().copied()).collect::<Vec<_>>())
    }

    pub fn follow(&self, page: &Reply, action: &str, text: &str, fields: &Fields) -> Reply {
        let reply = self.submit(page, action, text, fields);
        assert_eq!(reply.status, 303, "{action}: {}", reply.body);
        self.page(reply.location().split('#').next().unwrap_or_default())
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

pub fn plain(html: &str) -> String {
    let text: String = html
        .split('<')
        .enumerate()
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

    pub fn location(&self) -> &str {
        self.header("location").unwrap_or_else(|| panic!("no redirection: {}", self.body))
    }

    #[track_caller]
    pub fn assert(&self, status: u16, text: &str) {
        let shown = plain(&self.body);
        assert!(self.status == status && shown.contains(text), "{} {shown}", self.status);
    }

    pub fn ids(&self) -> Vec<i64> {
        let ids = self.body.split("data-id=\"").skip(1);
        ids.map(|html| html.split('"').next().unwrap().parse().unwrap()).collect()
    }

    #[track_caller]
    pub fn between(&self, from: &str, to: &str) -> &str {
        let (_, rest) = self.body.split_once(from).unwrap_or_else(|| panic!("{}", self.body));
        rest.split(to).next().unwrap()
    }

    pub fn link(&self, class: &str) -> Option<String> {
        let html = self.body.split(&format!("<a class=\"{class}\"")).nth(1)?;
        Some(attribute(html, "href")?.replace("#comments", ""))
    }
}
