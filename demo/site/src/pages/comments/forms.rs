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

/// The longest text, in characters.
pub const MAX_COMMENT: usize = 2000;

/// A form for a text: to change a comment, or again because the text was not accepted.
#[derive(Template)]
#[template(path = "comment_form.html")]
struct CommentForm<'a> {
    layout: &'a Layout,
    heading: &'a str,
    /// Why the text was not accepted, if it was not.
    message: String,
    action: &'a str,
    /// What the server runs once, however often it is sent.
    once: &'a str,
    /// The name of the field with the id.
    field: &'a str,
    id: u32,
    text: &'a str,
    label: &'a str,
    /// The comment that the page can delete, if any.
    deletable: Option<u32>,
}

impl<'a> CommentForm<'a> {
    fn edit(layout: &'a Layout, heading: &'a str, id: u32, text: &'a str) -> Self {
        Self {
            layout,
            heading,
            message: String::new(),
            action: "/edit",
            // What is saved twice is the same.
            once: "",
            field: "id",
            id,
            text,
            label: "Save",
            deletable: Some(id),
        }
    }

    /// Returns the response with the reason why a text was not accepted. The page of the error
    /// would lose the text.
    fn refused(self, error: &PageError) -> Result<Response, PageError> {
        let page = page(&Self { message: sentence(error.message()), ..self })?;
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
            let again = CommentForm {
                layout: &layout,
                heading: "Your comment was not posted",
                message: String::new(),
                action: "/comment",
                once: form.text("once"),
                field: "parent",
                id: parent,
                text: form.text("text"),
                label: "Post comment",
                deletable: None,
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
    page(&CommentForm::edit(&layout, "Edit your comment", item.id, &item.text))
}

pub async fn save(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let id = form.number("id")?;
    let Err(error) = change(&news, &form, id).await else {
        return Ok(Redirect::to(&address::comment(id)).into_response());
    };
    let layout = Layout::new(&form.session, address::comment(id));
    let heading = "Your comment was not changed";
    CommentForm::edit(&layout, heading, id, form.text("text")).refused(&error)
}

async fn change(news: &News, form: &Form, id: u32) -> Result<(), PageError> {
    let user = form.user()?;
    Ok(news.edit_comment(user, id, &text(form)?).await?)
}

fn text(form: &Form) -> Result<String, PageError> {
    checked_comment(form.text("text"), MAX_COMMENT).map_err(PageError::Invalid)
}

/// Deletes the user's own comment, and returns to the story.
pub async fn delete(State(news): State<News>, form: Form) -> Redirected {
    let user = form.user()?;
    let id = form.number("id")?;
    let comment = news.item(id, None).await?.filter(|item| item.is_comment());
    let story = comment.ok_or(PageError::NotFound)?.article;
    news.delete_comment(user, id).await?;
    Ok(Redirect::to(&format!("{}#comments", address::story(story))))
}

/// Returns a text of the module as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
    let end = if text.ends_with('.') { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::sentence;

    #[test]
    fn messages_are_sentences() {
        let text = "comments can be nested at most 255 deep";
        assert_eq!(sentence(text), "Comments can be nested at most 255 deep.");
        assert_eq!(sentence("Write something."), "Write something.");
    }
}
