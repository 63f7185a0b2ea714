use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::error::PageError;
use super::extract::Path;
use super::session::{Claim, Session};
use crate::news::{Item, News};

/// A request for the form that changes the viewer's own story or comment. There is nothing at such
/// an address for anybody else.
pub struct Own {
    pub session: Session,
    pub item: Item,
}

impl FromRequestParts<News> for Own {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, news: &News) -> Result<Self, PageError> {
        let Path(id): Path<u32> = Path::from_request_parts(parts, news).await?;
        let claim = Claim::from_request_parts(parts, news).await?;
        let login = claim.needed_login()?;
        let (session, item) = claim.confirm(news.item_for(&login, id)).await?;
        let item = item.filter(|item| item.poster == login.user).ok_or(PageError::NotFound)?;
        Ok(Self { session, item })
    }
}
