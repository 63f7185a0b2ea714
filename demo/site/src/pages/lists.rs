//! The lists that depend on more than their path.

use super::PageError;
use super::listing::{Response, Visit};
use crate::news::{Shelf, Source, host_group};

pub async fn feed(visit: Visit) -> Response {
    visit.session.user()?;
    visit.show(Source::Feed).await
}

pub async fn host(visit: Visit) -> Response {
    let group = host_group(&visit.address.name).ok_or(PageError::NotFound)?;
    visit.show(Source::Group(group)).await
}

pub async fn hidden(source: Source, visit: Visit) -> Response {
    visit.session.check_moderator()?;
    visit.show(source).await
}

pub async fn answers(visit: Visit) -> Response {
    let (news, user) = (visit.news.clone(), visit.session.user()?.to_owned());
    // What comes while the page is made stays new.
    let last = news.newest_answer(&user).await?;
    let shown = visit.show(Source::AnswersTo(user.clone())).await?;
    if let Some(last) = last {
        news.see_answers(&user, &last).await?;
    }
    Ok(shown)
}

pub async fn marked(shelf: Shelf, visit: Visit) -> Response {
    visit.session.user()?;
    visit.show(Source::Marked(shelf)).await
}

pub async fn votes(visit: Visit) -> Response {
    let user = visit.session.user()?.to_owned();
    visit.show(Source::VotesOf(user)).await
}
