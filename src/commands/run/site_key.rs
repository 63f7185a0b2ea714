//! The site of a command, and the time at which it runs.

use article_site::{FieldName, ItemId, Kind, Site, UnixTime};

use crate::commands::words::error::Error;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, Key, KeyMut, OpenError};

pub type SiteKey<'a> = Key<'a, StoredSite>;
pub type SiteKeyMut<'a> = KeyMut<'a, StoredSite>;

impl From<OpenError> for Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::WrongType => Self::WrongType,
            OpenError::InUse => Self::Internal,
        }
    }
}

/// Opens the command's site to read it.
pub fn open<'a>(context: &Context<'a>, args: Args<'a>) -> Result<SiteKey<'a>, Error> {
    Ok(SiteKey::open(context, args, 1)?)
}

pub fn now(context: &Context) -> UnixTime {
    UnixTime::clamped(context.now())
}

/// Returns whether an id is of an article or a comment. Of no other id, it matters.
pub fn kind_of(site: &Site, id: ItemId) -> Kind {
    site.item(id).map_or(Kind::Article, |item| item.kind())
}

/// Refuses names of custom fields that are reserved for articles or for comments.
pub fn refuse_reserved<'n>(
    kind: Kind,
    names: impl IntoIterator<Item = FieldName<'n>>,
) -> Result<(), Error> {
    Ok(names.into_iter().try_for_each(|name| name.check(kind))?)
}
