//! The lists of the site.

use axum::response::Redirect;

use super::address::{self, encoded};
use super::dates::Day;
use super::error::PageError;
use super::listing::{Header, Response, Visit};
use crate::news::hosts::host_group;
use crate::news::{Order, Source, unix_time};

pub async fn site(visit: Visit) -> Response {
    visit.show("Stories", String::new(), Order::Hot, Source::Site, Header::Site).await
}

/// The stories of a group.
pub async fn group(visit: Visit) -> Response {
    let name = visit.name();
    let (path, header) = (format!("/g/{}", encoded(&name)), Header::Group(name.clone()));
    visit.show(&name, path, Order::Hot, Source::Group(name.clone()), header).await
}

/// The stories whose links lead to a host.
pub async fn host(visit: Visit) -> Response {
    let host = visit.name();
    let source = Source::Group(host_group(&host).ok_or(PageError::NotFound)?);
    visit.show(&host, address::host(&host), Order::New, source, Header::Plain).await
}

pub async fn user(visit: Visit) -> Response {
    let name = visit.name();
    let (path, header) = (format!("/u/{}", encoded(&name)), Header::User(name.clone()));
    visit.show(&name, path, Order::New, Source::User(name.clone()), header).await
}

/// The stories of the groups that the user follows.
pub async fn feed(visit: Visit) -> Response {
    visit.claim.needed_login()?;
    let (path, source) = ("/feed".to_owned(), Source::Feed(Vec::new()));
    visit.show("Your feed", path, Order::Hot, source, Header::Feed).await
}

/// The stories that moderators have hidden.
pub async fn hidden(visit: Visit) -> Response {
    visit.claim.check_moderator()?;
    let path = "/hidden".to_owned();
    visit.show("Hidden stories", path, Order::New, Source::Hidden, Header::Hidden).await
}

/// Leads to the front page of yesterday, the last day that is over.
pub async fn yesterday() -> Redirect {
    Redirect::to(&day_address(Day::of(unix_time()).previous()))
}

/// The stories of a day, most votes first.
pub async fn day(visit: Visit) -> Response {
    let day = Day::parse(&visit.name()).ok_or(PageError::NotFound)?;
    let next = (day < Day::of(unix_time())).then(|| day_address(day.next()));
    let header = Header::Day { day, previous: day_address(day.previous()), next };
    let (title, source) = (format!("Stories of {day}"), Source::Day(day.start()));
    visit.show(&title, day_address(day), Order::All, source, header).await
}

fn day_address(day: Day) -> String {
    format!("/past/{day}")
}

/// The newest comments of the site.
pub async fn comments(visit: Visit) -> Response {
    let path = "/comments".to_owned();
    visit.show("Comments", path, Order::New, Source::Comments, Header::Plain).await
}

/// The answers to the user, who has then seen all that there are.
pub async fn answers(visit: Visit) -> Response {
    let login = visit.claim.needed_login()?;
    let news = visit.news.clone();
    // What comes while the page is made stays new.
    let last = news.newest_answer(&login).await?;
    let (path, source) = ("/answers".to_owned(), Source::AnswersTo(login.user.clone()));
    let shown = visit.show("Answers to you", path, Order::New, source, Header::Plain).await?;
    if let Some(last) = last {
        news.see_answers(&login, last).await?;
    }
    Ok(shown)
}

/// The stories and comments that the user has voted for.
pub async fn votes(visit: Visit) -> Response {
    let source = Source::VotesOf(visit.claim.needed_login()?.user);
    let path = "/voted".to_owned();
    visit.show("What you voted for", path, Order::New, source, Header::Plain).await
}

/// The comments that moderators have hidden.
pub async fn hidden_comments(visit: Visit) -> Response {
    visit.claim.check_moderator()?;
    let (path, source) = ("/comments/hidden".to_owned(), Source::HiddenComments);
    visit.show("Hidden comments", path, Order::New, source, Header::Plain).await
}

pub async fn comments_of(visit: Visit) -> Response {
    let name = visit.name();
    let (title, path) = (format!("Comments of {name}"), format!("/u/{}/comments", encoded(&name)));
    let (source, header) = (Source::CommentsOf(name.clone()), Header::CommentsOf(name));
    visit.show(&title, path, Order::New, source, header).await
}
