use askama::Template;
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::article::address;
use super::error::PageError;
use super::form::Form;
use super::links::{normalized, target};
use super::session::Session;
use super::stories::Layout;
use super::text::{check_title, checked_text};
use crate::news::hosts::host_group;
use crate::news::{Error, Group, News, Posted, Sender, Story};

/// The longest title, in characters.
pub const MAX_TITLE: usize = 120;

/// The longest text, in characters.
pub const MAX_TEXT: usize = 2000;

const MAX_GROUPS: usize = 3;

/// The form for a new story.
#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    layout: &'a Layout,
    /// Why the story was not posted, if it was not.
    message: &'a str,
    /// What the server runs once, however often it is sent.
    once: &'a str,
    title: &'a str,
    link: &'a str,
    text: &'a str,
    /// Each group, and whether it is chosen.
    groups: Vec<(Group, bool)>,
    max_title: usize,
    max_text: usize,
    max_groups: usize,
}

/// Shows the form.
pub async fn form(
    State(news): State<News>,
    session: Session,
) -> Result<impl IntoResponse, PageError> {
    session.user()?;
    let layout = Layout::new(&session, "/submit");
    let page = SubmitPage {
        layout: &layout,
        message: "",
        once: &layout.once,
        title: "",
        link: "",
        text: "",
        groups: news.groups().await?.into_iter().map(|group| (group, false)).collect(),
        max_title: MAX_TITLE,
        max_text: MAX_TEXT,
        max_groups: MAX_GROUPS,
    };
    // The browser keeps the page, so that going back to it after an error finds what was typed.
    Ok(([(CACHE_CONTROL, "private, no-cache")], Html(page.render()?)))
}

/// Posts a story and shows it, or the one with the same link. If that is not possible, the reply is
/// the form again.
pub async fn post(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let error = match send(&news, &form).await {
        Ok(address) => return Ok(Redirect::to(&address).into_response()),
        Err(
            error @ (PageError::Invalid(_)
            | PageError::News(
                Error::Refused(_) | Error::Invalid(_) | Error::TooOften { .. } | Error::Full,
            )),
        ) => error,
        Err(error) => return Err(error),
    };
    let is_chosen = |group: Group| {
        let is_chosen = form.all("group").any(|name| name == group.name);
        (group, is_chosen)
    };
    let layout = Layout::new(&form.session, "/submit");
    let page = SubmitPage {
        layout: &layout,
        message: error.message(),
        once: form.text("once"),
        title: form.text("title"),
        link: form.text("link"),
        text: form.text("text"),
        groups: news.groups().await?.into_iter().map(is_chosen).collect(),
        max_title: MAX_TITLE,
        max_text: MAX_TEXT,
        max_groups: MAX_GROUPS,
    };
    Ok((error.status(), Html(page.render()?)).into_response())
}

/// Posts a story, and returns the address to show.
async fn send(news: &News, form: &Form) -> Result<String, PageError> {
    let user = form.user()?;
    let story = checked(form, &news.groups().await?).map_err(PageError::Invalid)?;
    if news.is_hidden_link(&story.link).await? {
        return Err(PageError::Invalid(
            "A moderator has hidden a story with this link.".to_owned(),
        ));
    }
    let key = form.key();
    Ok(match news.post(Sender::Form { user, key: &key }, &story).await? {
        Posted::Created(id) => address(id),
        Posted::Merged(id) => format!("{}?merged={key}", address(id)),
    })
}

/// Returns the story in a form, or a message to the user.
fn checked(form: &Form, known: &[Group]) -> Result<Story, String> {
    let (title, link, text) = (form.text("title"), form.text("link"), form.text("text"));
    check_title(title, MAX_TITLE)?;
    let text = checked_text(text, MAX_TEXT)?;
    let link = match link {
        "" => String::new(),
        link => normalized(link)?,
    };
    let mut groups: Vec<String> = form.all("group").map(str::to_owned).collect();
    if groups.len() > MAX_GROUPS {
        return Err(format!("A story can be in up to {MAX_GROUPS} groups."));
    }
    if !groups.iter().all(|name| known.iter().any(|group| group.name == *name)) {
        return Err("There is no such group.".to_owned());
    }
    groups.extend(target(&link).and_then(|(_, host)| host_group(&host)));
    Ok(Story { title: title.to_owned(), link, text, groups })
}
