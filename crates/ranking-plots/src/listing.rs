//! The listings in which places are plotted.

use article_site::{Direction, Error, Filters, ItemId, Order, Query, Site, StoredOrder, UnixTime};

/// The length of a listing in an order that is not stored, and the largest page.
const LONGEST_PAGE: u32 = 1_000;

/// A listing of the whole site.
#[derive(Debug)]
pub struct Listing {
    /// The name of its plot, without the extension.
    pub name: &'static str,
    pub title: &'static str,
    pub order: Order,
    /// How far back its window reaches, in seconds; None if it has no window.
    pub window: Option<i64>,
    /// The number of hours that are plotted.
    pub hours: u32,
}

impl Listing {
    /// The listings, each with a plot of its own.
    pub const ALL: [Self; 7] = [
        Self::new("score", "By SCORE", Order::Score, None),
        Self::new("time", "By TIME", Order::Time, None),
        Self {
            hours: 30,
            ..Self::new(
                "votes-day",
                "By VOTES, posted in the last day",
                Order::Votes,
                Some(86_400),
            )
        },
        Self::new("votes-week", "By VOTES, posted in the last week", Order::Votes, Some(604_800)),
        Self::new("best", "By BEST, posted in the last week", Order::Best, Some(604_800)),
        Self::new(
            "controversy",
            "By CONTROVERSY, posted in the last week",
            Order::Controversy,
            Some(604_800),
        ),
        Self::new("gravity", "By GRAVITY", Order::Gravity, None),
    ];

    const fn new(
        name: &'static str,
        title: &'static str,
        order: Order,
        window: Option<i64>,
    ) -> Self {
        Self { name, title, order, window, hours: 168 }
    }

    /// Returns the command that replies with its first page.
    #[allow(clippy::indexing_slicing)] // There is a name for each order.
    pub fn command(&self) -> String {
        let order = Order::NAMES[self.order as usize];
        let window = self.window.map_or_else(String::new, |window| format!(" SINCE -{window}"));
        format!("ARTICLE.PAGE news 1 BY {order}{window}")
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
        let listed = site.query(&query)?.items;
        let place = |id: &ItemId| Some(1 + listed.iter().position(|view| view.id() == *id)?);
        Ok(articles.iter().map(place).collect())
    }
}

fn rank(site: &Site, id: ItemId, order: StoredOrder) -> Option<usize> {
    Some(1 + site.rank(id, order, Direction::Descending, None)?)
}
