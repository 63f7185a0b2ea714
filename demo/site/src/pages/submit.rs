use askama::Template;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{IntoResponse, Redirect, Response};

use super::groups::{by_name, check_known, marked};
use super::links::{normalized, spellings};
use super::text::{check_title, checked_text};
use super::{Form, Layout, Page, PageError, Session, address, page, target};
use crate::news::{Error, Flag, Group, Limit, News, Sender, Story, host_group};

pub const MAX_TITLE: usize = 120;
pub const MAX_TEXT: usize = 2000;
pub const MAX_GROUPS: usize = 3;
pub const NOTHING: &str = "A story needs a link or a text.";

#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    layout: &'a Layout,
    message: &'a str,
    once: &'a str,
    title: &'a str,
    link: &'a str,
    text: &'a str,
    groups: Vec<(Group, bool)>,
}

async fn form_page(news: &News, layout: &Layout, message: &str, sent: Option<&Form>) -> Page {
    let text = |name| sent.map_or("", |form| form.text(name));
    let chosen: Vec<&str> = sent.into_iter().flat_map(|form| form.all("group")).collect();
    page(&SubmitPage {
        layout,
        message,
        once: sent.map_or(&layout.once, |form| form.text("once")),
        title: text("title"),
        link: text("link"),
        text: text("text"),
        groups: marked(by_name(news.groups().await?), &chosen),
    })
}

pub async fn form(
    State(news): State<News>,
    session: Session,
) -> Result<impl IntoResponse, PageError> {
    session.user()?;
    let page = form_page(&news, &Layout::new(&session, "/submit"), "", None).await?;
    // The browser keeps the page, so that going back to it after an error finds what was typed.
    Ok(([(CACHE_CONTROL, "private, no-cache")], page))
}

pub async fn post(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let error = match send(&news, &form).await {
        Ok(address) => return Ok(Redirect::to(&address).into_response()),
        Err(
            error @ (PageError::Invalid(_)
            | PageError::News(Error::Refused(_) | Error::TooOften { .. } | Error::Full)),
        ) => error,
        Err(error) => return Err(error),
    };
    let layout = Layout::new(&form.session, "/submit");
    let page = form_page(&news, &layout, error.message(), Some(&form)).await?;
    Ok((error.status(), page).into_response())
}

async fn send(news: &News, form: &Form) -> Result<String, PageError> {
    let user = form.user()?;
    let mut story = checked(form).map_err(PageError::Invalid)?;
    check_known(&news.groups().await?, form.all("group"))?;
    let earlier = news.with_links(&spellings(&story.link)).await?;
    if earlier.iter().any(|story| story.has(Flag::Hidden)) {
        return Err(PageError::invalid("A moderator has hidden a story with this link."));
    }
    // The module compares links byte for byte.
    if let Some(earlier) = earlier.into_iter().next() {
        story.link = earlier.link;
    }
    news.count(Limit::Stories(form.address)).await?;
    let posted = news.post(Sender::Form { user, key: &form.key() }, &story).await?;
    Ok(address::story(posted.id) + if posted.created { "" } else { "?merged=1" })
}

fn checked(form: &Form) -> Result<Story, String> {
    let (title, link, text) = (form.text("title"), form.text("link"), form.text("text"));
    check_title(title, MAX_TITLE)?;
    let text = checked_text(text, MAX_TEXT)?;
    let link = match link {
        "" => String::new(),
        link => normalized(link)?,
    };
    if link.is_empty() && text.is_empty() {
        return Err(NOTHING.to_owned());
    }
    let mut groups: Vec<String> = form.all("group").map(str::to_owned).collect();
    if groups.len() > MAX_GROUPS {
        return Err(format!("A story can be in up to {MAX_GROUPS} groups."));
    }
    groups.extend(target(&link).and_then(|(_, host)| host_group(&host)));
    Ok(Story { title: title.to_owned(), link, text, groups })
}
