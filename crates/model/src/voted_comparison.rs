//! What a user has voted on, of a site and of its model.

use article_site::{ItemId, Kind, OwnQuery, UserName, Vote};

use crate::Pair;
use crate::names::time;

/// Checks that the pages of what a user has voted on are those of the model, by number and by
/// cursor.
pub fn assert_same_voted(
    pair: &Pair,
    user: UserName,
    (vote, kind): (Option<Vote>, Option<Kind>),
    size: u32,
) {
    let Pair { site, model, now, .. } = pair;
    let keeps_votes = model.settings.keep_votes();
    let voted = model.items.iter().rev().filter(|item| {
        let shown = item.shown_vote(user.as_bytes(), *now, keeps_votes).flatten();
        let is_of_kind = |kind| (kind == Kind::Article) == item.article().is_some();
        !item.flags.hidden
            && shown.is_some_and(|shown| vote.is_none_or(|vote| vote == shown))
            && kind.is_none_or(is_of_kind)
    });
    let expected: Vec<u32> = voted.map(|item| item.id).collect();
    let query = OwnQuery { kind, size: Some(size), now: time(*now), ..OwnQuery::default() };
    let mut after = None;
    for number in 1.. {
        let first = (number - 1) * size as usize;
        let rest = expected.get(first..).unwrap_or_default();
        let page = &rest[..rest.len().min(size as usize)];
        let next = page.last().filter(|_| page.len() < rest.len()).map(|id| ItemId::new(*id));
        for query in [OwnQuery { page: number as u64, ..query }, OwnQuery { after, ..query }] {
            let found = site.voted(user, vote, &query).unwrap();
            let ids: Vec<u32> = found.items.iter().map(|item| item.id().get()).collect();
            assert_eq!((&ids[..], found.next), (page, next), "{query:?}");
        }
        after = next;
        if after.is_none() {
            break;
        }
    }
}
