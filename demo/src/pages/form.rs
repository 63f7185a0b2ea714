//! The pages of forms: to log in and to submit, and any form that was not accepted.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::Response;
use url::form_urlencoded::parse;

use super::context::{Context, Layout, local, with_status};
use crate::store::{Error, Result, article};

pub const MAX_TITLE: usize = 120;
pub const MAX_TEXT: usize = 2000;
pub const MAX_GROUPS: usize = 3;

/// The fields of a form that was sent.
pub struct Fields(Vec<(String, String)>);

impl Fields {
    pub fn parse(body: &[u8]) -> Self {
        Self(parse(body).into_owned().collect())
    }

    /// Returns a field without the space around it; empty if there is none.
    pub fn get(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let fields = self.0.iter().filter(move |(own, _)| own == name);
        fields.map(|(_, value)| value.trim())
    }

    pub fn id(&self) -> Result<u32> {
        self.get("id").parse().map_err(|_| Error::NotFound)
    }
}

/// A field as a page shows it.
struct Shown {
    name: &'static str,
    label: &'static str,
    value: String,
    most: usize,
    /// Whether it has several lines.
    is_long: bool,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "form.html")]
struct FormPage {
    layout: Layout,
    file: &'static str,
    title: &'static str,
    /// What is wrong, unless a field says so.
    message: Option<String>,
    action: String,
    hidden: Vec<(String, String)>,
    fields: Vec<Shown>,
    /// The groups to choose from, and whether they are chosen.
    groups: BTreeMap<String, bool>,
    button: &'static str,
    hint: &'static str,
}

/// The fields that a reader types: the name, the label, the most letters, and whether it is long.
const TYPED: [(&str, &str, usize, bool); 4] = [
    ("login", "Name", 20, false),
    ("title", "Title", MAX_TITLE, false),
    ("link", "Link", 1000, false),
    ("text", "Text", MAX_TEXT, true),
];

pub async fn login(cx: Context) -> Response {
    let next = local(cx.query("next").unwrap_or("/"));
    blank(&cx, "/login", &[("login", ""), ("next", next)]).await
}

pub async fn submit(cx: Context) -> Response {
    if cx.user.is_none() {
        return cx.failed(Error::Login);
    }
    let once = cx.layout().once;
    blank(&cx, "/submit", &[("title", ""), ("link", ""), ("text", ""), ("once", &once)]).await
}

async fn blank(cx: &Context, action: &str, fields: &[(&str, &str)]) -> Response {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    again(cx, action, &Fields(fields.collect()), None).await
}

/// Shows a form again, with all that was typed, and what is wrong with it. If it needs a login,
/// the same form logs in.
pub async fn again(cx: &Context, action: &str, sent: &Fields, error: Option<Error>) -> Response {
    let mut message = error.as_ref().map(ToString::to_string);
    let at = if let Some(Error::Field(field, _)) = error { field } else { "" };
    let needs_login = matches!(error, Some(Error::Login));
    let mut fields = Vec::new();
    for (name, label, most, is_long) in TYPED {
        let value = sent.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        let is_login = name == "login" && needs_login;
        let Some(value) = value.or(is_login.then(String::new)) else { continue };
        let error = if name == at { message.take() } else { None };
        fields.push(Shown { name, label, value, most, is_long, error });
    }
    // The reader is another one after a login, and groups are chosen again.
    let is_shown = |name: &str| {
        name == "reader" || name == "group" || TYPED.iter().any(|(own, ..)| *own == name)
    };
    let hidden = sent.0.iter().filter(|(name, _)| !is_shown(name));
    let mut hidden: Vec<_> = hidden.cloned().collect();
    if !needs_login {
        hidden.push(("reader".to_owned(), cx.viewer().to_owned()));
    }
    let mut groups = BTreeMap::new();
    if action == "/submit" {
        if !matches!(error, Some(Error::Away(_))) {
            let known = article("GROUPS").words("LIMIT 0 20");
            let known: Vec<(String, u32)> = cx.app.store.read(&known).await.unwrap_or_default();
            groups.extend(known.into_iter().map(|(name, _)| (name, false)));
        }
        groups.extend(sent.all("group").map(|name| (name.to_owned(), true)));
    }
    let (title, button, hint) = match action {
        "/login" => ("Log in", "Log in", "There are no passwords: any name will do."),
        "/submit" => (
            "Submit a story",
            "Submit",
            "If the link is on the site already, your post becomes a vote for that story.",
        ),
        "/comment" => ("Your comment", "Post comment", ""),
        _ => ("Send the form again", "Send", ""),
    };
    let page = FormPage {
        layout: cx.layout(),
        file: file!(),
        title,
        message,
        action: action.to_owned(),
        hidden,
        fields,
        groups,
        button,
        hint,
    };
    let response = cx.page(&page);
    match &error {
        Some(error) => with_status(response, error),
        None => response,
    }
}
