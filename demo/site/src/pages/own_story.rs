use axum::extract::State;
use axum::response::{IntoResponse, Redirect, Response};

use super::submit::{MAX_TEXT, MAX_TITLE, NOTHING};
use super::text::{check_title, checked_text};
use super::text_form::TextForm;
use super::{Form, Layout, Page, PageError, Path, Redirected, Session, address, page};
use crate::news::News;

fn text_form<'a>(layout: &'a Layout, id: u32, title: &'a str, text: &'a str) -> TextForm<'a> {
    let (heading, action, field) = ("Edit your story", "/story/edit", "id");
    let (title, delete, message) = (Some(title), None, "");
    TextForm { layout, heading, action, once: "", field, id, title, text, delete, message }
}

pub async fn form(State(news): State<News>, session: Session, Path(id): Path<u32>) -> Page {
    let item = session.own(&news, id).await?.filter(|item| !item.is_comment());
    let item = item.ok_or(PageError::NotFound)?;
    let delete = (item.comments == 0).then_some("/story/delete");
    let layout = Layout::new(&session, address::story(id));
    page(&TextForm { delete, ..text_form(&layout, id, &item.title, item.text()) })
}

pub async fn save(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let id = form.number("id")?;
    let Err(error) = change(&news, &form, id).await else {
        return Ok(Redirect::to(&address::story(id)).into_response());
    };
    // A redirect would lose the text.
    let (PageError::Invalid(_) | PageError::News(_)) = error else { return Err(error) };
    let layout = Layout::new(&form.session, address::story(id));
    text_form(&layout, id, form.text("title"), form.text("text")).refused(&error)
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
