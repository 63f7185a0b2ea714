use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Redirect, Response};

use super::address;
use super::text::{MAX_COMMENT, checked};
use super::tree::{Node, Rest};
use super::view::ThreadComment;
use crate::news::{Item, News, Sender};
use crate::pages::error::PageError;
use crate::pages::form::{Form, local_path};
use crate::pages::listing::PART;
use crate::pages::stories::Layout;

/// The form again, with the text and the reason why it was not posted or changed.
#[derive(Template)]
#[template(path = "comment_form.html")]
pub struct CommentForm<'a> {
    /// The frame of the page.
    pub layout: &'a Layout,
    /// What the page is about.
    pub heading: &'a str,
    /// The reason, if there is one.
    pub message: &'a str,
    /// Where the form leads.
    pub action: &'a str,
    /// What the server runs once, however often it is sent.
    pub once: &'a str,
    /// The name of the field with the id.
    pub field: &'a str,
    /// The id.
    pub id: u32,
    /// The text.
    pub text: &'a str,
    /// The label of the button.
    pub label: &'a str,
    /// The longest text.
    pub max_text: usize,
    /// The comment that the page can delete, if any.
    pub deletable: Option<u32>,
}

impl CommentForm<'_> {
    /// Returns the response with the reason why a text was not accepted.
    pub fn refused(layout: &Layout, error: &PageError, form: CommentForm) -> Response {
        // Not the page of the error, which would lose the text.
        let message = sentence(error.message());
        match (CommentForm { layout, message: &message, ..form }).render() {
            Ok(page) => (error.status(), Html(page)).into_response(),
            Err(error) => PageError::from(error).into_response(),
        }
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
    let here = local_path(form.text("next"));
    let layout = Layout::new(&form.session, here);
    let id = match comment(&news, &form, parent).await {
        Ok(id) => id,
        Err(error) => {
            let again = CommentForm {
                layout: &layout,
                heading: "Your comment was not posted",
                message: "",
                action: "/comment",
                once: form.text("once"),
                field: "parent",
                id: parent,
                text: form.text("text"),
                label: "Post comment",
                max_text: MAX_COMMENT,
                deletable: None,
            };
            return Ok(CommentForm::refused(&layout, &error, again));
        }
    };
    if headers.contains_key(PART)
        && let Some(Item::Comment(comment)) = news.item(id, form.session.user.as_deref()).await?
    {
        let node = Node { comment, continued: false, answers: Vec::new(), rest: Rest::Nothing };
        return Ok(Html(ThreadComment::new(node, &layout, None, true).render()?).into_response());
    }
    Ok(Redirect::to(&address(id)).into_response())
}

async fn comment(news: &News, form: &Form, parent: u32) -> Result<u32, PageError> {
    let user = form.session.user()?;
    let text = checked(form.text("text"))?;
    let sender = Sender::Form { user, key: &form.key() };
    Ok(news.comment(sender, parent, &text).await?)
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
