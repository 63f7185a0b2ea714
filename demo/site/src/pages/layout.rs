//! What pages have around their content: the site's navigation, and who reads.

use askama::Template;
use axum::response::Html;

use super::{PageError, Session};
use crate::news::Order;

pub type Page = Result<Html<String>, PageError>;

/// Renders a page or a part of one.
pub fn page(template: &impl Template) -> Page {
    Ok(Html(template.render()?))
}

/// What every page shows around its content.
pub struct Layout {
    pub user: Option<String>,
    pub is_moderator: bool,
    /// The address of the page, to which its forms return.
    pub here: String,
    /// A random text. The server runs a form that has it once, however often it is sent.
    pub once: String,
    pub tabs: Tabs,
    /// How many answers to the user are new, as far as the page has asked.
    pub unseen: i64,
}

impl Layout {
    /// Returns the frame of the page with this address.
    pub fn new(session: &Session, here: impl Into<String>) -> Self {
        Self::of(session.user.clone(), session.is_moderator(), here)
    }

    pub fn of(user: Option<String>, is_moderator: bool, here: impl Into<String>) -> Self {
        // It tells forms apart, and need not be secret.
        let once = format!("{:016x}", fastrand::u64(..));
        let (here, tabs) = (here.into(), Tabs::of_site(""));
        Self { user, is_moderator, here, once, tabs, unseen: 0 }
    }

    /// Returns the name of the reader; empty for a visitor.
    pub fn reader(&self) -> &str {
        self.user.as_deref().unwrap_or_default()
    }

    /// Returns the frame of a page that the site's tabs lead to.
    pub fn in_tabs(session: &Session, here: impl Into<String>, tab: &str) -> Self {
        Self { tabs: Tabs::of_site(tab), ..Self::new(session, here) }
    }
}

/// The orders in the menu "Top".
const TOP: [Order; 4] = [Order::Day, Order::Week, Order::Month, Order::All];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    pub label: &'static str,
    /// What the list shows, in a few words.
    pub about: &'static str,
    pub address: String,
    /// Whether it leads to this page.
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

    /// Returns the navigation of pages outside the site's lists.
    pub fn of_site(current: &str) -> Self {
        Self::new(current, |order| match order {
            Order::Hot => "/".to_owned(),
            order => format!("/{}", order.name()),
        })
    }
}

/// Whether one of the tabs leads to this page.
pub fn are_current(tabs: &[Tab]) -> bool {
    tabs.iter().any(|tab| tab.is_current)
}

/// Returns the links to a list in every order.
pub fn orders(current: &str, address: impl Fn(Order) -> String) -> Vec<Tab> {
    Order::OF_STORIES.map(|order| tab_of(order, current, &address)).into()
}

fn tab_of(order: Order, current: &str, address: impl Fn(Order) -> String) -> Tab {
    let address = address(order);
    Tab { label: order.label(), about: order.about(), is_current: address == current, address }
}

#[cfg(test)]
mod tests {
    use super::{Tab, Tabs};
    use crate::news::Order;

    #[test]
    fn each_order_has_one_tab_and_one_tab_is_current() {
        let tabs = Tabs::of_site("/week");
        let all = || tabs.0.iter().flat_map(|(_, tabs)| tabs);
        for order in Order::OF_STORIES {
            let address = if order == Order::Hot { "/" } else { &format!("/{}", order.name()) };
            assert_eq!(all().filter(|tab| tab.address == address).count(), 1);
        }
        let current: Vec<&Tab> = all().filter(|tab| tab.is_current).collect();
        assert!(matches!(current[..], [Tab { label: "Week", .. }]), "{current:?}");
    }
}
