use axum::extract::State;

use super::{Form, Redirected};
use crate::news::{News, Shelf};

pub async fn change(shelf: Shelf, State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    match (form.number("id"), form.number("undo")) {
        (Ok(id), _) => news.keep(shelf, user, id).await?,
        (_, Ok(id)) => news.drop(shelf, user, id).await?,
        (Err(error), _) => return Err(error),
    }
    Ok(form.back())
}
