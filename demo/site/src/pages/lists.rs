//! The lists that depend on more than their path.

use axum::response::Redirect;

use super::PageError;
use super::dates::Day;
use super::listing::{Response, Visit};
use crate::news::{Source, host_group, unix_time};

/// The stories of the groups that the user follows.
pub async fn feed(visit: Visit) -> Response {
    visit.claim.needed_login()?;
    visit.show(Source::Feed(Vec::new())).await
}

/// The stories whose links lead to a host.
pub async fn host(visit: Visit) -> Response {
    let group = host_group(&visit.address.name).ok_or(PageError::NotFound)?;
    visit.show(Source::Group(group)).await
}

/// A list of what moderators have hidden.
pub async fn hidden(source: Source, visit: Visit) -> Response {
    visit.claim.check_moderator()?;
    visit.show(source).await
}

/// Leads to the front page of yesterday, the last day that is over.
pub async fn yesterday() -> Redirect {
    Redirect::to(&Day::of(unix_time()).previous().address())
}

/// The stories of a day, most votes first.
pub async fn day(visit: Visit) -> Response {
    let day = Day::parse(&visit.address.name).ok_or(PageError::NotFound)?;
    visit.show(Source::Day(day.start())).await
}

/// The answers to the user, who has then seen all that there are.
pub async fn answers(visit: Visit) -> Response {
    let login = visit.claim.needed_login()?;
    let news = visit.news.clone();
    // What comes while the page is made stays new.
    let last = news.newest_answer(&login).await?;
    let shown = visit.show(Source::AnswersTo(login.user.clone())).await?;
    if let Some(last) = last {
        news.see_answers(&login, last).await?;
    }
    Ok(shown)
}

/// The stories and comments that the user has voted for.
pub async fn votes(visit: Visit) -> Response {
    let user = visit.claim.needed_login()?.user;
    visit.show(Source::VotesOf(user)).await
}
