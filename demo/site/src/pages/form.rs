use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Request};
use axum::response::Redirect;
use url::form_urlencoded;

use super::moderation::MAX_REASON;
use super::{PageError, Session, address};
use crate::news::{Error, Limit, Moderator, News};

pub struct Form {
    pub session: Session,
    pub address: IpAddr,
    fields: Vec<(String, String)>,
}

impl Form {
    pub fn after_login(self, session: Session) -> Self {
        Self { session, ..self }
    }

    pub fn user(&self) -> Result<&str, PageError> {
        self.session.user.as_deref().ok_or(PageError::LoginFirst)
    }

    /// Returns a text that identifies the form among the user's, by the random field `once`, and
    /// what is in it. So a form that is sent again has the same key, and one that was changed has
    /// another.
    pub fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.content().for_each(|field| field.hash(&mut hasher));
        format!("{:016x}", hasher.finish())
    }

    pub fn moderator(&self) -> Result<Moderator<'_>, PageError> {
        self.session.check_moderator()?;
        let reason = self.text("reason");
        if reason.chars().count() > MAX_REASON {
            let text = format!("A reason has at most {MAX_REASON} characters.");
            return Err(PageError::Invalid(text));
        }
        Ok(Moderator { name: self.session.user()?, form: self.key(), reason })
    }

    /// Returns the fields, without what differs between two pages with the same form.
    fn content(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.fields.iter().filter(|(name, _)| name != "reader" && name != "next");
        fields.map(|(name, text)| (name.as_str(), text.trim()))
    }

    /// Returns a field without the space around it; empty if the form does not have it.
    pub fn text(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default().trim()
    }

    pub fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |field| field.0 == name).map(|field| field.1.as_str())
    }

    pub fn number<T: std::str::FromStr>(&self, name: &str) -> Result<T, PageError> {
        let number = self.text(name).parse();
        number.map_err(|_| PageError::Invalid(format!("The form needs a number as {name}.")))
    }

    pub fn back(&self) -> Redirect {
        Redirect::to(address::local(self.text("next")))
    }
}

impl FromRequest<News> for Form {
    type Rejection = PageError;

    async fn from_request(request: Request, news: &News) -> Result<Self, PageError> {
        let (mut parts, body) = request.into_parts();
        let session = Session::from_request_parts(&mut parts, news).await?;
        let client = ConnectInfo::<SocketAddr>::from_request_parts(&mut parts, news).await;
        let address = client.map_or(Ipv4Addr::LOCALHOST.into(), |client| client.ip());
        let request = Request::from_parts(parts, body);
        let body = Bytes::from_request(request, news).await.map_err(|_| PageError::TooLarge)?;
        let fields = form_urlencoded::parse(&body).into_owned().collect();
        let form = Self { session, address, fields };
        form.session.check_reader(form.text("reader"))?;
        // Here, so that no form is without a limit.
        let user = form.session.user.as_deref().map(Limit::Form);
        for limit in [Some(Limit::Sender(address)), user].into_iter().flatten() {
            match news.count(limit).await {
                // What needs memory fails by itself, and a logout needs none.
                Ok(()) | Err(Error::Full) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(form)
    }
}
