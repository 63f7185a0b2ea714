use askama::Template;
use axum::response::{IntoResponse, Response};

use super::{Layout, PageError, page};

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
    pub fn edit(layout: &'a Layout, heading: &'a str, id: u32, text: &'a str) -> Self {
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
