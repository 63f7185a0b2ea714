//! A list of stories or comments, as a page and as a feed.

use askama::Template;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use redis_article::Affinity;
use serde::Deserialize;

use super::address::{self, encoded};
use super::atom::Feed;
use super::layout::{Tab, Tabs, orders};
use super::{ItemView, Layout, PageError, extract, json, page};
use crate::news::Shelf::{Hidden, Saved};
use crate::news::{List, Listing, Order, Preferences, Sent, Source, Topic, UserSummary, host_of};

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
    more: Option<String>,
    unvoted: bool,
    seen: Option<u32>,
    row: Option<Row>,
    empty: &'static str,
}

/// The button of each story of a list.
struct Row {
    form: &'static str,
    action: &'static str,
    field: &'static str,
    label: &'static str,
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

impl Source {
    /// Returns the title, the address without the order, and the order where the address has none.
    fn page(&self) -> (String, String, Order) {
        let (title, path, default) = match self {
            Self::Site => ("Stories", String::new(), Order::Hot),
            Self::Group(name) => match host_of(name) {
                Some(host) => (host, address::host(host), Order::New),
                None => (name.as_str(), format!("/g/{}", encoded(name)), Order::Hot),
            },
            Self::User(name) => (name.as_str(), format!("/u/{}", encoded(name)), Order::New),
            Self::Feed => ("Your feed", "/feed".to_owned(), Order::Hot),
            Self::Hidden => ("Hidden stories", "/hidden".to_owned(), Order::New),
            Self::Comments => ("Comments", "/comments".to_owned(), Order::New),
            Self::CommentsOf(name) => {
                let path = format!("/u/{}/comments", encoded(name));
                return (format!("Comments of {name}"), path, Order::New);
            }
            Self::HiddenComments => ("Hidden comments", "/comments/hidden".to_owned(), Order::New),
            Self::AnswersTo(_) => ("Answers to you", "/answers".to_owned(), Order::New),
            Self::VotesOf(_) => ("What you voted for", "/voted".to_owned(), Order::New),
            Self::Marked(Saved) => ("Saved stories", "/saved".to_owned(), Order::New),
            Self::Marked(Hidden) => ("Hidden stories", "/settings/hidden".to_owned(), Order::New),
            Self::Below { story, title, since } => {
                let since = since.map(|since| format!("?since={since}")).unwrap_or_default();
                (title.as_str(), format!("/a/{story}/flat{since}"), Order::New)
            }
        };
        (title.to_owned(), path, default)
    }

    /// Returns the address of the list in an order, for all stories or only those that the viewer
    /// has not voted on.
    fn address(&self, order: Order, unvoted: bool) -> String {
        let (_, path, default) = self.page();
        let path = match order == default {
            true if path.is_empty() => "/".to_owned(),
            true => path,
            false => format!("{path}/{}", order.name()),
        };
        if unvoted { format!("{path}?unvoted=1") } else { path }
    }

    fn is_public(&self) -> bool {
        !matches!(
            self,
            Self::Feed
                | Self::Hidden
                | Self::HiddenComments
                | Self::AnswersTo(_)
                | Self::VotesOf(_)
                | Self::Marked(_)
                | Self::Below { .. }
        )
    }

    fn row(&self) -> Option<Row> {
        let (form, action, field, label) = match self {
            Self::Site | Self::Feed | Self::Group(_) => ("hide", "/hide", "id", "Hide"),
            Self::Marked(Saved) => ("shelf", "/save", "undo", "Remove"),
            Self::Marked(Hidden) => ("shelf", "/hide", "undo", "Show again"),
            _ => return None,
        };
        Some(Row { form, action, field, label })
    }

    /// Returns what the list says if there is nothing in it.
    fn empty(&self) -> &'static str {
        match self {
            Self::Site => "There are no stories from this time.",
            Self::Group(_) => {
                "There are no stories in this group, or you have hidden all of them."
            }
            Self::User(_) => "This user has posted no stories.",
            Self::Feed => {
                "Nothing yet. Follow groups, or users on their pages, and what they post \
                           comes here."
            }
            Self::Hidden | Self::HiddenComments => "Nothing is hidden.",
            Self::Comments => "Nobody has commented yet.",
            Self::CommentsOf(_) => "This user has written no comments.",
            Self::AnswersTo(_) => {
                "Nobody has answered you yet. Answers to your stories and \
                                   comments come here."
            }
            Self::VotesOf(_) => "You have voted for nothing that is still open for voting.",
            Self::Marked(Saved) => "Nothing is saved. The page of a story has the button.",
            Self::Marked(Hidden) => "You have hidden no stories.",
            Self::Below { .. } => "There are no comments here, or none that are new.",
        }
    }

    fn status(&self, list: &List, is_first: bool, reader: Option<&str>) -> StatusCode {
        let is_there = match self {
            Self::Group(name) => Topic::Group(name).is_followed(&list.preferences.follows),
            Self::User(name) => {
                list.summary.is_some_and(|user| user.is_known) || reader == Some(name)
            }
            _ => true,
        };
        match is_there || !list.items.is_empty() || !is_first {
            true => StatusCode::OK,
            false => StatusCode::NOT_FOUND,
        }
    }
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
        Self { layout, kind: "results", items, more, unvoted: false, seen: None, row: None, empty }
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
