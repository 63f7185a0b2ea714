use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::error::PageError;
use super::session::Session;
use super::stories::Layout;
use super::tabs::Tabs;
use super::when::When;
use crate::news::{Moderation, News};

/// What moderators did, for everybody.
#[derive(Template)]
#[template(path = "moderations.html")]
struct LogPage<'a> {
    layout: &'a Layout,
    rows: Vec<Row>,
    /// The address of the next page.
    more: Option<String>,
}

struct Row {
    entry: Moderation,
    /// What the moderator did, as a verb.
    did: &'static str,
    when: When,
    is_user: bool,
}

#[derive(Deserialize)]
pub struct Selection {
    before: Option<String>,
}

/// Shows the log, the latest entries first.
pub async fn show(
    State(news): State<News>,
    session: Session,
    selection: Result<Query<Selection>, QueryRejection>,
) -> Result<Html<String>, PageError> {
    let Query(selection) = selection?;
    let entries = news.moderations(selection.before.as_deref()).await?;
    let address = |place: &str| format!("/moderations?before={place}");
    let more = entries.last().map(|entry| address(&entry.place));
    let here = selection.before.as_deref().map_or("/moderations".to_owned(), address);
    let layout = Layout::new(&session, here).with_tabs(Tabs::of_site("/moderations"));
    let rows = entries.into_iter().map(|entry| Row {
        did: verb(&entry.action),
        when: When(entry.time()),
        is_user: matches!(entry.action.as_str(), "BAN" | "UNBAN"),
        entry,
    });
    Ok(Html(LogPage { layout: &layout, rows: rows.collect(), more }.render()?))
}

fn verb(action: &str) -> &'static str {
    match action {
        "HIDE" => "hid",
        "SHOW" => "showed again",
        "LOCK" => "locked",
        "UNLOCK" => "unlocked",
        "PIN" => "pinned",
        "UNPIN" => "unpinned",
        "BOOST" => "boosted",
        "LOWER" => "lowered",
        "BAN" => "banned",
        "UNBAN" => "lifted the ban of",
        "DISMISS" => "dismissed the flags of",
        _ => "changed",
    }
}
