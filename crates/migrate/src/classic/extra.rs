//! What an export adds to the classic layout, so that an import of it makes an identical site.
//!
//! In an article's hash, under names that no custom field can have:
//!
//! | field | content |
//! | --- | --- |
//! | `closes` | when voting closes; its presence shows that an export wrote the hash |
//! | `upvotes` `downvotes` | the counts, if the voters are no longer known |
//! | `score` | the score, if the article is hidden and so not in `score:`, or if a float cannot hold it |
//! | `boost` | the boost, unless it is 0 |
//! | `hidden` `locked` `pinned` | 1, if the flag is set |
//! | `comments` | the number of comments, unless it is 0 |
//! | `bumped` | when something last happened, unless that is the posting |
//!
//! And as keys:
//!
//! | key | type | content |
//! | --- | --- | --- |
//! | `settings:` | hash | the settings, by their names in ARTICLE.CREATE |
//! | `ledger:<id>` | hash | user to 1 or 2 as in `voted:`, if voting has closed and the site still has the vote records |
//! | `silent:<id>` | hash | user to 1 or 2: the votes that do not count |
//! | `fields:<id>` | list | the names of the custom fields in their order, if there are several |

use article_site::{Flags, Pin, parse_integer};

use crate::item::Bytes;

pub const CLOSES: &str = "closes";
pub const UPVOTES: &str = "upvotes";
pub const DOWNVOTES: &str = "downvotes";
pub const SCORE: &str = "score";
pub const BOOST: &str = "boost";
pub const HIDDEN: &str = "hidden";
pub const LOCKED: &str = "locked";
pub const PINNED: &str = "pinned";
pub const COMMENTS: &str = "comments";
pub const BUMPED: &str = "bumped";

/// What the hash of an exported article has in addition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    pub closes: i64,
    pub counts: Option<(u32, u32)>,
    pub score: Option<i64>,
    pub boost: i64,
    pub flags: Flags,
    pub comments: u32,
    pub bumped: Option<i64>,
}

impl Extra {
    /// Removes the extra fields from a hash. Returns None, and removes nothing, unless an export
    /// wrote it.
    pub fn take(fields: &mut Vec<(Bytes, Bytes)>) -> Option<Self> {
        integer(fields, CLOSES)?;
        let mut take = |name: &str| {
            let value = integer(fields, name);
            fields.retain(|(field, _)| field != name.as_bytes());
            value
        };
        let count = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok());
        Some(Self {
            closes: take(CLOSES)?,
            counts: count(take(UPVOTES)).zip(count(take(DOWNVOTES))),
            score: take(SCORE),
            boost: take(BOOST).unwrap_or_default(),
            flags: Flags {
                hidden: take(HIDDEN).is_some(),
                locked: take(LOCKED).is_some(),
                pin: match take(PINNED) {
                    Some(_) => Pin::Everywhere,
                    None => Pin::Nowhere,
                },
            },
            comments: count(take(COMMENTS)).unwrap_or_default(),
            bumped: take(BUMPED),
        })
    }
}

fn integer(fields: &[(Bytes, Bytes)], name: &str) -> Option<i64> {
    let field = fields.iter().find(|(field, _)| field == name.as_bytes());
    field.and_then(|(_, value)| parse_integer(value))
}
