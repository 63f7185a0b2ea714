use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};

use super::error::PageError;
use super::form::Form;
use super::session::Claim;
use super::stories::Layout;
use super::tabs::Tabs;
use crate::live::Live;
use crate::news::{Group, News};

/// The list of groups.
#[derive(Template)]
#[template(path = "groups.html")]
struct GroupsPage<'a> {
    layout: &'a Layout,
    /// Each group, and whether the viewer follows it.
    groups: Vec<(Group, bool)>,
}

/// Shows all groups.
pub async fn list(State(news): State<News>, claim: Claim) -> Result<Html<String>, PageError> {
    let login = claim.login();
    let (session, (groups, followed)) = claim.confirm(news.groups_for(login.as_ref())).await?;
    let with_followed = |group: Group| {
        let is_followed = followed.contains(&group.name);
        (group, is_followed)
    };
    let groups = groups.into_iter().map(with_followed).collect();
    let layout = Layout::new(&session, "/groups").with_tabs(Tabs::of_site("/groups"));
    Ok(Html(GroupsPage { layout: &layout, groups }.render()?))
}

/// Follows a group, or stops following it.
pub async fn subscribe(
    State(news): State<News>,
    live: Live,
    form: Form,
) -> Result<Redirect, PageError> {
    let user = form.user()?;
    let group = form.text("group");
    match form.text("follow") {
        // Only groups that exist: nobody can fill the server with names.
        "yes" if news.groups().await?.iter().any(|g| g.name == group) => {
            news.subscribe(user, group).await?;
        }
        "no" => news.unsubscribe(user, group).await?,
        _ => return Err(PageError::Invalid("There is no such group.".to_owned())),
    }
    live.choices_changed(user);
    Ok(form.back())
}
