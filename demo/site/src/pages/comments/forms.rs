//! The forms that post, change, and delete a comment.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};

use super::thread::ThreadComment;
use crate::news::{Item, News, Sender};
use crate::pages::text::{MAX_COMMENT, checked_comment};
use crate::pages::text_form::TextForm;
use crate::pages::{
    Form, Layout, PART, Page, PageError, Path, Redirected, Session, address, page,
};

/// Answers a story or a comment. The script gets the new comment; without it, the browser goes to
/// the comment's page.
pub async fn post(
    State(news): State<News>,
    headers: HeaderMap,
    form: Form,
) -> Result<Response, PageError> {
    let parent = form.number("parent")?;
    let layout = Layout::new(&form.session, address::local(form.text("next")));
    let id = match comment(&news, &form, parent).await {
        Ok(id) => id,
        Err(error) => {
            let heading = "Your comment was not posted";
            let (once, text) = (form.text("once"), form.text("text"));
            let again = TextForm {
                action: "/comment",
                once,
                field: "parent",
                delete: None,
                ..TextForm::edit(&layout, heading, parent, text)
            };
            return again.refused(&error);
        }
    };
    if headers.contains_key(PART)
        && let Some(comment) = news.item(id, form.session.user.as_deref()).await?
    {
        let story = news.item(comment.article, None).await?;
        let comment = ThreadComment::new(comment.into(), &layout, None, story.as_ref());
        return Ok(page(&comment)?.into_response());
    }
    Ok(Redirect::to(&address::comment(id)).into_response())
}

async fn comment(news: &News, form: &Form, parent: u32) -> Result<u32, PageError> {
    let user = form.session.user()?;
    let sender = Sender::Form { user, key: &form.key() };
    Ok(news.comment(sender, parent, &text(form)?).await?)
}

pub async fn edit(State(news): State<News>, session: Session, Path(id): Path<u32>) -> Page {
    let item = session.own(&news, id).await?.filter(Item::is_comment);
    let item = item.ok_or(PageError::NotFound)?;
    let layout = Layout::new(&session, address::comment(item.id));
    page(&TextForm::edit(&layout, "Edit your comment", item.id, &item.text))
}

pub async fn save(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let id = form.number("id")?;
    let Err(error) = change(&news, &form, id).await else {
        return Ok(Redirect::to(&address::comment(id)).into_response());
    };
    let layout = Layout::new(&form.session, address::comment(id));
    let heading = "Your comment was not changed";
    TextForm::edit(&layout, heading, id, form.text("text")).refused(&error)
}

async fn change(news: &News, form: &Form, id: u32) -> Result<(), PageError> {
    let user = form.user()?;
    Ok(news.edit_comment(user, id, &text(form)?).await?)
}

fn text(form: &Form) -> Result<String, PageError> {
    checked_comment(form.text("text"), MAX_COMMENT).map_err(PageError::Invalid)
}

pub async fn delete(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    let id = form.number("id")?;
    let comment = news.item(id, None).await?.filter(|item| item.is_comment());
    let story = comment.ok_or(PageError::NotFound)?.article;
    news.delete_comment(user, id).await?;
    Ok(Redirect::to(&format!("{}#comments", address::story(story))))
}
