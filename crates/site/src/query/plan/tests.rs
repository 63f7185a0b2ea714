//! The base that a plan chooses.

use super::*;
use crate::query::{Condition, Filters};
use crate::terms::budget::Budget;
use crate::{GroupName, Kind, Link, NewArticle, Order, Origin, Settings, Site, Title, UserName};

/// Returns a site of 1,000 articles, each in as many of these groups as its number says.
fn site(memberships: impl Fn(usize) -> Vec<&'static str>) -> Site {
    let mut site = Site::new(Settings::default());
    let time = UnixTime::new(1_000).unwrap();
    for number in 0..1_000 {
        let names = memberships(number);
        let groups: Vec<_> = names.iter().map(|n| GroupName::new(n.as_bytes()).unwrap()).collect();
        let new = NewArticle {
            poster: UserName::new(b"alice").unwrap(),
            title: Title::new(b"title").unwrap(),
            link: Link::new(b"").unwrap(),
            groups: &groups,
            fields: &[],
            id: None,
            time,
            is_held: false,
        };
        site.post(&new, Origin::Client(time)).unwrap();
    }
    site
}

/// Returns how many articles a walk by time through these groups may pass.
fn longest_walk(site: &Site, groups: &[&'static str]) -> usize {
    let names = groups.iter().map(|name| GroupName::new(name.as_bytes()).unwrap()).collect();
    let filters = Filters { conditions: vec![Condition::AnyOf(names)], ..Filters::default() };
    let query = Query { order: Order::Time, filters, ..Query::default() };
    let budget = Budget::unlimited();
    let catalog = site.catalog(Kind::Article, &budget);
    let plan = Plan::of(catalog, &query, UnixTime::default(), 25).unwrap();
    plan.base.len(catalog)
}

#[test]
fn small_groups_are_merged() {
    let site = site(|number| if number % 100 == 0 { vec!["a", "b"] } else { vec![] });
    assert_eq!(longest_walk(&site, &["a", "b"]), 20);
}

#[test]
fn groups_that_hold_more_than_the_site_together_are_not_merged() {
    let site = site(|_| vec!["a", "b", "c", "d"]);
    assert_eq!(longest_walk(&site, &["a", "b", "c", "d"]), 1_000);
}
