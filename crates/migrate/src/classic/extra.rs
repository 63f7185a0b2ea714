//! What an export adds to the classic layout, so that an import of it makes an identical site.
//!
//! docs/migrating.md lists the fields of an article's hash, whose names no custom field can have,
//! and the keys. The field `closes` shows that an export wrote the hash.

use article_site::{Flags, Pin, parse_integer};

use crate::item::{Bytes, Item};

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
    /// Returns the extra fields of an article with this score.
    pub fn of(article: &Item, score: i64) -> impl Iterator<Item = (&'static str, i64)> {
        let needs_score = article.hidden || score as f64 as i64 != score;
        let flag = |is_set: bool| is_set.then_some(1);
        let fields = [
            ("closes", Some(article.closes())),
            ("upvotes", article.upvotes.map(Into::into)),
            ("downvotes", article.downvotes.map(Into::into)),
            ("score", Some(score).filter(|_| needs_score)),
            ("boost", Some(article.boost).filter(|boost| *boost != 0)),
            ("hidden", flag(article.hidden)),
            ("locked", flag(article.locked)),
            ("pinned", flag(article.pinned)),
            ("comments", article.comments.filter(|comments| *comments != 0).map(Into::into)),
            ("bumped", article.later_bumped()),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// Removes the extra fields from a hash. Returns None, and removes nothing, unless an export
    /// wrote it.
    pub fn take(fields: &mut Vec<(Bytes, Bytes)>) -> Option<Self> {
        integer(fields, "closes")?;
        let mut take = |name: &str| {
            let value = integer(fields, name);
            fields.retain(|(field, _)| field != name.as_bytes());
            value
        };
        let count = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok());
        Some(Self {
            closes: take("closes")?,
            counts: count(take("upvotes")).zip(count(take("downvotes"))),
            score: take("score"),
            boost: take("boost").unwrap_or_default(),
            flags: Flags {
                hidden: take("hidden").is_some(),
                locked: take("locked").is_some(),
                pin: match take("pinned") {
                    Some(_) => Pin::Everywhere,
                    None => Pin::Nowhere,
                },
            },
            comments: count(take("comments")).unwrap_or_default(),
            bumped: take("bumped"),
        })
    }
}

fn integer(fields: &[(Bytes, Bytes)], name: &str) -> Option<i64> {
    let field = fields.iter().find(|(field, _)| field == name.as_bytes());
    field.and_then(|(_, value)| parse_integer(value))
}
