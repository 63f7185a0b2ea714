//! What handlers take from a request.

// The derived extractors convert every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::atom::AsFeed;
use super::{PART, PageError, Session};
use crate::live::Live;
use crate::news::News;

#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(PageError))]
pub struct Path<T>(pub T);

/// The part of an address after `?`.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(PageError))]
pub struct Query<T>(pub T);

/// The address asks for the JSON of the module instead of a page.
#[derive(Clone, Copy, Debug)]
pub struct AsJson;

pub struct Visit<P, Q> {
    pub news: News,
    pub live: Live,
    pub session: Session,
    pub address: P,
    pub selection: Q,
    pub headers: HeaderMap,
    pub as_feed: Option<AsFeed>,
    pub is_json: bool,
}

impl<P, Q> Visit<P, Q> {
    pub fn is_part(&self) -> bool {
        self.headers.contains_key(PART)
    }
}

impl<P, Q> FromRequestParts<News> for Visit<P, Q>
where
    P: DeserializeOwned + Send,
    Q: DeserializeOwned + Send,
{
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, news: &News) -> Result<Self, PageError> {
        let Path(address) = Path::from_request_parts(parts, news).await?;
        let Query(selection) = Query::from_request_parts(parts, news).await?;
        Ok(Self {
            news: news.clone(),
            live: Live::from_request_parts(parts, news).await?,
            session: Session::from_request_parts(parts, news).await?,
            address,
            selection,
            headers: parts.headers.clone(),
            as_feed: parts.extensions.get().cloned(),
            is_json: parts.extensions.get::<AsJson>().is_some(),
        })
    }
}

impl<S: Sync> FromRequestParts<S> for Live {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, PageError> {
        let live = parts.extensions.get::<Self>().cloned();
        live.ok_or_else(|| PageError::Internal("the route has no changes to follow".to_owned()))
    }
}
