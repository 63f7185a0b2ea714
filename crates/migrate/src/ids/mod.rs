//! New ids for lines whose articles and comments have ids of their own.

mod map_file;
mod numbering;

use std::fmt;

use article_site::Kind;

pub use self::map_file::MapFile;
pub use self::numbering::Numbering;

/// The id of an article or comment in the lines. They sort by kind and id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OldId(u64);

/// The bit that is set for comments.
const COMMENT: u64 = 1 << 63;

impl OldId {
    /// Returns the id of an article or comment; None if it is beyond the integers of databases.
    pub fn new(kind: Kind, id: u64) -> Option<Self> {
        let bit = match kind {
            Kind::Article => 0,
            Kind::Comment => COMMENT,
        };
        (id < COMMENT).then_some(Self(id | bit))
    }

    /// Reads an id such as `article:17`.
    pub fn parse(word: &[u8]) -> Option<Self> {
        let (kind, id) = std::str::from_utf8(word).ok()?.split_once(':')?;
        let kind = Kind::ALL.into_iter().find(|own| noun(*own) == kind)?;
        Self::new(kind, id.parse().ok()?)
    }

    /// Returns whether the id is an article's or a comment's.
    pub fn kind(self) -> Kind {
        if self.0 & COMMENT == 0 { Kind::Article } else { Kind::Comment }
    }

    pub fn get(self) -> u64 {
        self.0 & !COMMENT
    }
}

/// Returns the name of a kind, as lines, messages, and files have it.
pub fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Article => "article",
        Kind::Comment => "comment",
    }
}

impl fmt::Display for OldId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", noun(self.kind()), self.get())
    }
}
