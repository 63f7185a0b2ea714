use askama::Template;
use axum::extract::State;
use axum::response::Redirect;
use serde::Deserialize;

use super::session::check_name;
use super::{Form, Layout, Page, PageError, Query, Redirected, Session, page};
use crate::news::{News, Preferences, SIZES, Topic};

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    layout: &'a Layout,
    preferences: Preferences,
    saved: bool,
}

impl SettingsPage<'_> {
    /// Returns what the reader follows or has muted.
    fn topics(&self) -> impl Iterator<Item = Topic<'_>> {
        let follows = &self.preferences.follows;
        let groups = follows.groups.iter().chain(&follows.muted_groups);
        let users = follows.users.iter().chain(&follows.muted_users);
        groups.map(|name| Topic::Group(name)).chain(users.map(|name| Topic::User(name)))
    }
}

#[derive(Deserialize)]
pub struct Selection {
    saved: Option<String>,
}

pub async fn form(
    State(news): State<News>,
    session: Session,
    Query(selection): Query<Selection>,
) -> Page {
    let preferences = news.preferences(Some(session.user()?)).await?;
    let saved = selection.saved.is_some();
    let layout = Layout::new(&session, "/settings");
    page(&SettingsPage { layout: &layout, preferences, saved })
}

pub async fn save(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    let size = match form.text("size") {
        "" => None,
        _ => Some(form.number("size")?),
    };
    if size.is_some_and(|size| !SIZES.contains(&size)) {
        return Err(PageError::invalid("There is no such page size."));
    }
    news.set_size(user, size).await?;
    Ok(Redirect::to("/settings?saved=1"))
}

pub async fn rename(State(news): State<News>, form: Form) -> Redirected {
    let (user, name) = (form.user()?, form.text("name").to_ascii_lowercase());
    check_name(&name)?;
    news.rename(user, &name).await?;
    form.session.log_in(&name).await?;
    Ok(Redirect::to("/settings?saved=1"))
}
