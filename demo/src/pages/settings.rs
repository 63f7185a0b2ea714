use askama::Template;
use axum::extract::State;
use axum::response::Redirect;

use super::error::PageError;
use super::form::Form;
use super::groups::{check_known, marked};
use super::layout::{Layout, Page, page};
use super::session::{Claim, is_name};
use crate::live::Live;
use crate::news::{Group, News, Preferences, SIZES};

/// How the reader sees lists.
#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    layout: &'a Layout,
    preferences: Preferences,
    /// Each group, and whether the reader has muted it.
    groups: Vec<(Group, bool)>,
}

pub async fn form(State(news): State<News>, claim: Claim) -> Page {
    let login = claim.needed_login()?;
    let (session, (groups, preferences)) = claim.confirm(news.settings(&login)).await?;
    let layout = Layout::new(&session, "/settings");
    let groups = marked(groups, &preferences.muted);
    page(&SettingsPage { layout: &layout, preferences, groups })
}

/// Stores the page size and the muted groups.
pub async fn save(
    State(news): State<News>,
    live: Live,
    form: Form,
) -> Result<Redirect, PageError> {
    let user = form.user()?;
    let size = match form.text("size") {
        "" => None,
        _ => Some(form.number("size")?),
    };
    if size.is_some_and(|size| !SIZES.contains(&size)) {
        return Err(PageError::Invalid("There is no such page size.".to_owned()));
    }
    check_known(&news.groups().await?, form.all("group"))?;
    let muted: Vec<&str> = form.all("group").collect();
    news.set_preferences(user, size, &muted).await?;
    live.choices_changed(user);
    Ok(Redirect::to("/settings"))
}

/// Blocks a user, or lifts that.
pub async fn block(
    State(news): State<News>,
    live: Live,
    form: Form,
) -> Result<Redirect, PageError> {
    let reader = form.user()?;
    let user = form.text("user");
    match form.text("block") {
        "yes" if user == reader => {
            return Err(PageError::Invalid("You cannot block yourself.".to_owned()));
        }
        "yes" if !is_name(user) => {
            return Err(PageError::Invalid("There is no such user.".to_owned()));
        }
        "yes" => news.block(reader, user).await?,
        "no" => news.unblock(reader, user).await?,
        _ => return Err(PageError::Invalid("A user is blocked or not.".to_owned())),
    }
    live.choices_changed(reader);
    Ok(form.back())
}
