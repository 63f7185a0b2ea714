//! The stream of events for open pages.

use std::convert::Infallible;

use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;

use super::context::Context;
use crate::store::Error;

/// Streams new counts and the pulse of the site.
pub async fn events(cx: Context) -> Response {
    let Some(subscription) = cx.app.live.subscribe() else {
        return cx.failed(Error::Refused(503, "Too many pages are open.".to_owned()));
    };
    let stream = unfold(subscription, async |mut subscription| {
        let event = loop {
            match subscription.events.recv().await {
                Ok((name, data)) => break Event::default().event(name).data(data),
                // Counts that a slow browser has missed come with the next change.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        };
        Some((Ok::<_, Infallible>(event), subscription))
    });
    Sse::new(stream).keep_alive(KeepAlive::default()).into_response()
}
