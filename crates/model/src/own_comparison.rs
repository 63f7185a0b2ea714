//! The listings that are a reader's own, of a site and of its model: what the user has voted on,
//! the answers to the user, and the user's lists.

use article_site::{AnswerFilter, Budget, Error, Kind, ListName, OwnQuery, Page, UserName, Vote};

use crate::listing_comparison::assert_same_or_refused;
use crate::names::time;
use crate::{Model, ModelItem, ModelList, Pair};

/// How many articles and comments pages reach by number.
const REACH: usize = 1_000;

/// Checks that the site and the model return the same pages of what a user has voted on, by number
/// and by cursor.
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
        is_listed(model, item, kind)
            && shown.is_some_and(|shown| vote.is_none_or(|vote| vote == shown))
    });
    let expected: Vec<u32> = voted.map(|item| item.id).collect();
    assert_same_pages(&expected, (kind, size, *now), |query, budget| {
        site.voted(user, vote, query, budget)
    });
}

/// Checks that the site and the model return the same answers to a user, by number and by cursor.
pub fn assert_same_answers(pair: &Pair, user: UserName, filter: &AnswerFilter, size: u32) {
    let Pair { site, model, now, .. } = pair;
    let AnswerFilter { is_unseen, not_from } = filter;
    let answers = model.answers_to(user.as_bytes()).into_iter().filter(|item| {
        (!is_unseen || model.is_unseen(user.as_bytes(), item))
            && not_from.iter().all(|user| item.poster != user.as_bytes())
    });
    let expected: Vec<u32> = answers.map(|item| item.id).collect();
    assert_same_pages(&expected, (None, size, *now), |query, budget| {
        site.answers(user, filter, query, budget)
    });
}

/// Checks that the site and the model return the same pages of a list of a user, by number and by
/// cursor.
pub fn assert_same_marked(
    pair: &Pair,
    (user, list): (UserName, ListName),
    kind: Option<Kind>,
    size: u32,
) {
    let Pair { site, model, now, .. } = pair;
    let mut expected = model.list(user, list).map_or(Vec::new(), ModelList::listing);
    expected.retain(|id| model.get(*id).is_some_and(|item| is_listed(model, item, kind)));
    assert_same_pages(&expected, (kind, size, *now), |query, budget| {
        site.marked(user, list, query, budget)
    });
}

/// Returns whether an article or comment is shown and of a kind.
fn is_listed(model: &Model, item: &ModelItem, kind: Option<Kind>) -> bool {
    let is_of_kind = |kind| (kind == Kind::Article) == item.article().is_some();
    model.is_shown(item) && kind.is_none_or(is_of_kind)
}

/// Reads pages until nothing follows, each by its number and by the cursor of the one before.
fn assert_same_pages<'a>(
    expected: &[u32],
    (kind, size, now): (Option<Kind>, u32, i64),
    read: impl Fn(&OwnQuery, &Budget) -> Result<Page<'a>, Error>,
) {
    let unlimited = Budget::unlimited();
    let (page, size, now) = (1, Some(size), time(now));
    let first = OwnQuery { kind, size, now, page, after: None, looks_ahead: true };
    let size = size.map_or(0, |size| size as usize);
    let mut after = None;
    for number in 1.. {
        let rest = expected.get((number - 1) * size..).unwrap_or_default();
        let page = &rest[..rest.len().min(size)];
        let mut next = None;
        let by_number = OwnQuery { page: number as u64, ..first };
        let queries = [by_number, OwnQuery { after, ..first }];
        for query in queries.into_iter().skip((number * size > REACH).into()) {
            let found = read(&query, &unlimited).unwrap();
            let ids: Vec<u32> = found.items.iter().map(|item| item.id().get()).collect();
            let is_followed = page.len() < rest.len();
            assert_eq!((&ids[..], found.next.is_some()), (page, is_followed), "{query:?}");
            let alone = read(&OwnQuery { looks_ahead: false, ..query }, &unlimited).unwrap();
            assert_eq!((alone.positions, alone.next), (found.positions.clone(), None));
            assert_same_or_refused(size, is_followed, |budget| {
                let cut = read(&query, budget)?;
                assert_eq!(cut.positions, found.positions);
                Ok((cut.items.len(), cut.next.is_some()))
            });
            next = found.next;
        }
        after = next;
        if after.is_none() {
            break;
        }
    }
}
