// The derived extractor of `Visit` converts every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use askama::Template;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Html;
use serde::Deserialize;

use super::error::PageError;
use super::session::Session;
use super::stories::{Layout, StoryView};
use crate::news::{Listing, News, Order, Source, UserSummary};

type Response = Result<Html<String>, PageError>;

/// The header with which the script asks for the list of a page alone.
pub const PART: &str = "x-part";

/// A request for a page with a list of stories.
#[derive(FromRequestParts)]
#[from_request(state(News), rejection(PageError))]
pub struct Visit {
    #[from_request(via(State))]
    news: News,
    session: Session,
    #[from_request(via(Path))]
    address: Address,
    #[from_request(via(Query))]
    selection: Selection,
    headers: HeaderMap,
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
    /// Present to hide what the viewer has voted on.
    unvoted: Option<String>,
}

/// What a page shows above its list.
enum Header {
    Site,
    Group { name: String, followed: bool },
    User { name: String, summary: UserSummary },
    Feed { groups: Vec<String> },
    Hidden,
}

/// A list that a page can show.
struct Place {
    title: String,
    /// The address without the order.
    path: String,
    /// The order where the address has none.
    default: Order,
    source: Source,
    header: Header,
}

/// The list of stories, without the page around it.
#[derive(Template)]
#[template(path = "stories.html")]
struct Stories<'a> {
    layout: &'a Layout,
    stories: Vec<StoryView>,
    /// The address of the next page.
    more: Option<String>,
    /// Whether the list begins with the first story. The script keeps such lists up to date.
    live: bool,
}

/// A page with a list of stories.
#[derive(Template)]
#[template(path = "listing.html")]
struct ListingPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    header: Header,
    /// The orders to choose from: label, address, and whether it is this page's.
    orders: Vec<(&'static str, String, bool)>,
    /// Whether the list leaves out what the viewer has voted on.
    unvoted: bool,
    /// The address of this page with the opposite choice.
    other_choice: String,
    list: Stories<'a>,
    command: String,
    milliseconds: String,
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
    let followed = match &visit.session.user {
        Some(user) => visit.news.subscriptions(user).await?.contains(&name),
        None => false,
    };
    let place = Place {
        title: name.clone(),
        path: format!("/g/{}", encoded(&name)),
        default: Order::Ranked,
        source: Source::Group(name.clone()),
        header: Header::Group { name, followed },
    };
    visit.show(place).await
}

/// The stories that a user posted.
pub async fn user(visit: Visit) -> Response {
    let name = visit.name();
    let summary = visit.news.user(&name).await?;
    let place = Place {
        title: name.clone(),
        path: format!("/u/{}", encoded(&name)),
        default: Order::New,
        source: Source::User(name.clone()),
        header: Header::User { name, summary },
    };
    visit.show(place).await
}

/// The stories of the groups that the user follows.
pub async fn feed(visit: Visit) -> Response {
    let groups = visit.news.subscriptions(visit.session.user()?).await?;
    let place = Place {
        title: "Your feed".to_owned(),
        path: "/feed".to_owned(),
        default: Order::Ranked,
        source: Source::Feed(groups.clone()),
        header: Header::Feed { groups },
    };
    visit.show(place).await
}

/// The stories that moderators have hidden.
pub async fn hidden(visit: Visit) -> Response {
    visit.session.check_moderator()?;
    let place = Place {
        title: "Hidden stories".to_owned(),
        path: "/hidden".to_owned(),
        default: Order::New,
        source: Source::Hidden,
        header: Header::Hidden,
    };
    visit.show(place).await
}

impl Place {
    /// Returns the address of the list in an order, for all stories or only those that the viewer
    /// has not voted on, from the start or after a cursor.
    fn address(&self, order: Order, unvoted: bool, after: Option<&str>) -> String {
        let path = match order == self.default {
            true if self.path.is_empty() => "/".to_owned(),
            true => self.path.clone(),
            false => format!("{}/{}", self.path, order.name()),
        };
        let unvoted = unvoted.then(|| "unvoted=1".to_owned());
        let after = after.map(|cursor| format!("after={}", encoded(cursor)));
        let query: Vec<String> = unvoted.into_iter().chain(after).collect();
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }
}

impl Visit {
    fn name(&self) -> String {
        self.address.name.clone()
    }

    async fn show(self, place: Place) -> Response {
        let order = match self.address.order {
            Some(name) => Order::named(&name).ok_or(PageError::NotFound)?,
            None => place.default,
        };
        let viewer = self.session.user.clone();
        let unvoted = self.selection.unvoted.is_some() && viewer.is_some();
        let after = self.selection.after.as_deref();
        let listing = Listing { source: place.source.clone(), order, viewer, unvoted };
        let page = self.news.page(&listing, after).await?;

        let layout = Layout::new(&self.session, place.address(order, unvoted, after));
        let stories = page.articles.into_iter().map(|a| StoryView::new(a, &self.session));
        let list = Stories {
            layout: &layout,
            stories: stories.collect(),
            more: page.next.map(|cursor| place.address(order, unvoted, Some(&cursor))),
            live: after.is_none(),
        };
        if self.headers.contains_key(PART) {
            return Ok(Html(list.render()?));
        }
        let link = |o: Order| (o.label(), place.address(o, unvoted, None), o == order);
        let page = ListingPage {
            layout: &layout,
            title: &place.title,
            orders: Order::ALL.map(link).into(),
            unvoted,
            other_choice: place.address(order, !unvoted, None),
            header: place.header,
            list,
            command: page.command,
            milliseconds: format!("{:.2}", page.took.as_secs_f64() * 1000.0),
        };
        Ok(Html(page.render()?))
    }
}

/// Encodes a name for use in a path or a query.
pub fn encoded(name: &str) -> String {
    url::form_urlencoded::byte_serialize(name.as_bytes()).collect::<String>().replace('+', "%20")
}
