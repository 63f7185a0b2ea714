use askama::Template;
use axum::extract::State;

use super::{Form, ItemView, Layout, Page, PageError, Path, Redirected, Session, page};
use crate::news::{Limit, News};

const REASONS: [&str; 4] = ["spam", "off topic", "unkind", "wrong link"];

#[derive(Template)]
#[template(path = "flag.html")]
struct FlagPage<'a> {
    layout: &'a Layout,
    subject: ItemView,
    /// The reason for which the reader has flagged it, if so.
    reason: Option<String>,
}

#[derive(Template)]
#[template(path = "flags.html")]
struct FlagsPage<'a> {
    layout: &'a Layout,
    rows: Vec<Row>,
}

struct Row {
    id: u32,
    /// The story or comment; nothing if it was deleted meanwhile.
    subject: Option<ItemView>,
    reasons: String,
    flags: usize,
}

pub async fn form(State(news): State<News>, session: Session, Path(id): Path<u32>) -> Page {
    let reason = news.flag_by(session.user()?, id).await?;
    let item = session.item(&news, id).await?;
    let layout = Layout::new(&session, format!("/flag/{id}"));
    let subject = ItemView::new(item, &layout, None);
    page(&FlagPage { layout: &layout, subject, reason })
}

pub async fn flag(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    let reason = Some(form.text("reason")).filter(|reason| !reason.is_empty());
    if reason.is_some_and(|reason| !REASONS.contains(&reason)) {
        return Err(PageError::invalid("There is no such reason."));
    }
    let item = form.session.item(&news, form.number("id")?).await?;
    news.count(Limit::Flag(user)).await?;
    news.flag(user, item.id, reason).await?;
    Ok(form.back())
}

pub async fn list(State(news): State<News>, session: Session) -> Page {
    session.check_moderator()?;
    let layout = Layout::new(&session, "/flags");
    let rows = news.flagged().await?.into_iter().map(|flagged| Row {
        id: flagged.id,
        subject: flagged.item.map(|item| ItemView::new(item, &layout, None)),
        reasons: counted(&flagged.reasons),
        flags: flagged.reasons.len(),
    });
    page(&FlagsPage { layout: &layout, rows: rows.collect() })
}

pub async fn dismiss(State(news): State<News>, form: Form) -> Redirected {
    let (moderator, id) = (form.moderator()?, form.number("id")?);
    if !news.is_flagged(id).await? {
        return Err(PageError::NotFound);
    }
    news.dismiss_flags(moderator, id).await?;
    Ok(form.back())
}

fn counted(reasons: &[String]) -> String {
    let count = |reason: &&str| reasons.iter().filter(|other| other == reason).count();
    let given = REASONS.iter().map(|reason| (reason, count(reason)));
    let given = given.filter(|(_, count)| *count > 0);
    given.map(|(reason, count)| format!("{count} × {reason}")).collect::<Vec<_>>().join(", ")
}
