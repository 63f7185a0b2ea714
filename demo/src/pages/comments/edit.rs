use askama::Template;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::address;
use super::answer::CommentForm;
use super::text::{MAX_COMMENT, checked};
use crate::news::{Item, News};
use crate::pages::article;
use crate::pages::error::PageError;
use crate::pages::form::Form;
use crate::pages::own::Own;
use crate::pages::stories::Layout;

/// Shows the form for the viewer's own comment.
pub async fn form(own: Own) -> Result<Html<String>, PageError> {
    let Item::Comment(comment) = own.item else { return Err(PageError::NotFound) };
    let layout = Layout::new(&own.session, address(comment.id));
    Ok(Html(page(&layout, "Edit your comment", comment.id, &comment.text).render()?))
}

fn page<'a>(layout: &'a Layout, heading: &'a str, id: u32, text: &'a str) -> CommentForm<'a> {
    CommentForm {
        layout,
        heading,
        message: "",
        action: "/edit",
        // What is saved twice is the same.
        once: "",
        field: "id",
        id,
        text,
        label: "Save",
        max_text: MAX_COMMENT,
        deletable: Some(id),
    }
}

/// Changes the text of the user's own comment.
pub async fn save(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let id = form.number("id")?;
    if let Err(error) = change(&news, &form, id).await {
        let layout = Layout::new(&form.session, address(id));
        let again = page(&layout, "Your comment was not changed", id, form.text("text"));
        return Ok(CommentForm::refused(&layout, &error, again));
    }
    Ok(Redirect::to(&address(id)).into_response())
}

async fn change(news: &News, form: &Form, id: u32) -> Result<(), PageError> {
    let user = form.user()?;
    Ok(news.edit_comment(user, id, &checked(form.text("text"))?).await?)
}

/// Deletes the user's own comment, and returns to the story.
pub async fn delete(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    let user = form.user()?;
    let id = form.number("id")?;
    let story = match news.item(id, None).await? {
        Some(Item::Comment(comment)) => comment.article,
        Some(Item::Article(_)) | None => return Err(PageError::NotFound),
    };
    news.delete_comment(user, id).await?;
    Ok(Redirect::to(&format!("{}#comments", article::address(story))))
}
