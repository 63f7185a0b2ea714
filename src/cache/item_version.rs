//! An article or comment as it was at one moment.

use article_site::{ChangeNumber, ItemId};

use crate::identity::SiteIdentity;

/// What tells one state of an article or comment from all others.
#[derive(Clone, Copy, Debug)]
pub struct ItemVersion {
    pub site: SiteIdentity,
    pub id: ItemId,
    /// Its last change.
    pub changed: ChangeNumber,
}
