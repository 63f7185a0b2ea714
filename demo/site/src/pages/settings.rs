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
    /// Each group, and whether the reader has muted it.
    groups: Vec<(Group, bool)>,
    /// What the reader has just changed.
    saved: Option<String>,
}

#[derive(Deserialize)]
pub struct Selection {
    /// The key of the form with which the reader has just changed something.
    saved: Option<String>,
}

pub async fn form(
    State(news): State<News>,
    session: Session,
    Query(selection): Query<Selection>,
) -> Page {
    let user = session.user()?;
    let preferences = news.preferences(Some(user)).await?;
    let saved = match &selection.saved {
        Some(form) => news.said(user, form).await?,
        None => None,
    };
    let groups = news.groups().await?;
    let layout = Layout::new(&session, "/settings");
    let groups = marked(by_name(groups), &preferences.muted);
    page(&SettingsPage { layout: &layout, preferences, groups, saved })
}

/// Stores the page size and the muted groups, and what has changed for the page to say.
pub async fn save(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    let size = match form.text("size") {
        "" => None,
        _ => Some(form.number("size")?),
    };
    if size.is_some_and(|size| !SIZES.contains(&size)) {
        return Err(PageError::invalid("There is no such page size."));
    }
    let before = news.preferences(Some(user)).await?;
    check_known(&news.groups().await?, form.all("group"))?;
    let muted = form.all("group").map(str::to_owned).collect();
    let preferences = Preferences { size, muted, ..before.clone() };
    let (key, saved) = (form.key(), format!("Saved. {}", changes(&before, &preferences)));
    news.set_preferences(user, &preferences, &key, &saved).await?;
    Ok(Redirect::to(&format!("/settings?saved={key}")))
}

/// Returns what a reader has changed, in sentences.
fn changes(before: &Preferences, after: &Preferences) -> String {
    let added = |to: &[String], from: &[String]| {
        let names = to.iter().filter(|name| !from.contains(name)).map(String::as_str);
        names.collect::<Vec<_>>().join(", ")
    };
    let mut changes = Vec::new();
    if before.size != after.size {
        changes.push(match after.size {
            Some(size) => format!("Lists have {size} stories per page."),
            None => "Lists are as long as the site has them.".to_owned(),
        });
    }
    for (text, groups) in [
        ("Now left out of lists", added(&after.muted, &before.muted)),
        ("Back in lists", added(&before.muted, &after.muted)),
    ] {
        changes.extend((!groups.is_empty()).then(|| format!("{text}: {groups}.")));
    }
    if changes.is_empty() { "Nothing has changed.".to_owned() } else { changes.join(" ") }
}

/// Blocks a user, or lifts that.
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

#[cfg(test)]
mod tests {
    use super::{Preferences, changes};

    #[test]
    fn only_changes_are_named() {
        let muting = |size, groups: &[&str]| Preferences {
            size,
            muted: groups.iter().map(|name| (*name).to_owned()).collect(),
            ..Preferences::default()
        };
        for (before, after, text) in [
            (muting(None, &["go"]), muting(None, &["go"]), "Nothing has changed."),
            (muting(None, &[]), muting(Some(15), &[]), "Lists have 15 stories per page."),
            (
                muting(Some(15), &["go", "rust"]),
                muting(None, &["go", "math", "web"]),
                "Lists are as long as the site has them. Now left out of lists: math, web. \
                 Back in lists: rust.",
            ),
        ] {
            assert_eq!(changes(&before, &after), text);
        }
    }
}
