//! What pages have around their content: the site's navigation, and who reads.

use askama::Template;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};

use super::{PageError, Session};
use crate::news::{MODERATOR, Order};

pub type Page = Result<Html<String>, PageError>;

pub fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?))
}

/// Returns a response with the JSON of the module.
pub fn json(text: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

pub struct Layout {
    pub user: Option<String>,
    pub is_moderator: bool,
    /// Whether the session could be read.
    pub is_known: bool,
    pub here: String,
    /// A random text. The server runs a form that has it once, however often it is sent.
    pub once: String,
    pub tabs: Tabs,
    pub unseen: u32,
}

impl Layout {
    pub fn new(session: &Session, here: impl Into<String>) -> Self {
        Self::for_reader(session.user.clone(), here)
    }

    pub fn for_reader(user: Option<String>, here: impl Into<String>) -> Self {
        // It tells forms apart, and need not be secret.
        let once = format!("{:016x}", fastrand::u64(..));
        let (here, tabs) = (here.into(), Tabs::of_site(""));
        let is_moderator = user.as_deref() == Some(MODERATOR);
        Self { user, is_moderator, is_known: true, here, once, tabs, unseen: 0 }
    }

    /// Returns the name of the reader; empty for a visitor.
    pub fn reader(&self) -> &str {
        self.user.as_deref().unwrap_or_default()
    }

    pub fn in_tabs(session: &Session, here: impl Into<String>, tab: &str) -> Self {
        Self { tabs: Tabs::of_site(tab), ..Self::new(session, here) }
    }
}

const TOP: [Order; 4] = [Order::Day, Order::Week, Order::Month, Order::All];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    pub label: &'static str,
    pub about: &'static str,
    pub address: String,
    pub is_current: bool,
}

/// The parts of the navigation: tabs, which have no label of their own, and menus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tabs(pub Vec<(&'static str, Vec<Tab>)>);

impl Tabs {
    /// Returns the navigation, with these addresses of the site's orders. `current` is the address
    /// of this page, which need not be in a tab.
    pub fn new(current: &str, address: impl Fn(Order) -> String) -> Self {
        let page = |label, about, address: &str| Tab {
            label,
            about,
            is_current: address == current,
            address: address.to_owned(),
        };
        let order = |order| tab_of(order, current, &address);
        let more = [
            page("Search", "stories and comments by their words", "/search"),
            page("Moderation log", "what moderators have done", "/moderations"),
        ];
        Self(vec![
            ("", vec![order(Order::Hot), order(Order::New)]),
            ("Top", TOP.map(order).into()),
            ("", vec![page("Comments", "the newest comments", "/comments")]),
            ("", vec![page("Groups", "all groups", "/groups")]),
            ("More", more.into()),
        ])
    }

    pub fn of_site(current: &str) -> Self {
        Self::new(current, |order| match order {
            Order::Hot => "/".to_owned(),
            order => format!("/{}", order.name()),
        })
    }
}

pub fn are_current(tabs: &[Tab]) -> bool {
    tabs.iter().any(|tab| tab.is_current)
}

pub fn orders(current: &str, address: impl Fn(Order) -> String) -> Vec<Tab> {
    Order::OF_STORIES.map(|order| tab_of(order, current, &address)).into()
}

fn tab_of(order: Order, current: &str, address: impl Fn(Order) -> String) -> Tab {
    let address = address(order);
    Tab { label: order.label(), about: order.about(), is_current: address == current, address }
}
