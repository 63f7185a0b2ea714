// The derived extractor of `Visit` converts every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use askama::Template;
use axum::Extension;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse};
use serde::Deserialize;

use super::article;
use super::atom::{self, AsFeed, Entry, Feed};
use super::dates::Day;
use super::error::PageError;
use super::live::Scope;
use super::sent::SentCommand;
use super::session::Claim;
use super::stories::{Layout, StoryView};
use super::tabs::Tabs;
use crate::live::Live;
use crate::news::{About, Listing, News, Order, Source, UserSummary};

/// What the page of a list replies.
pub type Response = Result<axum::response::Response, PageError>;

/// The header with which the script asks for the list of a page alone.
pub const PART: &str = "x-part";

/// A request for a page with a list of stories.
#[derive(FromRequestParts)]
#[from_request(state(News), rejection(PageError))]
pub struct Visit {
    #[from_request(via(State))]
    news: News,
    live: Live,
    claim: Claim,
    #[from_request(via(Path))]
    address: Address,
    #[from_request(via(Query))]
    selection: Selection,
    headers: HeaderMap,
    as_feed: Option<Extension<AsFeed>>,
}

/// The variable parts of a list's path. No path has more than these, and some have neither.
#[derive(Deserialize)]
struct Address {
    /// The group or user.
    #[serde(default)]
    name: String,
    order: Option<String>,
}

/// The stories of the list to show.
#[derive(Deserialize)]
struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
    /// The place of the first story in the list.
    from: Option<u32>,
    /// Present to hide what the viewer has voted on.
    unvoted: Option<String>,
}

/// What a page shows above its list.
#[derive(Clone)]
pub enum Header {
    /// On the front page, what the site is.
    Site,
    /// Whether the viewer follows the group.
    Group { name: String, followed: bool },
    /// What is known about the user, and whether the viewer blocks them.
    User { name: String, summary: UserSummary, blocked: bool },
    /// The groups that the viewer follows.
    Feed { groups: Vec<String> },
    /// The host.
    Domain,
    /// The day, and the addresses of the days before and after.
    Day { day: Day, previous: String, next: Option<String> },
    /// A link to the other hidden list.
    Hidden,
}

/// A list that a page can show.
pub struct Place {
    /// The title.
    pub title: String,
    /// The address without the order.
    pub path: String,
    /// The order where the address has none.
    pub default: Order,
    /// The stories to select from.
    pub source: Source,
    /// What is above the list.
    pub header: Header,
}

/// Where a page other than the first begins.
struct Start {
    /// The cursor that ended the page before.
    after: String,
    /// The place of its first story in the list.
    from: u64,
}

/// The list of stories, without the page around it.
#[derive(Template)]
#[template(path = "stories.html")]
struct Stories<'a> {
    layout: &'a Layout,
    /// Each story, and its place in the list.
    stories: Vec<(u64, StoryView)>,
    /// The address of the next page.
    more: Option<String>,
    /// Whether what the viewer votes on leaves the list.
    unvoted: bool,
    /// The new stories that the script announces.
    scope: Scope,
    /// The highest id when the list was made.
    seen: u32,
    /// Whether the viewer can hide stories from the list.
    hides: bool,
}

/// A page with a list of stories.
#[derive(Template)]
#[template(path = "listing.html")]
struct ListingPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    /// The name of the order.
    order: &'static str,
    header: Header,
    /// The address of the list as a feed, unless it is not for everybody.
    feed: Option<String>,
    /// Whether to say what the site is.
    intro: bool,
    /// Whether the list leaves out what the viewer has voted on.
    unvoted: bool,
    /// The address of this page with the opposite choice.
    other_choice: String,
    list: Stories<'a>,
    command: SentCommand,
}

/// All stories.
pub async fn site(visit: Visit) -> Response {
    let place = Place {
        title: "Stories".to_owned(),
        path: String::new(),
        default: Order::Hot,
        source: Source::Site,
        header: Header::Site,
    };
    visit.show(place).await
}

/// The stories of a group.
pub async fn group(visit: Visit) -> Response {
    let name = visit.name();
    let place = Place {
        title: name.clone(),
        path: format!("/g/{}", encoded(&name)),
        default: Order::Ranked,
        source: Source::Group(name.clone()),
        header: Header::Group { name, followed: false },
    };
    visit.show(place).await
}

/// The stories that a user posted.
pub async fn user(visit: Visit) -> Response {
    let name = visit.name();
    let place = Place {
        title: name.clone(),
        path: format!("/u/{}", encoded(&name)),
        default: Order::New,
        source: Source::User(name.clone()),
        header: Header::User { name, summary: UserSummary::default(), blocked: false },
    };
    visit.show(place).await
}

/// The stories of the groups that the user follows.
pub async fn feed(visit: Visit) -> Response {
    visit.claim.needed_login()?;
    let place = Place {
        title: "Your feed".to_owned(),
        path: "/feed".to_owned(),
        default: Order::Ranked,
        source: Source::Feed(Vec::new()),
        header: Header::Feed { groups: Vec::new() },
    };
    visit.show(place).await
}

/// The stories that moderators have hidden.
pub async fn hidden(visit: Visit) -> Response {
    visit.claim.check_moderator()?;
    let place = Place {
        title: "Hidden stories".to_owned(),
        path: "/hidden".to_owned(),
        default: Order::New,
        source: Source::Hidden,
        header: Header::Hidden,
    };
    visit.show(place).await
}

impl Header {
    /// Returns the header with what the server knows about the source.
    fn with(self, about: About) -> Self {
        match (self, about) {
            (Self::Group { name, .. }, About::Group(followed)) => Self::Group { name, followed },
            (Self::User { name, .. }, About::User(summary, blocked)) => {
                Self::User { name, summary, blocked }
            }
            (Self::Feed { .. }, About::Feed(groups)) => Self::Feed { groups },
            (header, _) => header,
        }
    }
}

impl Place {
    /// Returns the address of the list in an order, for all stories or only those that the viewer
    /// has not voted on, from the start or from a later page on.
    fn address(&self, order: Order, unvoted: bool, start: Option<&Start>) -> String {
        let path = match order == self.default {
            true if self.path.is_empty() => "/".to_owned(),
            true => self.path.clone(),
            false => format!("{}/{}", self.path, order.name()),
        };
        let unvoted = unvoted.then(|| "unvoted=1".to_owned());
        let start =
            start.map(|Start { after, from }| format!("after={}&from={from}", encoded(after)));
        let query: Vec<String> = unvoted.into_iter().chain(start).collect();
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }

    /// Returns the tabs of the list in an order.
    fn tabs(&self, order: Order, unvoted: bool) -> Tabs {
        match self.header {
            // The orders have no end of their own, or a time of their own.
            Header::Day { .. } => Tabs::of_site("/past"),
            _ => Tabs::new(&self.address(order, unvoted, None), |order| {
                self.address(order, unvoted, None)
            }),
        }
    }
}

impl Visit {
    /// Returns the variable part of the address: a group, a user, a host, or a day.
    pub fn name(&self) -> String {
        self.address.name.clone()
    }

    /// Returns where the page begins, unless it is the first one.
    fn start(&self) -> Option<Start> {
        let after = self.selection.after.clone()?;
        Some(Start { after, from: self.selection.from.map_or(1, u64::from) })
    }

    /// Shows a list, or returns it as a feed.
    pub async fn show(self, place: Place) -> Response {
        let order = match &self.address.order {
            Some(name) => Order::named(name).ok_or(PageError::NotFound)?,
            None => place.default,
        };
        if let Some(Extension(site)) = &self.as_feed {
            return self.feed(site, place, order).await;
        }
        let login = self.claim.login();
        let unvoted = self.selection.unvoted.is_some() && login.is_some();
        let start = self.start();
        let after = start.as_ref().map(|start| start.after.as_str());
        let seen = self.live.last_id();
        let viewer = login.as_ref().map(|login| login.user.clone());
        let listing = Listing { source: place.source.clone(), order, viewer, unvoted };
        let list = self.news.list(login.as_ref(), &listing, after);
        let (session, list) = self.claim.confirm(list).await?;
        let (page, header) = (list.page, place.header.clone().with(list.about));

        let tabs = place.tabs(order, unvoted);
        let here = place.address(order, unvoted, start.as_ref());
        let layout = Layout::new(&session, here).with_tabs(tabs);
        let stories: Vec<StoryView> = page
            .articles
            .into_iter()
            .map(|article| StoryView::new(article).since(list.since, layout.user.as_deref()))
            .collect();
        let from = start.as_ref().map_or(1, |start| start.from);
        let shown = stories.len() as u64;
        let next = page.next.map(|after| Start { after, from: from + shown });
        let is_public = !matches!(place.source, Source::Feed(_) | Source::Day(_) | Source::Hidden);
        let is_filtered = !matches!(place.source, Source::User(_) | Source::Hidden);
        let list = Stories {
            layout: &layout,
            stories: (from..).zip(stories).collect(),
            more: next.map(|start| place.address(order, unvoted, Some(&start))),
            unvoted,
            scope: match start.is_none() && order.begins_with_new() {
                true => Scope::Stories(place.source.clone()),
                false => Scope::Nothing,
            },
            seen,
            hides: is_filtered && layout.user.is_some(),
        };
        if self.headers.contains_key(PART) {
            return Ok(Html(list.render()?).into_response());
        }
        let page = ListingPage {
            layout: &layout,
            title: &place.title,
            order: order.label(),
            feed: is_public.then(|| atom::address(&place.address(order, false, None))),
            intro: layout.here == "/" && layout.user.is_none(),
            unvoted,
            other_choice: place.address(order, !unvoted, None),
            header,
            list,
            command: SentCommand::new(page.command, page.took),
        };
        Ok(Html(page.render()?).into_response())
    }

    /// Returns the first page as a feed, which is the same for everybody.
    async fn feed(&self, site: &AsFeed, place: Place, order: Order) -> Response {
        let path = place.address(order, false, None);
        let listing = Listing { source: place.source, order, viewer: None, unvoted: false };
        let page = self.news.list(None, &listing, None).await?.page;
        let stories = page.articles.into_iter().map(StoryView::new);
        let entry = |story: StoryView| Entry {
            path: article::address(story.article.id),
            title: story.article.title,
            link: story.link,
            author: story.article.poster,
            time: story.article.time,
            text: String::new(),
        };
        let title = format!("{} · {}", place.title, order.label());
        let entries = stories.map(entry).collect();
        Feed { title, path, entries, by_time: order == Order::New }.respond(site, &self.headers)
    }
}

/// Encodes a name for use in a path or a query.
pub fn encoded(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>().replace('+', "%20")
}
