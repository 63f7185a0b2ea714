use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::{Html, Redirect};
use serde::Deserialize;

use super::error::PageError;
use super::form::Form;
use super::session::Session;
use super::stories::{Layout, StoryView};
use crate::news::{News, Shelf};

/// The stories that the reader has saved, or has hidden.
#[derive(Template)]
#[template(path = "shelf.html")]
struct ShelfPage<'a> {
    layout: &'a Layout,
    title: &'static str,
    /// Where the forms lead that take a story off.
    action: &'static str,
    /// The label of their buttons.
    label: &'static str,
    stories: Vec<StoryView>,
    /// The address of the next page.
    more: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    page: Option<usize>,
}

type Selected = Result<Query<Selection>, QueryRejection>;

/// Shows the saved stories.
pub async fn saved(
    State(news): State<News>,
    session: Session,
    selected: Selected,
) -> Result<Html<String>, PageError> {
    show(news, session, selected, Shelf::Saved).await
}

/// Shows the hidden stories.
pub async fn hidden(
    State(news): State<News>,
    session: Session,
    selected: Selected,
) -> Result<Html<String>, PageError> {
    show(news, session, selected, Shelf::Hidden).await
}

async fn show(
    news: News,
    session: Session,
    selected: Selected,
    shelf: Shelf,
) -> Result<Html<String>, PageError> {
    let Query(selection) = selected?;
    let page = selection.page.unwrap_or(1).max(1);
    let (stories, goes_on) = news.shelf(shelf, session.user()?, page).await?;
    let (title, path, action, label) = match shelf {
        Shelf::Saved => ("Saved stories", "/saved", "/save", "Remove"),
        Shelf::Hidden => ("Hidden stories", "/settings/hidden", "/hide", "Show again"),
    };
    let address = |page: usize| match page {
        1 => path.to_owned(),
        page => format!("{path}?page={page}"),
    };
    let layout = Layout::new(&session, address(page));
    // What moderators have hidden is for them only.
    let is_shown = |story: &StoryView| !story.is_hidden() || session.is_moderator();
    let stories = stories.into_iter().map(StoryView::new);
    let page = ShelfPage {
        layout: &layout,
        title,
        action,
        label,
        stories: stories.filter(is_shown).collect(),
        more: goes_on.then(|| address(page + 1)),
    };
    Ok(Html(page.render()?))
}

/// Saves a story, or removes it from the saved ones.
pub async fn save(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    change(news, form, Shelf::Saved).await
}

/// Hides a story from the reader's lists, or shows it again.
pub async fn hide(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    change(news, form, Shelf::Hidden).await
}

async fn change(news: News, form: Form, shelf: Shelf) -> Result<Redirect, PageError> {
    let user = form.user()?;
    match (form.number("id"), form.number("undo")) {
        (Ok(id), _) => news.keep(shelf, user, id).await?,
        (_, Ok(id)) => news.drop(shelf, user, id).await?,
        (Err(error), _) => return Err(error),
    }
    Ok(form.back())
}
