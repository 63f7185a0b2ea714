//! The comparison of a listing, page by page, with the model's.

use article_site::{
    Cursor, Direction, Error, Filters, GroupName, ItemId, Order, Page, Query, Site, Source,
    UserName,
};

use crate::listing::{depends_on_now, has_end};
use crate::names::{group_names, time, user_names};
use crate::{Model, ModelEntry, ModelListing};

/// The most articles on a page.
const REACH: u32 = 1_000;

/// Panics if any page of a listing differs from the model's, read by number or by cursor.
pub fn assert_same_listing(
    model: &Model,
    site: &Site,
    listing: &ModelListing,
    now: i64,
    size: u32,
) {
    let ModelListing { order, is_ascending, .. } = listing;
    let expected = model.listing(listing, now);
    let query = query(listing, now, size);
    if order.stored().is_none() && *is_ascending {
        assert_eq!(site.query(&query).map(|_| ()), Err(Error::AscendingOrder));
        return;
    }
    assert_same_counts(model, site, listing, &query, &expected);
    let text = |entry: &ModelEntry| cursor_text(*order, *entry, now);
    let has_own_ranking = listing.user.is_none() && !listing.of_comments;
    let is_filtered = !has_own_ranking || *listing != ModelListing::unfiltered(listing);
    let has_pages_up_to_reach = !has_end(*order) && (is_filtered || *order == Order::Bumped);
    let mut after = None;
    for (page, entries) in (1..).zip(expected.chunks(size as usize).chain([&[][..]])) {
        let end = page as usize * size as usize;
        let last = entries.last().filter(|_| expected.len() > end).map(text);
        let by_number = site.query(&Query { page, ..query.clone() });
        if has_pages_up_to_reach && end > 1_000 {
            assert_eq!(by_number.map(|_| ()), Err(Error::PageTooFar));
        } else {
            assert_page(by_number.unwrap(), entries, last.as_deref());
        }
        // The listing is as of the first page, even if the clock has moved. But votes are shown until
        // voting closes by the clock.
        let later = time(now + page as i64);
        let moves_clock = depends_on_now(*order) && after.is_some() && listing.unvoted.is_none();
        let later = if moves_clock { later } else { query.now };
        let next = site.query(&Query { after, now: later, ..query.clone() }).unwrap();
        if after.is_some() || page == 1 {
            assert_page(next, entries, last.as_deref());
        }
        after = last.map(|text| Cursor::parse(*order, text.as_bytes()).unwrap());
    }
}

/// Panics if a listing differs from the model's after positions at and beside one of its entries.
pub fn assert_same_beside(
    model: &Model,
    site: &Site,
    listing: &ModelListing,
    now: i64,
    number: usize,
) {
    let entries = model.listing(listing, now);
    let entry = match entries.len() {
        0 => ModelEntry { is_pinned: false, value: 0, id: 1 },
        len => entries[number % len],
    };
    let ModelEntry { value, id, .. } = entry;
    for (value, id) in
        [(value, id), (value, id + 1), (value, 1), (value + 1, 1), (value - 1, u32::MAX)]
    {
        assert_same_after(model, site, listing, now, ModelEntry { value, id, ..entry });
    }
}

/// Panics if a listing after a position, at which there need not be an article, differs from the
/// model's.
pub fn assert_same_after(
    model: &Model,
    site: &Site,
    listing: &ModelListing,
    now: i64,
    position: ModelEntry,
) {
    let ModelListing { order, is_ascending, .. } = listing;
    if order.stored().is_none() && *is_ascending {
        return;
    }
    let is_after =
        |entry: &ModelEntry| if *is_ascending { *entry > position } else { *entry < position };
    let expected: Vec<_> = model.listing(listing, now).into_iter().filter(is_after).collect();
    let text = cursor_text(*order, position, now);
    let after = Some(Cursor::parse(*order, text.as_bytes()).unwrap());
    let query = Query { after, ..query(listing, now, REACH) };
    let (page, rest) = expected.split_at(expected.len().min(REACH as usize));
    let last = page.last().filter(|_| !rest.is_empty());
    let next = last.map(|entry| cursor_text(*order, *entry, now));
    assert_page(site.query(&query).unwrap(), page, next.as_deref());
}

/// Returns the query for the first page of a listing.
fn query(listing: &ModelListing, now: i64, size: u32) -> Query<'_> {
    let ModelListing {
        group,
        user,
        of_comments,
        order,
        is_ascending,
        since,
        until,
        min_votes,
        any_of,
        all_of,
        none_of,
        from,
        not_from,
        unvoted,
        except,
        hidden,
    } = listing;
    let [any_of, all_of, none_of] =
        [any_of, all_of, none_of].map(|names| names.as_deref().map(group_names));
    Query {
        source: match (group, user, of_comments) {
            (None, None, false) => Source::Site,
            (Some(group), None, false) => Source::Group(GroupName::new(group).unwrap()),
            (None, Some(user), false) => Source::User(UserName::new(user).unwrap()),
            (None, None, true) => Source::Comments,
            _ => panic!("a listing has one source"),
        },
        order: *order,
        direction: if *is_ascending { Direction::Ascending } else { Direction::Descending },
        filters: Filters {
            since: *since,
            until: *until,
            min_votes: *min_votes,
            any_of,
            all_of,
            none_of,
            from: from.as_deref().map(user_names),
            not_from: not_from.as_deref().map(user_names),
            unvoted: unvoted.as_ref().map(|name| UserName::new(name).unwrap()),
            except: except.as_ref().map(|ids| ids.iter().copied().map(ItemId::new).collect()),
            hidden: *hidden,
        },
        size: Some(size),
        now: time(now),
        ..Query::default()
    }
}

/// Returns the cursor of an article in an order.
fn cursor_text(order: Order, entry: ModelEntry, now: i64) -> String {
    let ModelEntry { is_pinned, value, id } = entry;
    let pin = if is_pinned { "p" } else { "" };
    match depends_on_now(order) {
        true => format!("{pin}{value}-{id}-{now}"),
        false => format!("{pin}{value}-{id}"),
    }
}

/// Compares the number of articles and the rank of each, where they can be asked for.
fn assert_same_counts(
    model: &Model,
    site: &Site,
    listing: &ModelListing,
    query: &Query,
    expected: &[ModelEntry],
) {
    let Some(order) = query.order.stored() else { return };
    let group = match query.source {
        Source::Site => None,
        Source::Group(name) => Some(name),
        Source::User(_) | Source::Comments => return,
    };
    let Filters { since, until, .. } = query.filters;
    let window = ModelListing { since, until, ..ModelListing::unfiltered(listing) };
    if *listing == window {
        assert_eq!(site.count(group, since, until, query.now), expected.len());
    }
    if *listing == ModelListing::unfiltered(listing) {
        // A comment has no rank.
        for item in &model.items {
            let rank = expected.iter().position(|entry| entry.id == item.id);
            let id = ItemId::new(item.id);
            assert_eq!(site.rank(id, order, query.direction, group), rank);
        }
    }
}

fn assert_page(page: Page, entries: &[ModelEntry], next: Option<&str>) {
    let ids: Vec<u32> = page.items.iter().map(|item| item.id().get()).collect();
    assert_eq!(ids, entries.iter().map(|entry| entry.id).collect::<Vec<_>>());
    assert_eq!(page.next.map(|cursor| cursor.to_string()).as_deref(), next);
}
