//! The comparison of a listing, page by page, with the model's.

use article_site::{
    Budget, Condition, Cursor, Direction, Error, Filters, ItemId, Kind, Order, Page, Query, Site,
    Source, UnixTime, Visibility,
};

use crate::listing::{depends_on_now, has_end};
use crate::names::time;
use crate::{Model, ModelEntry};

/// The most articles on a page.
const REACH: u32 = 1_000;

/// Panics if any page of a listing differs from the model's, read by number or by cursor.
pub fn assert_same_listing(model: &Model, site: &Site, query: &Query) {
    let query = &Query { looks_ahead: true, ..query.clone() };
    let (order, size) = (query.order, query.size.unwrap() as usize);
    if is_refused(query.order, query.direction) {
        assert_eq!(
            site.query(query, &Budget::unlimited()).map(|_| ()),
            Err(Error::AscendingOrder)
        );
        return;
    }
    let expected = model.listing(query);
    assert_same_counts(model, site, query, &expected);
    let text = |entry: &ModelEntry| cursor_text(query, *entry);
    let has_own_ranking = matches!(query.source, Source::Site | Source::Group(_));
    let is_filtered = !has_own_ranking || query.filters != Filters::default();
    let has_pages_up_to_reach = !has_end(order) && (is_filtered || order == Order::Bumped);
    let (mut after, mut rest) = (None, &expected[..]);
    for page in 1.. {
        let (entries, read) = model.page(query.per, rest, size);
        let last = rest[..read].last().filter(|_| rest.len() > read).map(text);
        let by_number = site.query(&Query { page, ..query.clone() }, &Budget::unlimited());
        if query.per.is_some() && page > 1 {
            assert_eq!(by_number.map(|_| ()), Err(Error::PerNeedsFirstPage));
        } else if has_pages_up_to_reach && page as usize * size > 1_000 {
            assert_eq!(by_number.map(|_| ()), Err(Error::PageTooFar));
        } else {
            assert_page(query, by_number.unwrap(), &entries, last.as_deref());
        }
        // The listing is as of the first page, even if the clock has moved. But votes are shown
        // until voting closes by the clock.
        let is_of_votes = |it: &Condition| matches!(it, Condition::Unvoted(_));
        let is_of_votes = query.filters.conditions.iter().any(is_of_votes);
        let moves_clock = depends_on_now(order) && after.is_some() && !is_of_votes;
        let move_on = |it: UnixTime| if moves_clock { time(it.get() + page as i64) } else { it };
        let (now, at) = (move_on(query.now), query.at.map(move_on));
        let next = site.query(&Query { after, now, at, ..query.clone() }, &Budget::unlimited());
        if after.is_some() || page == 1 {
            assert_page(query, next.unwrap(), &entries, last.as_deref());
            let alone = Query { after, looks_ahead: false, ..query.clone() };
            let alone = site.query(&alone, &Budget::unlimited());
            assert_page(query, alone.unwrap(), &entries, None);
            let is_short = query.per.is_some() && entries.len() < size;
            let size = if is_short { entries.len() } else { size };
            assert_same_or_refused(size, last.is_some(), |budget| {
                let page = site.query(&Query { after, now, at, ..query.clone() }, budget)?;
                let ids: Vec<u32> = page.items.iter().map(|item| item.id().get()).collect();
                assert_eq!(ids, entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
                Ok((ids.len(), page.next.is_some()))
            });
        }
        after = last.map(|text| Cursor::parse(query.sequence(), text.as_bytes()).unwrap());
        rest = &rest[read..];
        if rest.is_empty() && entries.is_empty() {
            return;
        }
    }
}

/// Panics unless a page that may read little is refused, or whole and as followed as it is, or
/// full and followed by what may be read next. `read` returns its length, and whether it is
/// followed.
pub fn assert_same_or_refused(
    size: usize,
    is_followed: bool,
    read: impl Fn(&Budget) -> Result<(usize, bool), Error>,
) {
    for limit in [size, size * 3] {
        match read(&Budget::new(limit)) {
            Ok((len, is_cut)) => assert!(is_cut == is_followed || is_cut && len == size),
            Err(error) => assert_eq!(error, Error::TooLong),
        }
    }
}

/// Returns whether the order has no such direction.
pub(crate) fn is_refused(order: Order, direction: Direction) -> bool {
    direction == Direction::Ascending && !matches!(order, Order::Score | Order::Time)
}

/// Panics if a listing differs from the model's after positions at and beside one of its entries.
pub fn assert_same_beside(model: &Model, site: &Site, query: &Query, number: usize) {
    let entries = model.listing(query);
    let entry = match entries.len() {
        0 => ModelEntry { is_pinned: false, value: 0, id: 1 },
        len => entries[number % len],
    };
    let ModelEntry { value, id, .. } = entry;
    for (value, id) in
        [(value, id), (value, id + 1), (value, 1), (value + 1, 1), (value - 1, u32::MAX)]
    {
        assert_same_after(model, site, query, ModelEntry { value, id, ..entry });
    }
}

/// Panics if a listing after a position, at which there need not be an article, differs from the
/// model's.
fn assert_same_after(model: &Model, site: &Site, query: &Query, position: ModelEntry) {
    if is_refused(query.order, query.direction) {
        return;
    }
    let is_after = |entry: &ModelEntry| match query.direction {
        Direction::Ascending => *entry > position,
        Direction::Descending => *entry < position,
    };
    let expected: Vec<_> = model.listing(query).into_iter().filter(is_after).collect();
    let text = cursor_text(query, position);
    let after = Some(Cursor::parse(query.sequence(), text.as_bytes()).unwrap());
    let (page, read) = model.page(query.per, &expected, REACH as usize);
    let last = expected[..read].last().filter(|_| expected.len() > read);
    let next = last.map(|entry| cursor_text(query, *entry));
    let found = site.query(
        &Query { after, size: Some(REACH), looks_ahead: true, ..query.clone() },
        &Budget::unlimited(),
    );
    assert_page(query, found.unwrap(), &page, next.as_deref());
}

/// Returns the cursor of an article.
fn cursor_text(query: &Query, entry: ModelEntry) -> String {
    let ModelEntry { is_pinned, value, id } = entry;
    let (order, pin) = (query.order.name().to_lowercase(), if is_pinned { "p" } else { "" });
    match depends_on_now(query.order) {
        true => format!("{order}:{pin}{value}-{id}-{}", query.at.unwrap_or(query.now).get()),
        false => format!("{order}:{pin}{value}-{id}"),
    }
}

/// Compares the number of articles and the rank of each, where they can be asked for.
fn assert_same_counts(model: &Model, site: &Site, query: &Query, expected: &[ModelEntry]) {
    let Some(order) = query.order.stored() else { return };
    let group = match query.source {
        Source::Site | Source::Below(_) => None,
        Source::Group(name) => Some(name),
        Source::User(_) | Source::Comments => return,
    };
    let Filters { min_votes, visibility, conditions, .. } = &query.filters;
    let is_counted = |it: &Condition| matches!(it, Condition::NotFrom(_) | Condition::Unmuted(_));
    if min_votes.is_none()
        && *visibility == Visibility::Listed
        && conditions.iter().all(is_counted)
    {
        let query = Query { now: query.at.unwrap_or(query.now), ..query.clone() };
        assert_eq!(site.count(&query, &Budget::unlimited()), Ok(expected.len()));
    }
    if query.filters == Filters::default() && query.source.kind() == Kind::Article {
        // A comment has no rank.
        for item in &model.items {
            let rank = expected.iter().position(|entry| entry.id == item.id);
            let id = ItemId::new(item.id);
            assert_eq!(site.rank(id, order, query.direction, group), rank);
        }
    }
}

fn assert_page(query: &Query, page: Page, entries: &[ModelEntry], next: Option<&str>) {
    let ids: Vec<u32> = page.items.iter().map(|item| item.id().get()).collect();
    assert_eq!(ids, entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
    let positions = page.positions.iter().map(|it| page.cursors.at(*it).to_string());
    assert!(positions.eq(entries.iter().map(|entry| cursor_text(query, *entry))), "{page:?}");
    assert_eq!(page.next.map(|it| page.cursors.at(it).to_string()).as_deref(), next);
}
