//! What every request must pass, and the headers of every response.

use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, ORIGIN, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Scripts, styles, and requests only from this site; nothing inline; no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|text| text.to_str().ok())
}

/// Refuses requests to other hosts: a name that another site has pointed at this machine would let
/// its pages read this one.
pub async fn check_host(request: Request, next: Next) -> Response {
    let host = header(request.headers(), &HOST).unwrap_or_default();
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    match is_port && ["127.0.0.1", "localhost", "[::1]"].contains(&name) {
        true => next.run(request).await,
        false => (StatusCode::MISDIRECTED_REQUEST, "This site is local.\n").into_response(),
    }
}

/// Refuses the forms of other sites. Browsers say where a request comes from; what says nothing is
/// none.
pub async fn check_form(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let fetch = HeaderName::from_static("sec-fetch-site");
    let is_own = match (header(headers, &fetch), header(headers, &ORIGIN)) {
        (Some(site), _) => ["same-origin", "none"].contains(&site),
        (None, Some(origin)) => origin.split("://").nth(1) == header(headers, &HOST),
        (None, None) => true,
    };
    if request.method().is_safe() || is_own {
        return next.run(request).await;
    }
    (StatusCode::FORBIDDEN, "This form did not come from this site.\n").into_response()
}

pub async fn add_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(VARY, HeaderValue::from_static("cookie, x-part"));
    // After a logout, going back must not show a page of the user.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
