//! The tabs above every page, which lead to its lists.

use crate::news::Order;

/// The orders in the menu "Top".
const TOP: [Order; 7] = [
    Order::Day,
    Order::Week,
    Order::Month,
    Order::All,
    Order::Best,
    Order::Controversial,
    Order::Discussed,
];

/// The orders in the menu "More".
const MORE: [Order; 2] = [Order::Active, Order::Ranked];

/// The other pages in the menu "More", with their addresses.
const PAGES: [(&str, &str); 4] = [
    ("Past days", "/past"),
    ("Comments", "/comments"),
    ("Groups", "/groups"),
    ("Moderation log", "/moderations"),
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tab {
    pub label: &'static str,
    pub address: String,
    /// Whether it leads to this page.
    pub is_current: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    pub label: &'static str,
    pub tabs: Vec<Tab>,
}

impl Menu {
    /// Returns the label of this page, if it is in the menu.
    pub fn current(&self) -> Option<&'static str> {
        self.tabs.iter().find(|tab| tab.is_current).map(|tab| tab.label)
    }
}

/// Two tabs, and two tabs with menus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tabs {
    /// The orders that most readers want.
    pub plain: [Tab; 2],
    pub menus: [Menu; 2],
}

impl Tabs {
    /// Returns the tabs of a list whose orders have these addresses. `current` is the address of
    /// this page, which need not be in a tab.
    pub fn new(current: &str, address: impl Fn(Order) -> String) -> Self {
        let tab = |(label, address): (&'static str, String)| {
            let is_current = address == current;
            Tab { label, address, is_current }
        };
        let order = |order: Order| tab((order.label(), address(order)));
        let pages = PAGES.map(|(label, address)| tab((label, address.to_owned())));
        Self {
            plain: [Order::Hot, Order::New].map(order),
            menus: [
                Menu { label: "Top", tabs: TOP.map(order).into() },
                Menu { label: "More", tabs: MORE.map(order).into_iter().chain(pages).collect() },
            ],
        }
    }

    /// Returns the tabs of the whole site.
    pub fn of_site(current: &str) -> Self {
        Self::new(current, |order| match order {
            Order::Hot => "/".to_owned(),
            order => format!("/{}", order.name()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGES, Tabs};
    use crate::news::Order;

    #[test]
    fn each_order_has_one_tab() {
        let tabs = Tabs::of_site("/");
        let menus = tabs.menus.iter().flat_map(|menu| &menu.tabs);
        let addresses: Vec<&str> =
            tabs.plain.iter().chain(menus).map(|tab| tab.address.as_str()).collect();
        assert_eq!(addresses.len(), Order::OF_STORIES.len() + PAGES.len());
        for order in Order::OF_STORIES {
            let address = if order == Order::Hot { "/" } else { &format!("/{}", order.name()) };
            assert_eq!(addresses.iter().filter(|other| **other == address).count(), 1);
        }
    }

    #[test]
    fn the_menu_of_the_page_shows_its_tab() {
        let current = |address| Tabs::of_site(address).menus.map(|menu| menu.current());
        assert_eq!(current("/week"), [Some("Week"), None]);
        assert_eq!(current("/groups"), [None, Some("Groups")]);
        assert_eq!(current("/"), [None, None]);
        assert!(Tabs::of_site("/").plain[0].is_current);
    }
}
