//! The listings in which places are plotted.

use article_site::{
    Budget, Direction, Error, Filters, ItemId, Order, Query, Site, StoredOrder, UnixTime,
};

use crate::course::WEEK;

/// The length of a listing in an order that is not stored, and the largest page.
const LONGEST_PAGE: u32 = 1_000;

const DAY: i64 = 86_400;

#[derive(Debug)]
pub struct Listing {
    /// The name of its plot, without the extension.
    pub name: &'static str,
    pub order: Order,
    /// How far back its window reaches, in seconds; None if it has no window.
    pub window: Option<i64>,
    /// The number of hours that are plotted.
    pub hours: u32,
}

impl Listing {
    /// The listings, each with a plot of its own.
    pub const ALL: [Self; 7] = [
        Self { name: "score", order: Order::Score, window: None, hours: 168 },
        Self { name: "time", order: Order::Time, window: None, hours: 168 },
        Self { name: "votes-day", order: Order::Votes, window: Some(DAY), hours: 30 },
        Self { name: "votes-week", order: Order::Votes, window: Some(WEEK), hours: 168 },
        Self { name: "best", order: Order::Best, window: Some(WEEK), hours: 168 },
        Self { name: "controversy", order: Order::Controversy, window: Some(WEEK), hours: 168 },
        Self { name: "gravity", order: Order::Gravity, window: None, hours: 168 },
    ];

    pub fn title(&self) -> String {
        let window = match self.window {
            Some(DAY) => ", posted in the last day",
            Some(_) => ", posted in the last week",
            None => "",
        };
        format!("By {}{window}", self.order.name())
    }

    /// Returns the command that replies with its first page.
    pub fn command(&self) -> String {
        let window = self.window.map_or_else(String::new, |window| format!(" SINCE -{window}"));
        format!("ARTICLE.PAGE news 1 BY {}{window}", self.order.name())
    }

    /// Returns the place of each article, from 1, or None for an article that is not listed.
    pub fn places(
        &self,
        site: &Site,
        articles: &[ItemId],
        now: UnixTime,
    ) -> Result<Vec<Option<usize>>, Error> {
        if let (Some(stored), None) = (self.order.stored(), self.window) {
            return Ok(articles.iter().map(|id| rank(site, *id, stored)).collect());
        }
        let query = Query {
            order: self.order,
            filters: Filters { since: self.window.map(|window| -window), ..Filters::default() },
            size: Some(LONGEST_PAGE),
            now,
            ..Query::default()
        };
        let listed = site.query(&query, &Budget::unlimited())?.items;
        let place = |id: &ItemId| Some(1 + listed.iter().position(|view| view.id() == *id)?);
        Ok(articles.iter().map(place).collect())
    }
}

fn rank(site: &Site, id: ItemId, order: StoredOrder) -> Option<usize> {
    Some(1 + site.rank(id, order, Direction::Descending, None)?)
}
