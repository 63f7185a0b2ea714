//! A list of stories or comments, as a page and as a feed.

use askama::Template;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;

use super::address::{self, encoded};
use super::atom::{AsFeed, Feed};
use super::dates::Day;
use super::layout::{Tab, Tabs, orders};
use super::{ItemView, Layout, PageError, Scope, extract, page};
use crate::news::{About, List, Listing, Order, Sent, Source, host_of, unix_time};

pub type Response = Result<axum::response::Response, PageError>;

/// A request for a page with a list.
pub type Visit = extract::Visit<Address, Selection>;

/// The variable parts of a list's path. No path has more than these, and some have neither.
#[derive(Deserialize)]
pub struct Address {
    /// A group, a user, a host, or a day.
    #[serde(default)]
    pub name: String,
    order: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
    /// The number of the first story in the list.
    from: Option<u32>,
    /// Present to hide what the viewer has voted on.
    unvoted: Option<String>,
}

/// A list that a page can show.
struct Subject {
    source: Source,
    title: String,
    /// The address without the order.
    path: String,
    /// The order where the address has none.
    default: Order,
}

/// Where a page other than the first begins.
struct Start {
    /// The cursor that ended the page before.
    after: String,
    /// The number of its first story in the list.
    from: u64,
}

/// The list, without the page around it.
#[derive(Template)]
#[template(path = "items.html")]
pub struct Items<'a> {
    layout: &'a Layout,
    /// `stories`, `comments`, or `results`.
    kind: &'static str,
    /// Each item, and its number in the list.
    items: Vec<(u64, ItemView)>,
    more: Option<String>,
    /// Whether what the viewer votes on leaves the list.
    unvoted: bool,
    /// The new items that the script announces.
    scope: Scope,
    /// The highest id when the list was made.
    seen: u32,
    /// Whether the viewer can hide stories from the list.
    hides: bool,
}

/// A page with a list.
#[derive(Template)]
#[template(path = "listing.html")]
struct ListingPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    /// The name of the order, if one can choose it.
    order: Option<&'static str>,
    /// The list in each order, unless the site's navigation has these links.
    sorts: Option<Vec<Tab>>,
    source: Source,
    about: About,
    /// The address of the list as a feed, unless it is not for everybody.
    feed: Option<String>,
    /// Whether to say what the site is.
    intro: bool,
    /// The address of this page with the opposite choice of `unvoted`.
    other_choice: String,
    list: Items<'a>,
    sent: Sent,
}

impl Subject {
    fn new(source: Source) -> Self {
        let (title, path, default) = match &source {
            Source::Site => ("Stories", String::new(), Order::Hot),
            Source::Group(name) => match host_of(name) {
                Some(host) => (host, address::host(host), Order::New),
                None => (name.as_str(), format!("/g/{}", encoded(name)), Order::Hot),
            },
            Source::User(name) => (name.as_str(), format!("/u/{}", encoded(name)), Order::New),
            Source::Feed(_) => ("Your feed", "/feed".to_owned(), Order::Hot),
            Source::Day(start) => ("Stories of", Day::of(*start).address(), Order::All),
            Source::Hidden => ("Hidden stories", "/hidden".to_owned(), Order::New),
            Source::Comments => ("Comments", "/comments".to_owned(), Order::New),
            Source::CommentsOf(name) => {
                ("Comments of", format!("/u/{}/comments", encoded(name)), Order::New)
            }
            Source::HiddenComments => {
                ("Hidden comments", "/comments/hidden".to_owned(), Order::New)
            }
            Source::AnswersTo(_) => ("Answers to you", "/answers".to_owned(), Order::New),
            Source::VotesOf(_) => ("What you voted for", "/voted".to_owned(), Order::New),
        };
        let title = match &source {
            Source::Day(start) => format!("{title} {}", Day::of(*start)),
            Source::CommentsOf(name) => format!("{title} {name}"),
            _ => title.to_owned(),
        };
        Self { source, title, path, default }
    }

    /// Returns the address of the list in an order, for all stories or only those that the viewer
    /// has not voted on, from the start or from a later page on.
    fn address(&self, order: Order, unvoted: bool, start: Option<&Start>) -> String {
        let path = match order == self.default {
            true if self.path.is_empty() => "/".to_owned(),
            true => self.path.clone(),
            false => format!("{}/{}", self.path, order.name()),
        };
        let unvoted = unvoted.then(|| "unvoted=1".to_owned());
        let start = start.map(|Start { after, from }| match self.source.has_comments() {
            true => format!("after={}", encoded(after)),
            false => format!("after={}&from={from}", encoded(after)),
        });
        let query: Vec<String> = unvoted.into_iter().chain(start).collect();
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }

    /// Returns the site's navigation, and the links to this list in each order if it is not the
    /// site's.
    fn tabs(&self, order: Order, unvoted: bool) -> (Tabs, Option<Vec<Tab>>) {
        let address = |order| self.address(order, unvoted, None);
        match self.source {
            Source::Site => (Tabs::new(&address(order), address), None),
            Source::Day(_) => (Tabs::of_site("/past"), None),
            _ if self.source.has_comments() => (Tabs::of_site(&self.path), None),
            _ => (Tabs::of_site(""), Some(orders(&address(order), address))),
        }
    }

    /// Returns whether there is such a group or user. A reader's own page and the groups that the
    /// reader follows are always there.
    fn status(&self, list: &List, is_first: bool, reader: Option<&str>) -> StatusCode {
        let is_there = match (&self.source, &list.about) {
            (Source::Group(_), About::Group(is_followed)) => *is_followed,
            (Source::Group(_), _) => false,
            (Source::User(name), About::User(summary, _)) => {
                summary.is_known || reader == Some(name)
            }
            _ => true,
        };
        match is_there || !list.items.is_empty() || !is_first {
            true => StatusCode::OK,
            false => StatusCode::NOT_FOUND,
        }
    }

    /// Returns the address of the list as a feed, unless it is not for everybody.
    fn feed(&self, order: Order) -> Option<String> {
        match self.source {
            Source::Feed(_)
            | Source::Day(_)
            | Source::Hidden
            | Source::HiddenComments
            | Source::AnswersTo(_)
            | Source::VotesOf(_) => None,
            _ => Some(address::feed(&self.address(order, false, None))),
        }
    }

    /// Prepares a part of the list for the templates.
    fn items<'a>(
        &self,
        layout: &'a Layout,
        listing: &Listing,
        views: Vec<ItemView>,
        start: Option<&Start>,
        next: Option<String>,
        seen: u32,
    ) -> Items<'a> {
        let from = start.map_or(1, |start| start.from);
        let next = next.map(|after| Start { after, from: from + views.len() as u64 });
        let is_filtered = !matches!(self.source, Source::User(_) | Source::Hidden);
        let has_comments = self.source.has_comments();
        Items {
            layout,
            kind: if has_comments { "comments" } else { "stories" },
            items: (from..).zip(views).collect(),
            more: next.map(|start| self.address(listing.order, listing.unvoted, Some(&start))),
            unvoted: listing.unvoted,
            scope: match start {
                None => Scope::List(listing.clone()),
                Some(_) => Scope::Nothing,
            },
            seen,
            hides: is_filtered && !has_comments && layout.user.is_some(),
        }
    }
}

impl ListingPage<'_> {
    /// Returns the day of the stories, and the addresses of the days before and after.
    fn days(&self) -> Option<(Day, String, Option<String>)> {
        let Source::Day(start) = self.source else { return None };
        let day = Day::of(start);
        let next = (day < Day::of(unix_time())).then(|| day.next().address());
        Some((day, day.previous().address(), next))
    }
}

impl<'a> Items<'a> {
    /// Prepares what a search has found for the templates.
    pub fn found(layout: &'a Layout, views: Vec<ItemView>, more: Option<String>) -> Self {
        Self {
            layout,
            kind: "results",
            items: (1..).zip(views).collect(),
            more,
            unvoted: false,
            scope: Scope::Nothing,
            seen: 0,
            hides: false,
        }
    }
}

impl Visit {
    /// Shows the list of what the path names, or returns it as a feed.
    pub async fn show_named(self, source: impl Fn(String) -> Source) -> Response {
        let source = source(self.address.name.clone());
        self.show(source).await
    }

    /// Shows a list, or returns it as a feed.
    pub async fn show(self, source: Source) -> Response {
        let subject = Subject::new(source);
        let order = match &self.address.order {
            Some(name) => Order::named(&Order::OF_STORIES, name).ok_or(PageError::NotFound)?,
            None => subject.default,
        };
        if let Some(site) = &self.as_feed {
            return self.feed(site, subject, order).await;
        }
        let login = self.claim.login();
        let seen = self.live.last_id();
        let listing = Listing {
            source: subject.source.clone(),
            order,
            viewer: login.as_ref().map(|login| login.user.clone()),
            unvoted: self.selection.unvoted.is_some()
                && login.is_some()
                && !subject.source.has_comments(),
        };
        let from = self.selection.from.map_or(1, u64::from);
        let start = self.selection.after.clone().map(|after| Start { after, from });
        let list = self.news.list(login.as_ref(), &listing, self.selection.after.as_deref());
        let is_first = start.is_none();
        let is_part = self.is_part();
        let (session, list) = self.claim.confirm(list).await?;

        let here = subject.address(order, listing.unvoted, start.as_ref());
        let (tabs, sorts) = subject.tabs(order, listing.unvoted);
        let layout = Layout { tabs, unseen: list.unseen, ..Layout::new(&session, here) };
        let status = subject.status(&list, is_first, layout.user.as_deref());
        let views = list.items.into_iter().map(|item| ItemView::new(item, &layout, list.since));
        let views = views.collect();
        let items = subject.items(&layout, &listing, views, start.as_ref(), list.next, seen);
        if is_part {
            return Ok(page(&items)?.into_response());
        }
        let listing_page = ListingPage {
            layout: &layout,
            order: (!subject.source.has_comments()).then(|| order.label()),
            sorts,
            feed: subject.feed(order),
            intro: layout.here == "/" && layout.user.is_none(),
            other_choice: subject.address(order, !listing.unvoted, None),
            title: &subject.title,
            source: subject.source,
            about: list.about,
            list: items,
            sent: list.sent,
        };
        Ok((status, page(&listing_page)?).into_response())
    }

    /// Returns the list as a feed, which is the same for everybody.
    async fn feed(&self, site: &AsFeed, subject: Subject, order: Order) -> Response {
        let path = subject.address(order, false, None);
        let has_comments = subject.source.has_comments();
        let listing = Listing { source: subject.source, order, viewer: None, unvoted: false };
        let items = self.news.with_texts(&listing, self.selection.after.as_deref()).await?;
        let title = match has_comments {
            true => subject.title,
            false => format!("{} · {}", subject.title, order.label()),
        };
        let entries = items.into_iter().map(Into::into).collect();
        Feed { title, path, entries, by_time: order == Order::New }.respond(site, &self.headers)
    }
}
