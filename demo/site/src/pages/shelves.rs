use axum::extract::State;

use super::{Form, PageError, Redirected};
use crate::news::{News, Shelf};

pub async fn change(shelf: Shelf, State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    match (form.number("id"), form.number("undo")) {
        // A comment would take a place where nobody sees it, and so would what is hidden.
        (Ok(id), _) if form.session.item(&news, id).await?.is_comment() => {
            return Err(PageError::NotFound);
        }
        (Ok(id), _) => news.keep(shelf, user, id).await?,
        (_, Ok(id)) => news.drop(shelf, user, id).await?,
        (Err(error), _) => return Err(error),
    }
    Ok(form.back())
}
