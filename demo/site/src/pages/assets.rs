use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;

const CSS: &str = "text/css";
const SCRIPT: &str = "text/javascript";

/// Returns the files that never change while the site runs.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/site.css", get(|| file(CSS, include_str!("../../static/site.css"))))
        .route("/site.js", get(|| file(SCRIPT, include_str!("../../static/site.js"))))
        .route("/keys.js", get(|| file(SCRIPT, include_str!("../../static/keys.js"))))
        .route("/live.js", get(|| file(SCRIPT, include_str!("../../static/live.js"))))
        .route("/menus.js", get(|| file(SCRIPT, include_str!("../../static/menus.js"))))
        .route("/position.js", get(|| file(SCRIPT, include_str!("../../static/position.js"))))
        .route("/thread.js", get(|| file(SCRIPT, include_str!("../../static/thread.js"))))
        .route("/robots.txt", get(|| file("text/plain", include_str!("../../static/robots.txt"))))
        .route("/icon.svg", get(|| file("image/svg+xml", include_str!("../../static/icon.svg"))))
}

async fn file(content_type: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "max-age=300")], text)
}
