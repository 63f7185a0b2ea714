//! The files of the site, and the source files of its pages.

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! sources {
    ($($file:literal)*) => { [$(($file, include_str!(concat!("../../", $file))),)*] };
}

/// The files that a page links to.
const SOURCES: [(&str, &str); 8] = sources! {
    "src/pages/actions.rs" "src/pages/context.rs" "src/pages/form.rs" "src/pages/lists.rs"
    "src/pages/moderation.rs" "src/pages/queue.rs" "src/pages/search.rs" "src/pages/thread.rs"
};

/// Returns the files that never change while the site runs.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/site.css", get(|| file("text/css", include_str!("../../static/site.css"))))
        .route("/site.js", get(|| file("text/javascript", include_str!("../../static/site.js"))))
        .route("/robots.txt", get(|| file(TEXT, include_str!("../../static/robots.txt"))))
        .route("/icon.svg", get(|| file("image/svg+xml", include_str!("../../static/icon.svg"))))
        .route("/source/{*file}", get(source))
}

async fn file(content_type: &'static str, text: &'static str) -> Response {
    ([(CONTENT_TYPE, content_type), (CACHE_CONTROL, "max-age=300")], text).into_response()
}

async fn source(Path(name): Path<String>) -> Response {
    match SOURCES.iter().find(|(own, _)| *own == name) {
        Some((_, text)) => file(TEXT, text).await,
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}
