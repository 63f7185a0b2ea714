use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::Redirect;
use url::form_urlencoded;

use super::error::PageError;
use super::session::Session;

/// A form that one of this site's pages sent. Extracting it checks the token, so a handler cannot
/// forget to.
pub struct Form {
    /// The browser that sent it.
    pub session: Session,
    fields: Vec<(String, String)>,
}

impl Form {
    /// Returns a field without the space around it; empty if the form does not have it.
    pub fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default().trim()
    }

    /// Returns every value of a field.
    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |field| field.0 == name).map(|field| field.1.as_str())
    }

    /// Returns a field that is a number.
    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, PageError> {
        self.text(name)
            .parse()
            .map_err(|_| PageError::Invalid(format!("The form needs a number as {name}.")))
    }

    /// Returns to the page that had the form.
    pub fn back(&self) -> Redirect {
        Redirect::to(local_path(self.text("next")))
    }
}

/// Returns an address within this site, so that a link cannot lead elsewhere: the front page if it
/// would.
pub fn local_path(path: &str) -> &str {
    let is_local = path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_local { path } else { "/" }
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = PageError;

    async fn from_request(request: Request, state: &S) -> Result<Self, PageError> {
        let session = request.extensions().get::<Session>().cloned();
        let session = session.ok_or(PageError::CrossSite)?;
        let body = Bytes::from_request(request, state).await.map_err(|rejection| {
            PageError::Rejected(rejection.status(), "The form is too large.")
        })?;
        let fields = form_urlencoded::parse(&body).into_owned().collect();
        let form = Self { session, fields };
        if form.text("token") == form.session.token() {
            Ok(form)
        } else {
            Err(PageError::CrossSite)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::local_path;

    #[test]
    fn only_this_site_is_local() {
        for path in ["/", "/g/rust?after=1-2", "/a/17#comments"] {
            assert_eq!(local_path(path), path);
        }
        for path in ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"] {
            assert_eq!(local_path(path), "/");
        }
    }
}
