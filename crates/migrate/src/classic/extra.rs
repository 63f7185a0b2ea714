//! What an export adds to the classic layout, so that an import of it makes an identical site.
//!
//! docs/migrating.md lists the fields of an article's hash, whose names no custom field can have,
//! and the keys. The field `closes` shows that an export wrote the hash.

use article_site::{Boost, parse_integer};

use crate::item::Item;
use crate::text::Text;

/// Returns the extra fields of the hash of an article with this score.
pub fn extra_fields(article: &Item, score: i64) -> impl Iterator<Item = (&'static str, i64)> {
    let needs_score = article.hidden || score as f64 as i64 != score;
    let flag = |is_set: bool| is_set.then_some(1);
    let fields = [
        ("closes", Some(article.closes)),
        ("upvotes", article.counts.map(|(up, _)| up.into())),
        ("downvotes", article.counts.map(|(_, down)| down.into())),
        ("score", Some(score).filter(|_| needs_score)),
        ("boost", Some(article.boost).filter(|boost| *boost != 0)),
        ("hidden", flag(article.hidden)),
        ("locked", flag(article.locked)),
        ("pinned", flag(article.pinned)),
        ("pinned_local", flag(article.pinned_local)),
        ("comments", Some(article.comments.into()).filter(|comments| *comments != 0)),
        ("bumped", article.bumped),
        ("bump_time", article.bump_time),
    ];
    fields.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// Moves the extra fields from a hash to the article. Returns false, and moves nothing, unless an
/// export wrote the hash.
pub fn take_extra(fields: &mut Vec<(Text, Text)>, article: &mut Item) -> bool {
    if integer(fields, "closes").is_none() {
        return false;
    }
    let mut take = |name: &str| {
        let value = integer(fields, name);
        fields.retain(|(field, _)| **field != name.as_bytes());
        value
    };
    let count = |value: Option<i64>| value.and_then(|value| u32::try_from(value).ok());
    let boost = take("boost").and_then(|boost| Boost::new(boost).ok());
    article.closes = take("closes").unwrap_or_default();
    article.counts = count(take("upvotes")).zip(count(take("downvotes")));
    article.score = take("score");
    article.boost = boost.unwrap_or_default().get();
    article.hidden = take("hidden").is_some();
    article.locked = take("locked").is_some();
    article.pinned = take("pinned").is_some();
    article.pinned_local = take("pinned_local").is_some() && !article.pinned;
    article.comments = count(take("comments")).unwrap_or_default();
    article.bumped = take("bumped");
    article.bump_time = take("bump_time");
    true
}

fn integer(fields: &[(Text, Text)], name: &str) -> Option<i64> {
    let field = fields.iter().find(|(field, _)| **field == name.as_bytes());
    field.and_then(|(_, value)| parse_integer(value))
}
