use askama::Template;
use axum::extract::State;

use super::{Layout, Page, PageError, Session, page};
use crate::news::{Follows, Group, News, Topic};

#[derive(Template)]
#[template(path = "groups.html")]
struct GroupsPage<'a> {
    layout: &'a Layout,
    groups: Vec<Group>,
    follows: Follows,
}

pub fn by_name(mut groups: Vec<Group>) -> Vec<Group> {
    groups.sort_by(|one, other| one.name.cmp(&other.name));
    groups
}

pub fn marked(groups: Vec<Group>, names: &[impl AsRef<str>]) -> Vec<(Group, bool)> {
    let is_named = |group: &Group| names.iter().any(|name| name.as_ref() == group.name);
    let marks: Vec<bool> = groups.iter().map(is_named).collect();
    groups.into_iter().zip(marks).collect()
}

/// Returns the error for groups that do not exist: nobody can fill the server with names.
pub fn check_known<'a>(
    known: &[Group],
    mut names: impl Iterator<Item = &'a str>,
) -> Result<(), PageError> {
    match names.all(|name| known.iter().any(|group| group.name == name)) {
        true => Ok(()),
        false => Err(PageError::invalid("There is no such group.")),
    }
}

pub async fn list(State(news): State<News>, session: Session) -> Page {
    let follows = news.preferences(session.user.as_deref()).await?.follows;
    let groups = news.groups().await?;
    let layout = Layout::in_tabs(&session, "/groups", "/groups");
    page(&GroupsPage { layout: &layout, groups, follows })
}
