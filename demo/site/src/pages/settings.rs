use askama::Template;
use axum::extract::State;
use axum::response::Redirect;
use serde::Deserialize;

use super::groups::{by_name, check_known, marked};
use super::session::is_name;
use super::{Form, Layout, Page, PageError, Query, Redirected, Session, page};
use crate::news::{Group, News, Preferences, SIZES};

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    layout: &'a Layout,
    preferences: Preferences,
    groups: Vec<(Group, bool)>,
    saved: bool,
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
    let user = session.user()?;
    let preferences = news.preferences(Some(user)).await?;
    let saved = selection.saved.is_some();
    let groups = news.groups().await?;
    let layout = Layout::new(&session, "/settings");
    let groups = marked(by_name(groups), &preferences.muted);
    page(&SettingsPage { layout: &layout, preferences, groups, saved })
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
    check_known(&news.groups().await?, form.all("group"))?;
    let muted = form.all("group").map(str::to_owned).collect();
    let preferences = Preferences { size, muted, ..Preferences::default() };
    news.set_preferences(user, &preferences).await?;
    Ok(Redirect::to("/settings?saved=1"))
}

pub async fn block(State(news): State<News>, form: Form) -> Redirected {
    let reader = form.user()?;
    let user = form.text("user");
    match form.text("block") {
        "yes" if user == reader => return Err(PageError::invalid("You cannot block yourself.")),
        "yes" if !is_name(user) => return Err(PageError::invalid("There is no such user.")),
        "yes" => {
            news.check_not_banned(reader).await?;
            news.block(reader, user).await?;
        }
        "no" => news.unblock(reader, user).await?,
        _ => return Err(PageError::invalid("A user is blocked or not.")),
    }
    Ok(form.back())
}
