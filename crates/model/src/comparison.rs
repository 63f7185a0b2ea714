//! The comparison of everything that can be read from a site with its model.

use article_site::{
    ArticleId, Cursor, Direction, Error, Filters, GroupName, Order, Page, Query, Site, Source,
    UserName,
};

use crate::names::{group_names, time};
use crate::{Model, ModelArticle, ModelListing};

/// The size of the pages by which a whole ranking is read; no multiple of a tree's node.
const PAGE: u32 = 7;

/// Panics if a site differs from its model.
pub fn assert_same(model: &Model, site: &Site, now: i64) {
    let info = site.info(time(now));
    let open = model.articles.iter().filter(|article| article.is_open(now)).count();
    let votes = model.articles.iter().flat_map(|article| article.votes.iter().flatten()).count();
    assert_eq!((info.articles, info.last_id), (model.articles.len(), model.last_id));
    assert_eq!((info.open, info.votes), (open, votes as u64));

    assert_eq!(site.articles().count(), model.articles.len());
    for article in &model.articles {
        assert_same_article(article, site, now);
    }

    let groups = model.groups();
    assert_eq!(info.groups, groups.len());
    let listed = |skip, limit| -> Vec<(Vec<u8>, usize)> {
        site.groups(skip, limit).map(|(name, size)| (name.as_bytes().to_vec(), size)).collect()
    };
    assert_eq!(listed(0, usize::MAX), groups);
    assert_eq!(listed(1, 3), groups.iter().skip(1).take(3).cloned().collect::<Vec<_>>());
    for (group, size) in &groups {
        assert_eq!(site.group_len(GroupName::new(group).unwrap()), *size);
    }

    let sources = std::iter::once(None).chain(groups.into_iter().map(|(group, _)| Some(group)));
    for group in sources {
        for order in [Order::Score, Order::Time] {
            for is_ascending in [false, true] {
                let group = group.clone();
                let listing = ModelListing { group, order, is_ascending, ..Default::default() };
                assert_same_listing(model, site, &listing, now, PAGE);
            }
        }
    }
}

fn assert_same_article(article: &ModelArticle, site: &Site, now: i64) {
    let view = site.article(ArticleId::new(article.id)).unwrap();
    assert_eq!(ModelArticle::of(&view), *article);
    assert_eq!(view.is_open(time(now)), article.is_open(now));
    assert_eq!(view.tally().votes(), article.votes());
    let vote_of = |user: &[u8]| view.vote_of(UserName::new(user).unwrap());
    for (user, vote) in article.votes.iter().flatten() {
        assert_eq!(vote_of(user), Some(*vote));
    }
    assert_eq!(vote_of(b"nobody"), None);
}

/// Panics if any page of a listing differs from the model's, read by number or by cursor.
pub fn assert_same_listing(
    model: &Model,
    site: &Site,
    listing: &ModelListing,
    now: i64,
    size: u32,
) {
    let expected = model.listing(listing, now);
    let ModelListing {
        group,
        order,
        is_ascending,
        since,
        until,
        min_votes,
        any_of,
        all_of,
        none_of,
    } = listing;
    let [any_of, all_of, none_of] =
        [any_of, all_of, none_of].map(|names| names.as_deref().map(group_names));
    let filters = Filters {
        since: *since,
        until: *until,
        min_votes: *min_votes,
        any_of: any_of.as_deref(),
        all_of: all_of.as_deref(),
        none_of: none_of.as_deref(),
    };
    let query = Query {
        source: group
            .as_ref()
            .map_or(Source::Site, |name| Source::Group(GroupName::new(name).unwrap())),
        order: *order,
        direction: if *is_ascending { Direction::Ascending } else { Direction::Descending },
        filters,
        size: Some(size),
        now: time(now),
        ..Query::default()
    };
    let is_stored = matches!(order, Order::Score | Order::Time);
    if !is_stored && *is_ascending {
        assert_eq!(site.query(&query).map(|_| ()), Err(Error::AscendingOrder));
        return;
    }
    let text = |(value, id): &(i64, u32)| match order {
        Order::Gravity => format!("{value}-{id}-{now}"),
        _ => format!("{value}-{id}"),
    };
    let mut after = None;
    for (page, entries) in (1..).zip(expected.chunks(size as usize).chain([&[][..]])) {
        let end = page as usize * size as usize;
        let last = entries.last().filter(|_| expected.len() > end).map(text);
        let by_number = site.query(&Query { page, ..query });
        if *listing != ModelListing::unfiltered(listing) && is_stored && end > 1_000 {
            assert_eq!(by_number.map(|_| ()), Err(Error::PageTooFar));
        } else {
            assert_page(by_number.unwrap(), entries, last.as_deref());
        }
        // The listing as of the first page, whatever the clock says.
        let later = time(now + page as i64);
        let later = if *order == Order::Gravity && after.is_some() { later } else { query.now };
        let next = site.query(&Query { after, now: later, ..query }).unwrap();
        if after.is_some() || page == 1 {
            assert_page(next, entries, last.as_deref());
        }
        after = last.map(|text| Cursor::parse(*order, text.as_bytes()).unwrap());
    }
}

fn assert_page(page: Page, entries: &[(i64, u32)], next: Option<&str>) {
    let ids: Vec<u32> = page.articles.iter().map(|article| article.id().get()).collect();
    assert_eq!(ids, entries.iter().map(|(_, id)| *id).collect::<Vec<_>>());
    assert_eq!(page.next.map(|cursor| cursor.to_string()).as_deref(), next);
}
