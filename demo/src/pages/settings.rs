use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};

use super::error::PageError;
use super::form::Form;
use super::session::Claim;
use super::stories::Layout;
use crate::live::Live;
use crate::news::{Group, News, Preferences, SIZES};

/// How the reader sees lists.
#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage<'a> {
    layout: &'a Layout,
    sizes: [usize; SIZES.len()],
    preferences: Preferences,
    /// Each group, and whether the reader has muted it.
    groups: Vec<(Group, bool)>,
}

/// Shows the settings.
pub async fn form(State(news): State<News>, claim: Claim) -> Result<Html<String>, PageError> {
    let login = claim.needed_login()?;
    let (session, (groups, preferences)) = claim.confirm(news.settings(&login)).await?;
    let with_muted = |group: Group| {
        let is_muted = preferences.muted.contains(&group.name);
        (group, is_muted)
    };
    let groups = groups.into_iter().map(with_muted).collect();
    let layout = Layout::new(&session, "/settings");
    Ok(Html(SettingsPage { layout: &layout, sizes: SIZES, preferences, groups }.render()?))
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
    let known = news.groups().await?;
    let muted: Vec<String> = form.all("group").map(str::to_owned).collect();
    // Only groups that exist: nobody can fill the server with names.
    if !muted.iter().all(|name| known.iter().any(|group| group.name == *name)) {
        return Err(PageError::Invalid("There is no such group.".to_owned()));
    }
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
        "yes" => news.block(reader, user).await?,
        "no" => news.unblock(reader, user).await?,
        _ => return Err(PageError::Invalid("A user is blocked or not.".to_owned())),
    }
    live.choices_changed(reader);
    Ok(form.back())
}
