use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

use super::PageError;

/// Scripts, styles, and requests only from this site; nothing inline; no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

pub async fn forwarded(mut request: Request, next: Next) -> Response {
    let addresses = request.headers().get_all("x-forwarded-for").iter().next_back();
    let last =
        addresses.and_then(|text| text.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    if let Some(address) = last {
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 0)));
    }
    next.run(request).await
}

/// Refuses the forms of other sites. Browsers say where a request comes from; what says nothing is
/// none, and a browser of old leaves out the cookie.
pub async fn check_site(request: Request, next: Next) -> Result<Response, PageError> {
    if request.method().is_safe() || is_of_this_site(request.headers()) {
        return Ok(next.run(request).await);
    }
    Err(PageError::CrossSite)
}

fn is_of_this_site(headers: &HeaderMap) -> bool {
    let header = |name| headers.get(name).and_then(|text| text.to_str().ok());
    match (header("sec-fetch-site"), header("origin")) {
        (Some(site), _) => matches!(site, "same-origin" | "none"),
        (None, Some(origin)) => origin.split_once("://").map(|(_, host)| host) == header("host"),
        (None, None) => true,
    }
}

pub async fn add(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    // Pages differ by user, and with the script's header they are fragments.
    headers.insert(VARY, HeaderValue::from_static("cookie, x-part"));
    // After a logout, going back must not show a page of the user.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
