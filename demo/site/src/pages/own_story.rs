use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use super::submit::{MAX_TEXT, MAX_TITLE, NOTHING};
use super::text::{check_title, checked_text};
use super::{Form, Layout, Page, PageError, Path, Redirected, Session, address, page};
use crate::news::{Item, News};

#[derive(Template)]
#[template(path = "story_form.html")]
struct StoryForm<'a> {
    layout: &'a Layout,
    id: u32,
    /// Why the story was not changed, if it was not.
    message: &'a str,
    title: &'a str,
    text: &'a str,
    /// Whether nobody has commented on it, so that it can be deleted.
    deletable: bool,
}

pub async fn form(State(news): State<News>, session: Session, Path(id): Path<u32>) -> Page {
    let item = own(&news, &session, id).await?.filter(|item| !item.is_comment());
    let item = item.ok_or(PageError::NotFound)?;
    page(&StoryForm {
        layout: &Layout::new(&session, address::story(item.id)),
        id: item.id,
        message: "",
        title: &item.title,
        text: &item.text,
        deletable: item.comments == 0,
    })
}

/// Returns a story or comment if it is the user's own.
pub async fn own(news: &News, session: &Session, id: u32) -> Result<Option<Item>, PageError> {
    let user = session.user()?;
    Ok(news.item(id, None).await?.filter(|item| item.poster == user))
}

/// Changes the title and text of the user's own story. If that is not possible, the reply is the
/// form again.
pub async fn save(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let id = form.number("id")?;
    let Err(error) = change(&news, &form, id).await else {
        return Ok(Redirect::to(&address::story(id)).into_response());
    };
    // A redirect would lose the text.
    let (PageError::Invalid(_) | PageError::News(_)) = error else { return Err(error) };
    let again = page(&StoryForm {
        layout: &Layout::new(&form.session, address::story(id)),
        id,
        message: error.message(),
        title: form.text("title"),
        text: form.text("text"),
        deletable: false,
    });
    Ok((error.status(), again?).into_response())
}

async fn change(news: &News, form: &Form, id: u32) -> Result<(), PageError> {
    let user = form.user()?;
    let title = form.text("title");
    check_title(title, MAX_TITLE).map_err(PageError::Invalid)?;
    let text = checked_text(form.text("text"), MAX_TEXT).map_err(PageError::Invalid)?;
    if text.is_empty() && news.item(id, None).await?.is_some_and(|story| story.link.is_empty()) {
        return Err(PageError::Invalid(NOTHING.to_owned()));
    }
    Ok(news.edit_story(user, id, title, &text).await?)
}

pub async fn delete(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    news.delete_story(user, form.number("id")?).await?;
    Ok(Redirect::to("/new"))
}
