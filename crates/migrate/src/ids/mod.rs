//! New ids: for lines whose articles and comments have ids of their own, and in parts.

mod map_file;
mod new_ids;
mod numbering;

use std::fmt;

use article_site::Kind;

pub use self::map_file::MapFile;
pub use self::new_ids::NewIds;
pub use self::numbering::Numbering;

/// The id of an article or comment in the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OldId {
    pub kind: Kind,
    pub id: u64,
}

impl OldId {
    /// Returns the id of an article or comment; None if it is beyond the integers of databases.
    pub fn new(kind: Kind, id: u64) -> Option<Self> {
        i64::try_from(id).is_ok().then_some(Self { kind, id })
    }

    /// Reads an id such as `article:17`.
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (kind, id) = std::str::from_utf8(word).ok()?.split_once(':')?;
        let kind = Kind::ALL.into_iter().find(|own| noun(*own) == kind)?;
        Self::new(kind, id.parse().ok()?)
    }
}

/// Returns the name of a kind, as lines, messages, and files have it.
fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Article => "article",
        Kind::Comment => "comment",
    }
}

impl fmt::Display for OldId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", noun(self.kind), self.id)
    }
}
