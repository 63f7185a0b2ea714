use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};

use super::article::address;
use super::error::PageError;
use super::form::Form;
use super::links::{MAX_LINK, normalized};
use super::session::Session;
use super::stories::Layout;
use crate::news::{Group, News, Posted, Story};

const MAX_TITLE: usize = 120;
const MAX_TEXT: usize = 2000;
const MAX_GROUPS: usize = 3;

/// The form for a new story.
#[derive(Template)]
#[template(path = "submit.html")]
struct SubmitPage<'a> {
    layout: &'a Layout,
    groups: Vec<Group>,
    max_title: usize,
    max_text: usize,
    max_groups: usize,
}

/// Shows the form.
pub async fn form(State(news): State<News>, session: Session) -> Result<Html<String>, PageError> {
    session.user()?;
    let layout = Layout::new(&session, "/submit");
    let page = SubmitPage {
        layout: &layout,
        groups: news.groups().await?,
        max_title: MAX_TITLE,
        max_text: MAX_TEXT,
        max_groups: MAX_GROUPS,
    };
    Ok(Html(page.render()?))
}

/// Posts a story and shows it, or the one with the same link.
pub async fn post(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let user = form.session.user()?;
    let story = checked(&form, &news.groups().await?).map_err(PageError::Invalid)?;
    Ok(match news.post(user, &story).await? {
        Posted::Created(id) => Redirect::to(&address(id)),
        Posted::Merged(id) => Redirect::to(&format!("{}?merged=1", address(id))),
    })
}

/// Returns the story in a form, or a message to the user.
fn checked(form: &Form, known: &[Group]) -> Result<Story, String> {
    let (title, link, text) = (form.text("title"), form.text("link"), form.text("text"));
    // Browsers send each line break as two characters, but count it as one.
    let text = text.replace("\r\n", "\n");
    if title.is_empty() || title.chars().count() > MAX_TITLE {
        return Err(format!("The title must have 1 to {MAX_TITLE} characters."));
    }
    if text.chars().count() > MAX_TEXT {
        return Err(format!("The text can have up to {MAX_TEXT} characters."));
    }
    let link = match link {
        "" => String::new(),
        link => normalized(link).ok_or_else(|| {
            format!(
                "The link must begin with http:// or https:// and have up to {MAX_LINK} bytes."
            )
        })?,
    };
    let groups: Vec<String> = form.all("group").map(str::to_owned).collect();
    if groups.len() > MAX_GROUPS {
        return Err(format!("A story can be in up to {MAX_GROUPS} groups."));
    }
    if !groups.iter().all(|name| known.iter().any(|group| group.name == *name)) {
        return Err("There is no such group.".to_owned());
    }
    Ok(Story { title: title.to_owned(), link, text, groups })
}
