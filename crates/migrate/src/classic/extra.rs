//! What an export adds to the classic layout, so that an import of it makes an identical site.
//!
//! docs/migrating.md lists the fields of an article's hash, whose names no custom field can have,
//! and the keys. The field `closes` shows that an export wrote the hash.

use article_site::{Boost, parse_integer};

use crate::item::{Bytes, Item, Seconds};

/// Returns the extra fields of the hash of an article with this score.
pub fn extra_fields(article: &Item, score: i64) -> impl Iterator<Item = (&'static str, i64)> {
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
        ("pinned_local", flag(article.pinned_local)),
        ("comments", article.comments.filter(|comments| *comments != 0).map(Into::into)),
        ("bumped", article.later_bumped()),
        ("bump_time", article.bump_time.map(|Seconds(time)| time)),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// Removes the extra fields from a hash, and returns an article that has only these. Returns None,
/// and removes nothing, unless an export wrote the hash.
pub fn take_extra(fields: &mut Vec<(Bytes, Bytes)>) -> Option<Item> {
    integer(fields, "closes")?;
    let mut take = |name: &str| {
        let value = integer(fields, name);
        fields.retain(|(field, _)| field != name.as_bytes());
        value
    };
    let count = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok());
    let pinned = take("pinned").is_some();
    Some(Item {
        closes: take("closes").map(Seconds),
        upvotes: count(take("upvotes")),
        downvotes: count(take("downvotes")),
        score: take("score"),
        boost: take("boost").and_then(|boost| Boost::new(boost).ok()).unwrap_or_default().get(),
        hidden: take("hidden").is_some(),
        locked: take("locked").is_some(),
        pinned,
        pinned_local: take("pinned_local").is_some() && !pinned,
        comments: count(take("comments")),
        bumped: take("bumped").map(Seconds),
        bump_time: take("bump_time").map(Seconds),
        ..Item::default()
    })
}

fn integer(fields: &[(Bytes, Bytes)], name: &str) -> Option<i64> {
    let field = fields.iter().find(|(field, _)| field == name.as_bytes());
    field.and_then(|(_, value)| parse_integer(value))
}
