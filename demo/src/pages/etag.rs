use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::error::PageError;
use super::hex::hex;

/// Adds a hash of the content to a response. A browser that has the content already gets a response
/// without it.
pub async fn add(request: Request, next: Next) -> Result<Response, PageError> {
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let (mut parts, body) = next.run(request).await.into_parts();
    if parts.status != StatusCode::OK {
        return Ok((parts, body).into_response());
    }
    let content = to_bytes(body, usize::MAX)
        .await
        .map_err(|error| PageError::Internal(format!("a file cannot be read: {error}")))?;
    let etag = etag(&content)?;
    let is_known = known.is_some_and(|known| names(&known, &etag));
    parts.headers.insert(ETAG, etag);
    if is_known {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(CONTENT_LENGTH);
        parts.headers.remove(CONTENT_TYPE);
        return Ok(Response::from_parts(parts, Body::empty()));
    }
    Ok(Response::from_parts(parts, content.into()))
}

fn etag(content: &[u8]) -> Result<HeaderValue, PageError> {
    let hash = hex(&Sha256::digest(content));
    HeaderValue::try_from(format!("\"{hash}\""))
        .map_err(|error| PageError::Internal(error.to_string()))
}

/// Whether a header with a list of hashes has this one.
fn names(known: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(known), Ok(etag)) = (known.to_str(), etag.to_str()) else {
        return false;
    };
    known.split(',').map(str::trim).any(|known| known.trim_start_matches("W/") == etag)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::{etag, names};

    #[test]
    fn one_of_several_hashes_is_enough() {
        let hash = etag(b"content").unwrap();
        let text = hash.to_str().unwrap();
        for (known, is_named) in [
            (text.to_owned(), true),
            (format!("\"other\", W/{text}"), true),
            ("\"other\"".to_owned(), false),
            ("*".to_owned(), false),
        ] {
            assert_eq!(names(&HeaderValue::from_str(&known).unwrap(), &hash), is_named, "{known}");
        }
    }
}
