//! Versions as clients have them: with the copy of the site of which they are.

use std::fmt;

use article_site::{Error, Version};

use crate::datatype::StoredSite;
use crate::identity::SiteIdentity;

/// A point in the history of a site's changes. Its text is `0`, or the copy and what the core
/// makes of a version: `83d1a3f2c09be114-81-90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyVersion {
    /// Before the first change of any copy.
    Beginning,
    /// In the history of one copy.
    Of(SiteIdentity, Version),
}

impl CopyVersion {
    /// Returns the version of a client who has everything of a site.
    pub fn now(stored: &StoredSite) -> Self {
        Self::Of(stored.identity(), stored.site().version())
    }

    /// Parses the text of a version.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        if text == b"0" {
            return Ok(Self::Beginning);
        }
        let at = text.iter().position(|byte| *byte == b'-').ok_or(Error::InvalidVersion)?;
        let (copy, version) = (text.get(..at), text.get(at + 1..));
        let copy = copy.and_then(SiteIdentity::parse).ok_or(Error::InvalidVersion)?;
        Ok(Self::Of(copy, Version::parse(version.unwrap_or_default())?))
    }

    /// Returns the version in the history of a site.
    ///
    /// # Errors
    ///
    /// [`Error::Resync`] if it is of another copy.
    pub fn in_history_of(self, site: SiteIdentity) -> Result<Version, Error> {
        match self {
            Self::Beginning => Ok(Version::BEGINNING),
            Self::Of(copy, version) if copy == site => Ok(version),
            Self::Of(..) => Err(Error::Resync),
        }
    }
}

impl fmt::Display for CopyVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Beginning => f.write_str("0"),
            Self::Of(copy, version) => write!(f, "{copy}-{version}"),
        }
    }
}
