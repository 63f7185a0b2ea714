use askama::Template;
use axum::extract::State;
use serde::Deserialize;

use super::{Form, ItemView, Layout, Page, Query, Redirected, Session, page};
use crate::news::{News, Shelf};

#[derive(Template)]
#[template(path = "shelf.html")]
struct ShelfPage<'a> {
    layout: &'a Layout,
    title: &'static str,
    action: &'static str,
    label: &'static str,
    stories: Vec<ItemView>,
    more: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    page: Option<u32>,
}

pub async fn show(
    shelf: Shelf,
    State(news): State<News>,
    session: Session,
    Query(selection): Query<Selection>,
) -> Page {
    let number = selection.page.unwrap_or(1).max(1);
    let (stories, goes_on) = news.shelf(shelf, session.user()?, number).await?;
    let (title, path, action, label) = match shelf {
        Shelf::Saved => ("Saved stories", "/saved", "/save", "Remove"),
        Shelf::Hidden => ("Hidden stories", "/settings/hidden", "/hide", "Show again"),
    };
    let address = |page: u32| match page {
        1 => path.to_owned(),
        page => format!("{path}?page={page}"),
    };
    let layout = Layout::new(&session, address(number));
    page(&ShelfPage {
        layout: &layout,
        title,
        action,
        label,
        stories: stories.into_iter().map(|story| ItemView::new(story, &layout, None)).collect(),
        more: goes_on.then(|| address(number + 1)),
    })
}

pub async fn change(shelf: Shelf, State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    match (form.number("id"), form.number("undo")) {
        (Ok(id), _) => news.keep(shelf, user, id).await?,
        (_, Ok(id)) => news.drop(shelf, user, id).await?,
        (Err(error), _) => return Err(error),
    }
    Ok(form.back())
}
