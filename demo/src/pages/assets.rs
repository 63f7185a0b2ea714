use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

/// Returns the files that never change while the site runs.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/site.css", get(|| file("text/css", include_str!("../../static/site.css"))))
        .route("/site.js", get(|| file("text/javascript", include_str!("../../static/site.js"))))
        .route(
            "/thread.js",
            get(|| file("text/javascript", include_str!("../../static/thread.js"))),
        )
        .route("/icon.svg", get(|| file("image/svg+xml", include_str!("../../static/icon.svg"))))
}

async fn file(content_type: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "no-cache")], text)
}
