//! Conditional requests: a reader that has a response already gets the status 304 (RFC 9110).

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap};
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::headers::{ETag, HeaderMapExt, IfModifiedSince, IfNoneMatch, LastModified};
use sha2::{Digest, Sha256};

use super::PageError;

/// Adds a hash of the content to a response. If the reader has the content, the response is
/// without it.
pub async fn answer(request: Request, next: Next) -> Result<Response, PageError> {
    let asked = request.headers().clone();
    let (mut parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK {
        return Ok(Response::from_parts(parts, body));
    }
    let internal = |what: String| PageError::Internal(format!("no hash of a response: {what}"));
    let content = to_bytes(body, usize::MAX).await.map_err(|error| internal(error.to_string()))?;
    let tag = tag(&content).ok_or_else(|| internal("not a tag".to_owned()))?;
    let is_known = is_known(&asked, &tag, parts.headers.typed_get());
    parts.headers.typed_insert(tag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.remove(CONTENT_TYPE);
        return Ok(Response::from_parts(parts, Body::empty()));
    }
    Ok(Response::from_parts(parts, content.into()))
}

fn tag(content: &[u8]) -> Option<ETag> {
    format!("\"{}\"", hex::encode(Sha256::digest(content))).parse().ok()
}

/// Whether the reader has this version. A tag is exact, so it comes before the time.
fn is_known(request: &HeaderMap, tag: &ETag, modified: Option<LastModified>) -> bool {
    if let Some(known) = request.typed_get::<IfNoneMatch>() {
        // A proxy that compresses marks the tag as weak, which does not count here.
        return !known.precondition_passes(tag);
    }
    match (request.typed_get::<IfModifiedSince>(), modified) {
        (Some(since), Some(modified)) => !since.is_modified(modified.into()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use axum::http::header::{HeaderMap, IF_MODIFIED_SINCE, IF_NONE_MATCH};
    use axum_extra::headers::LastModified;

    use super::{is_known, tag};

    #[test]
    fn one_of_several_tags_is_enough() {
        let tag = tag(b"content").unwrap();
        let text = hex::encode(<sha2::Sha256 as sha2::Digest>::digest(b"content"));
        for (known, has) in [
            (format!("\"{text}\""), true),
            (format!("W/\"{text}\""), true),
            (format!("\"a,b\", W/\"{text}\""), true),
            (format!("\"other\",\"{text}\""), true),
            ("*".to_owned(), true),
            ("\"other\", W/\"third\"".to_owned(), false),
            ("\"*\"".to_owned(), false),
            (text, false),
        ] {
            let mut request = HeaderMap::new();
            request.insert(IF_NONE_MATCH, known.parse().unwrap());
            assert_eq!(is_known(&request, &tag, None), has, "{known}");
        }
    }

    #[test]
    fn a_time_counts_without_a_tag() {
        let tag = tag(b"content").unwrap();
        let modified = |seconds: u64| {
            let time = UNIX_EPOCH + Duration::from_secs(784_111_777 + seconds);
            Some(LastModified::from(time))
        };
        let mut request = HeaderMap::new();
        assert!(!is_known(&request, &tag, modified(0)));
        request.insert(IF_MODIFIED_SINCE, "Sun, 06 Nov 1994 08:49:37 GMT".parse().unwrap());
        assert!(is_known(&request, &tag, modified(0)));
        assert!(!is_known(&request, &tag, modified(1)));
        assert!(!is_known(&request, &tag, None));
        request.insert(IF_NONE_MATCH, "\"other\"".parse().unwrap());
        assert!(!is_known(&request, &tag, modified(0)));
    }
}
