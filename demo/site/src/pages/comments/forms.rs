//! The forms that post, change, and delete a comment.

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};

use super::thread::ThreadComment;
use crate::news::{Item, News, Sender};
use crate::pages::own_story::own;
use crate::pages::text::checked_comment;
use crate::pages::{
    Form, Layout, PART, Page, PageError, Path, Redirected, Session, address, page,
};

pub const MAX_COMMENT: usize = 2000;

/// A form for a text: to change a story or a comment, or again because it was not accepted.
#[derive(Template)]
#[template(path = "text_form.html")]
pub struct TextForm<'a> {
    pub layout: &'a Layout,
    pub heading: &'a str,
    pub action: &'a str,
    pub once: &'a str,
    pub field: &'a str,
    pub id: u32,
    /// The title of a story; comments have none.
    pub title: Option<&'a str>,
    pub text: &'a str,
    pub delete: Option<&'a str>,
    pub message: &'a str,
}

impl<'a> TextForm<'a> {
    fn edit(layout: &'a Layout, heading: &'a str, id: u32, text: &'a str) -> Self {
        let (action, field, delete) = ("/edit", "id", Some("/delete"));
        Self {
            layout,
            heading,
            action,
            once: "",
            field,
            id,
            title: None,
            text,
            delete,
            message: "",
        }
    }

    /// Returns the response with the reason why a text was not accepted. The page of the error
    /// would lose the text.
    pub fn refused(self, error: &PageError) -> Result<Response, PageError> {
        let page = page(&TextForm { message: error.message(), ..self })?;
        Ok((error.status(), page).into_response())
    }
}

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
    let item = own(&news, &session, id).await?.filter(Item::is_comment);
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
