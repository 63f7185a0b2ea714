//! An article or comment as it was at one moment, and as it is shown.

use article_site::{ChangeNumber, ItemId};

use crate::identity::SiteIdentity;

/// Identifies one state of an article or comment at one depth.
#[derive(Clone, Copy, Debug)]
pub struct ItemVersion {
    pub site: SiteIdentity,
    pub id: ItemId,
    /// Its last change.
    pub changed: ChangeNumber,
    /// The depth of a comment in the thread that is shown; None outside threads.
    pub depth: Option<u32>,
}
