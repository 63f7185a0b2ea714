//! An article or comment as it was at one moment, and as it is shown.

use article_site::{ChangeNumber, ItemId};

use crate::identity::SiteIdentity;

/// Identifies one state of an article or comment in one form.
#[derive(Clone, Copy, Debug)]
pub struct ItemVersion {
    pub site: SiteIdentity,
    pub id: ItemId,
    pub changed: ChangeNumber,
    pub form: Form,
}

/// What is kept of an article or comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A map with all entries.
    Map {
        /// The depth of a comment in the thread that is shown; None outside threads.
        depth: Option<u32>,
    },
    Text {
        /// The hash of the list of names that RETURN has; 0 for all entries.
        names: u64,
    },
}
