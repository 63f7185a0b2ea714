use askama::Template;
use axum::extract::State;
use serde::Deserialize;

use super::dates::When;
use super::{Form, Layout, Page, PageError, Query, Redirected, Session, page};
use crate::news::{Flag, Item, Moderation, News};

const MAX_BOOST: i64 = 86_400;

/// The longest name of a user that the module accepts, in bytes. Other programs may have stored
/// names that nobody can log in with.
const MAX_USER: usize = 255;
pub const MAX_REASON: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Action {
    pub keyword: &'static str,
    pub label: &'static str,
    flag: Flag,
    sets: bool,
}

#[derive(Template)]
#[template(path = "moderations.html")]
struct LogPage<'a> {
    layout: &'a Layout,
    rows: Vec<Row>,
    more: Option<String>,
}

struct Row {
    entry: Moderation,
    did: &'static str,
    when: When,
}

#[derive(Deserialize)]
pub struct Selection {
    before: Option<String>,
}

impl Action {
    const ALL: [Self; 7] = [
        Self { keyword: "HIDE", label: "Remove", flag: Flag::Hidden, sets: true },
        Self { keyword: "SHOW", label: "Restore", flag: Flag::Hidden, sets: false },
        Self { keyword: "PUBLISH", label: "Publish", flag: Flag::Hidden, sets: false },
        Self { keyword: "LOCK", label: "Lock", flag: Flag::Locked, sets: true },
        Self { keyword: "UNLOCK", label: "Unlock", flag: Flag::Locked, sets: false },
        Self { keyword: "PIN", label: "Pin", flag: Flag::Pinned, sets: true },
        Self { keyword: "UNPIN", label: "Unpin", flag: Flag::Pinned, sets: false },
    ];

    pub fn possible(item: &Item) -> Vec<Self> {
        let changes = |action: &Self| item.has(action.flag) != action.sets;
        Self::ALL.into_iter().filter(changes).collect()
    }
}

pub async fn moderate(State(news): State<News>, form: Form) -> Redirected {
    let moderator = form.moderator()?;
    let action = Action::ALL.into_iter().find(|action| action.keyword == form.text("action"));
    let action = action.ok_or(PageError::invalid("There is no such action."))?;
    let id = form.number("id")?;
    // The log is public, and names nothing that never existed.
    news.item(id, None).await?.ok_or(PageError::NotFound)?;
    news.moderate(moderator, action.keyword, id).await?;
    Ok(form.back())
}

pub async fn boost(State(news): State<News>, form: Form) -> Redirected {
    form.moderator()?;
    let seconds = form.number::<i64>("seconds")?.clamp(-MAX_BOOST, MAX_BOOST);
    news.boost(form.number("id")?, seconds).await?;
    Ok(form.back())
}

/// Bans or silences a user, or holds back what the user posts, or ends that.
pub async fn restrict(State(news): State<News>, form: Form) -> Redirected {
    let (moderator, user) = (form.moderator()?, form.text("user"));
    match form.text("action") {
        "BAN" if moderator.reason.is_empty() => {
            return Err(PageError::invalid("A ban needs a reason, for the log."));
        }
        _ if user == moderator.name => {
            return Err(PageError::invalid("You cannot restrict yourself."));
        }
        _ if user.is_empty() || user.len() > MAX_USER => {
            return Err(PageError::invalid("There is no such user."));
        }
        "BAN" => news.ban(moderator, user).await?,
        "UNBAN" => news.lift_ban(moderator, user).await?,
        "HOLD" => news.hold(moderator, user).await?,
        "UNHOLD" => news.release(moderator, user).await?,
        "SILENCE" => news.silence(user, true).await?,
        "UNSILENCE" => news.silence(user, false).await?,
        _ => return Err(PageError::invalid("There is no such action.")),
    }
    Ok(form.back())
}

pub async fn log(
    State(news): State<News>,
    session: Session,
    Query(selection): Query<Selection>,
) -> Page {
    let (entries, goes_on) = news.moderations(selection.before.as_deref()).await?;
    let address = |position: &str| format!("/moderations?before={position}");
    let more = entries.last().filter(|_| goes_on).map(|entry| address(&entry.position));
    let here = selection.before.as_deref().map_or("/moderations".to_owned(), address);
    let rows = entries.into_iter().map(|entry| Row {
        did: verb(&entry.action),
        when: When(entry.time()),
        entry,
    });
    let layout = Layout::in_tabs(&session, here, "/moderations");
    page(&LogPage { layout: &layout, rows: rows.collect(), more })
}

fn verb(action: &str) -> &'static str {
    match action {
        "HIDE" => "removed",
        "SHOW" => "restored",
        "PUBLISH" => "published",
        "HOLD" => "holds back what is posted by",
        "UNHOLD" => "no longer holds back what is posted by",
        "LOCK" => "locked",
        "UNLOCK" => "unlocked",
        "PIN" => "pinned",
        "UNPIN" => "unpinned",
        "BAN" => "banned",
        "UNBAN" => "lifted the ban of",
        "DISMISS" => "dismissed the flags of",
        _ => "changed",
    }
}
