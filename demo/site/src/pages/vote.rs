use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::{Form, ItemView, Layout, PART, PageError, address};
use crate::news::{CHOICES, Item, News};

/// Casts a vote. The script gets the new arrows and number; without it, the browser returns to the
/// story or comment.
pub async fn vote(
    State(news): State<News>,
    headers: HeaderMap,
    form: Form,
) -> Result<Response, PageError> {
    let user = form.user()?;
    let choice = CHOICES.iter().find(|(name, ..)| *name == form.text("choice"));
    let (_, choice, value) = choice.ok_or(PageError::invalid("A vote is up, down, or none."))?;
    let id = form.number("id")?;
    let votes = news.vote(user, id, *choice).await?;
    let here = address::local(form.text("next"));
    let kind = if form.text("kind") == "comment" { "comment" } else { "story" };
    if !headers.contains_key(PART) {
        return Ok(Redirect::to(&format!("{here}#{kind}-{id}")).into_response());
    }
    let item = Item {
        id,
        parent: (kind == "comment").then_some(0),
        votes,
        vote: Some(*value),
        closes: i64::MAX,
        ..Item::default()
    };
    let view = ItemView::new(item, &Layout::new(&form.session, here), None);
    let parts = ["up", "votes", "closed", "down"].map(|name| view.part(name).to_string());
    Ok(Html(parts.concat()).into_response())
}
