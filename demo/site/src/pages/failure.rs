//! The pages of errors, in the frame that all pages have.

use askama::Template;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use url::form_urlencoded;

use super::error::Failure;
use super::session::reader_of;
use super::{FORM_LIMIT, Layout, Page, PageError, address, login, page};

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: &'a Layout,
    heading: &'a str,
    message: &'a str,
    action: &'a str,
    /// A form that can be sent again.
    fields: &'a [(String, String)],
}

/// Shows what goes wrong. A form that needs a login, or came while Redis was away, is not lost.
pub async fn show(request: Request, next: Next) -> Result<Response, PageError> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, FORM_LIMIT).await.map_err(|_| PageError::TooLarge);
    let fields: Vec<(String, String)> = match &body {
        Ok(body) => form_urlencoded::parse(body).into_owned().collect(),
        Err(_) => Vec::new(),
    };
    let response = match body {
        Ok(body) => next.run(Request::from_parts(parts.clone(), Body::from(body))).await,
        Err(error) => error.into_response(),
    };
    let Some(failure) = response.extensions().get::<Failure>().cloned() else {
        return Ok(response);
    };
    let (status, after) = (response.status(), response.headers().get(RETRY_AFTER).cloned());
    let mut shown = (status, failed(&parts, &failure, fields).await?).into_response();
    if let Some(after) = after {
        shown.headers_mut().insert(RETRY_AFTER, after);
    }
    Ok(shown)
}

async fn failed(parts: &Parts, failure: &Failure, mut fields: Vec<(String, String)>) -> Page {
    let (action, here) = (parts.uri.path(), parts.uri.path_and_query());
    if failure.asks {
        let next = fields.iter().find(|(name, _)| name == "next");
        let next = next.map_or("/", |(_, next)| next.as_str()).to_owned();
        fields.retain(|(name, _)| name != "reader" && name != "next");
        return login::page_for(address::local(&next), action, &fields);
    }
    let here = here.filter(|_| parts.method.is_safe()).map_or("/", |here| here.as_str());
    let layout = match reader_of(parts).await {
        Ok(user) => Layout::for_reader(user, here),
        Err(_) => Layout { is_known: false, ..Layout::for_reader(None, here) },
    };
    fields.retain(|_| failure.is_away);
    let Failure { heading, message, .. } = failure;
    page(&ErrorPage { layout: &layout, heading, message, action, fields: &fields })
}
