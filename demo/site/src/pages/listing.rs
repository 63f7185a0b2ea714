//! A list of stories or comments, as a page and as a feed.

use askama::Template;
use axum::response::IntoResponse;
use redis_article::Affinity;
use serde::Deserialize;

use super::address::{self, encoded};
use super::atom::Feed;
use super::layout::{Tab, Tabs, orders};
use super::source::Row;
use super::{ItemView, Layout, PageError, extract, json, page};
use crate::news::{List, Listing, Order, Preferences, Sent, Source, Topic, UserSummary};

pub type Response = Result<axum::response::Response, PageError>;

pub type Visit = extract::Visit<Address, Selection>;

/// The longest name of a user or a group that the module accepts, in bytes.
const MAX_NAME: usize = 255;

/// The variable parts of a list's path. No path has more than these, and some have neither.
#[derive(Deserialize)]
pub struct Address {
    #[serde(default)]
    pub name: String,
    /// The story of a flat list of comments.
    pub id: Option<u32>,
    order: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    after: Option<String>,
    from: Option<u32>,
    unvoted: Option<String>,
    since: Option<i64>,
}

/// The items of a list, without the page around them.
#[derive(Template)]
#[template(path = "items.html")]
pub struct Items<'a> {
    layout: &'a Layout,
    /// `stories`, `comments`, or `results`.
    kind: &'static str,
    items: Vec<(u64, ItemView)>,
    /// Whether all comments are on one story, which the page names.
    of_story: bool,
    more: Option<String>,
    unvoted: bool,
    seen: Option<u32>,
    row: Option<Row>,
    empty: &'static str,
}

#[derive(Template)]
#[template(path = "listing.html")]
struct ListingPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    order: Option<&'static str>,
    /// The list in each order, unless the site's navigation has these links.
    sorts: Option<Vec<Tab>>,
    source: &'a Source,
    summary: Option<UserSummary>,
    preferences: Preferences,
    /// The address of the list as a feed, unless it is not for everybody.
    feed: Option<String>,
    intro: bool,
    /// The address of this page with the opposite choice of `unvoted`.
    other_choice: String,
    list: Items<'a>,
    sent: Sent,
    voters: Vec<Affinity>,
}

impl Listing {
    fn address(&self, order: Order) -> String {
        self.source.address(order, self.unvoted)
    }

    fn address_after(&self, after: &str, from: u64) -> String {
        let address = self.address(self.order);
        let separator = if address.contains('?') { '&' } else { '?' };
        let address = format!("{address}{separator}after={}", encoded(after));
        if self.source.has_comments() { address } else { format!("{address}&from={from}") }
    }

    /// Returns the site's navigation, and the links to this list in each order if it is not the
    /// site's.
    fn tabs(&self) -> (Tabs, Option<Vec<Tab>>) {
        let current = self.address(self.order);
        match self.source {
            Source::Site => (Tabs::new(&current, |order| self.address(order)), None),
            _ if !self.source.has_orders() => (Tabs::of_site(&current), None),
            _ => (Tabs::of_site(""), Some(orders(&current, |order| self.address(order)))),
        }
    }
}

impl<'a> Items<'a> {
    pub fn found(layout: &'a Layout, views: Vec<ItemView>, more: Option<String>) -> Self {
        let items = (1..).zip(views).collect();
        let empty = "Nothing has all of these words.";
        let (kind, of_story, unvoted) = ("results", false, false);
        Self { layout, kind, items, of_story, more, unvoted, seen: None, row: None, empty }
    }
}

impl Visit {
    /// Shows all comments on a story, the newest first.
    pub async fn show_flat(self) -> Response {
        let id = self.address.id.ok_or(PageError::NotFound)?;
        let story = self.news.item(id, None).await?.filter(|item| !item.is_comment());
        let story = story.ok_or(PageError::NotFound)?;
        self.session.check_shows(&story)?;
        let since = self.selection.since;
        self.show(Source::Below { story: id, title: story.title, since }).await
    }

    pub async fn show_named(self, source: impl Fn(String) -> Source) -> Response {
        if self.address.name.len() > MAX_NAME {
            return Err(PageError::NotFound);
        }
        let source = source(self.address.name.clone());
        self.show(source).await
    }

    pub async fn show(self, source: Source) -> Response {
        let (title, _, default) = source.page();
        let order = match &self.address.order {
            Some(name) => Order::named(&Order::OF_STORIES, name).ok_or(PageError::NotFound)?,
            None => default,
        };
        let after = self.selection.after.clone();
        if self.as_feed.is_some() {
            let listing = Listing { source, order, viewer: None, unvoted: false, after };
            return self.feed(title, &listing).await;
        }
        if self.is_json {
            let listing = Listing { source, order, viewer: None, unvoted: false, after };
            return Ok(json(self.news.json(&listing).await?));
        }
        let viewer = self.session.user.clone();
        let unvoted = self.selection.unvoted.is_some() && viewer.is_some() && source.has_orders();
        let seen = self.live.last_id();
        let listing = Listing { source, order, viewer, unvoted, after };
        let mut list = self.news.list(&listing).await?;
        if let (Source::User(name), true) = (&listing.source, self.session.is_moderator()) {
            list.voters = self.news.affinity(name).await?;
        }
        self.page(&title, &listing, list, seen)
    }

    fn page(&self, title: &str, listing: &Listing, list: List, seen: u32) -> Response {
        let (source, order) = (&listing.source, listing.order);
        let (is_first, from) = (listing.after.is_none(), self.selection.from.map_or(1, u64::from));
        let here = match &listing.after {
            Some(after) => listing.address_after(after, from),
            None => listing.address(order),
        };
        let (tabs, sorts) = listing.tabs();
        let layout = Layout { tabs, unseen: list.unseen, ..Layout::new(&self.session, here) };
        let status = source.status(&list, is_first, listing.viewer.as_deref());
        let since = list.preferences.since;
        let next = from + list.items.len() as u64;
        let views = list.items.into_iter().map(|item| ItemView::new(item, &layout, since));
        let has_comments = source.has_comments();
        let items = Items {
            layout: &layout,
            kind: if has_comments { "comments" } else { "stories" },
            items: (from..).zip(views).collect(),
            of_story: matches!(source, Source::Below { .. }),
            more: list.next.map(|after| listing.address_after(&after, next)),
            unvoted: listing.unvoted,
            seen: is_first.then_some(seen),
            row: source.row().filter(|_| layout.user.is_some()),
            empty: source.empty(),
        };
        if self.is_part() {
            return Ok(page(&items)?.into_response());
        }
        let shown = ListingPage {
            layout: &layout,
            order: source.has_orders().then(|| order.label()),
            sorts,
            feed: source.is_public().then(|| address::feed(&source.address(order, false))),
            intro: layout.here == "/" && layout.user.is_none(),
            other_choice: source.address(order, !listing.unvoted),
            title,
            source,
            summary: list.summary,
            preferences: list.preferences,
            list: items,
            sent: list.sent,
            voters: list.voters,
        };
        Ok((status, page(&shown)?).into_response())
    }

    async fn feed(&self, title: String, listing: &Listing) -> Response {
        let site = self.as_feed.as_ref().ok_or(PageError::NotFound)?;
        let title = match listing.source.has_comments() {
            true => title,
            false => format!("{title} · {}", listing.order.label()),
        };
        let (path, items) = (listing.address(listing.order), self.news.with_texts(listing).await?);
        Ok(Feed { title, path, items }.respond(site, &self.headers))
    }
}
