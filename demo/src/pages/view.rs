//! Stories and comments as the templates show them.

use std::fmt;

use askama::filters::HtmlSafe;

use super::text::{excerpt, plain, rendered, web_address};
use super::unix_time;
use crate::item::Item;

/// An item with what follows from it.
pub struct View {
    pub item: Item,
    /// Where the title of a story leads, if that is an address of the web.
    pub link: Option<String>,
    pub host: String,
    pub age: Age,
    pub is_own: bool,
    /// The comments below it that the page does not show.
    pub rest: u32,
}

impl View {
    pub fn new(item: Item, viewer: &str) -> Self {
        let item = Item { title: plain(&item.title), ..item };
        let url = web_address(&item.link);
        let host = url.as_ref().and_then(|url| url.host_str()).unwrap_or_default();
        Self {
            host: host.strip_prefix("www.").unwrap_or(host).to_owned(),
            link: url.map(String::from),
            age: Age(item.time),
            is_own: !viewer.is_empty() && item.poster == viewer,
            rest: 0,
            item,
        }
    }

    /// Returns the text as HTML that is safe in a page.
    pub fn html(&self) -> String {
        rendered(self.item.text())
    }

    /// Returns the beginning of the text, as it is seen.
    pub fn excerpt(&self) -> String {
        excerpt(self.item.text())
    }

    /// Returns the level of indentation: deep threads continue on pages of their own.
    pub fn level(&self) -> u32 {
        self.item.depth.clamp(1, 7)
    }

    /// Returns the buttons that vote, or take the vote back: the sign, the label, the value, and
    /// whether it is on.
    pub fn arrows(&self) -> [(&'static str, &'static str, String, bool); 2] {
        [("▲", "up", 1), ("▼", "down", -1)].map(|(sign, name, vote)| {
            let is_on = self.item.vote == Some(vote);
            (sign, name, format!("{}:{}", if is_on { "none" } else { name }, self.item.id), is_on)
        })
    }
}

/// When something was posted, which pages show as an age.
#[derive(Clone, Copy)]
pub struct Age(pub i64);

impl fmt::Display for Age {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = unix_time() - self.0;
        let (number, unit) = match seconds {
            ..60 => return f.write_str("just now"),
            60..3600 => (seconds / 60, "minute"),
            3600..86_400 => (seconds / 3600, "hour"),
            _ => (seconds / 86_400, "day"),
        };
        write!(f, "{number} {unit}{} ago", if number == 1 { "" } else { "s" })
    }
}

/// It has no text of others.
impl HtmlSafe for Age {}
