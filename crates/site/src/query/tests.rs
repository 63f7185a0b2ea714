//! Listings compared with all articles sorted, and the work that it takes to find them.

use super::*;
use crate::item::activity::Activity;
use crate::item::flags::{Flags, Pin, Visibility};
use crate::item::tally::Tally;
use crate::orders::summary::Facts;
use crate::orders::valuation::Valuation;
use crate::{
    Boost, CommentText, ItemRecord, Lineage, Link, LoadedRecord, Moderated, Moderation, Page,
    RecordContent, Settings, Site, ThreadQuery, Title, Votes,
};

/// The number of articles or comments, in 100 leaves of the table.
const COUNT: u32 = 6_400;
const NOW: i64 = 1_000_000;

fn name(name: &'static str) -> UserName<'static> {
    UserName::new(name.as_bytes()).unwrap()
}

/// Returns an article of id and time in step, or a comment that answers `parent`.
fn record(id: u32, votes: i64, parent: Option<u32>) -> LoadedRecord<'static> {
    let time = UnixTime::clamped(NOW - i64::from(COUNT) + i64::from(id));
    let (upvotes, downvotes) = (votes.max(0) as u32, votes.min(0).unsigned_abs() as u32);
    ItemRecord {
        id: ItemId::new(id),
        poster: name(if parent.is_some() { "bob" } else { "alice" }),
        time,
        window: 1_000,
        tally: Tally { upvotes, downvotes, score: time.get() },
        moderated: Moderated::default(),
        content: match parent.map(ItemId::new) {
            None => RecordContent::Article {
                title: Title::new(b"title").unwrap(),
                link: Link::new(b"").unwrap(),
                activity: Activity::none(time),
                groups: Vec::new(),
            },
            Some(parent) => RecordContent::Comment {
                text: CommentText::new(b"text").unwrap(),
                lineage: Lineage { parent, article: parent, depth: 1 },
                comments: 0,
            },
        },
        ledger: Votes::Dropped,
        fields: Vec::new(),
    }
}

fn site(records: impl Iterator<Item = LoadedRecord<'static>>) -> Site {
    let mut site = Site::new(Settings::default());
    records.for_each(|record| site.load(&record).unwrap());
    site
}

fn in_group<'a>(mut record: LoadedRecord<'a>, names: &[&'a str]) -> LoadedRecord<'a> {
    if let RecordContent::Article { groups, .. } = &mut record.content {
        groups.extend(names.iter().map(|name| GroupName::new(name.as_bytes()).unwrap()));
    }
    record
}

fn query(order: Order, source: Source<'static>) -> Query<'static> {
    Query { order, source, now: UnixTime::clamped(NOW), ..Query::default() }
}

/// Checks that finding the first page reads no more articles or comments than `most`.
fn check_read(site: &Site, order: Order, source: Source<'static>, most: usize) {
    let page = site.query(&query(order, source), &Budget::new(most)).unwrap();
    assert!(!page.items.is_empty());
}

/// Checks the first pages in every order against all articles sorted by their values.
fn check_all_orders(site: &Site, source: Source<'static>, is_in: impl Fn(&Item) -> bool) {
    let budget = Budget::unlimited();
    let catalog = site.catalog(source.kind(), &budget);
    let settings = catalog.settings;
    for order in Order::ALL {
        let query = query(order, source);
        let valuation =
            Valuation::new(order, Direction::Descending, query.now, settings.own_votes());
        let in_source = catalog.table().iter().filter(|(_, item)| is_in(item));
        let mut all: Vec<Position> = in_source
            .filter_map(|(id, item)| {
                let facts = Facts::of(ItemId::new(id), item);
                valuation.above(&facts, Position::LOWEST, || item.is_listed())
            })
            .collect();
        all.sort_unstable_by(|a, b| b.cmp(a));
        for size in [1, 25, 1_000] {
            let query = Query { size: Some(size), ..query.clone() };
            let wanted: Vec<_> = all.iter().copied().take(size as usize).collect();
            assert_eq!(query.slice(catalog).unwrap().entries, wanted, "{order:?}");
            let Some(last) = wanted.last() else { continue };
            let after = Some(query.cursors().at(*last));
            let query = Query { size: Some(25), after, ..query };
            let left = if order.has_end() { REACH } else { all.len() };
            let end = (size as usize + 25).min(left).min(all.len());
            let wanted = all.get(size as usize..end).unwrap_or_default();
            assert_eq!(query.slice(catalog).unwrap().entries, wanted, "{order:?}");
        }
    }
}

#[test]
fn a_page_passes_over_at_most_10000_articles() {
    let records = (1..=10_100).map(|id| in_group(record(id, 1, None), &["g"]));
    let site = site(records);
    let ids = |page: &Page| page.items.iter().map(|item| item.id().get()).collect::<Vec<_>>();
    let per = Some(Per { kind: PerKind::Group, most: 2 });
    for (order, min_votes) in
        [(Order::Score, None), (Order::Score, Some(1)), (Order::Bumped, None), (Order::Time, None)]
    {
        let filters = Filters { min_votes, ..Filters::default() };
        let query = Query { per, filters, looks_ahead: true, ..query(order, Source::Site) };
        let page = site.query(&query, &Budget::unlimited()).unwrap();
        assert_eq!(ids(&page), [10_100, 10_099], "{order:?}");
        let after = page.next.map(|next| page.cursors.at(next));
        assert_eq!(after.map(|next| next.position().id().get()), Some(99), "{order:?}");
        let page = site.query(&Query { after, ..query }, &Budget::unlimited()).unwrap();
        assert_eq!((ids(&page), page.next), (vec![98, 97], None), "{order:?}");
    }
    let query = Query { per, ..query(Order::Votes, Source::Site) };
    let page = site.query(&query, &Budget::unlimited()).unwrap();
    assert_eq!((ids(&page), page.next), (vec![10_100, 10_099], None));
}

#[test]
fn searches_find_what_sorting_all_finds() {
    let mut random = fastrand::Rng::with_seed(51);
    for (most_up, pinned, boosted) in [(9, 0, 0), (1, 40, 3), (0, 0, 9), (0, 100, 50), (50, 1, 1)]
    {
        let mut all: Vec<_> = (1..=COUNT)
            .map(|id| {
                let mut record = record(id, random.i64(-9..=most_up), None);
                record.moderated.flags.pin = match random.u32(0..100) < pinned {
                    true => Pin::Everywhere,
                    false => Pin::Nowhere,
                };
                if random.u32(0..9) == 0 {
                    record.moderated.flags.visibility = Visibility::Hidden;
                }
                if random.u32(0..100) < boosted {
                    let most = 1 << random.u32(0..20);
                    record.moderated.boost = Boost::new(random.i64(-most..=most)).unwrap();
                }
                let groups: &[&str] = if random.u32(0..10) < 3 { &["g"] } else { &[] };
                in_group(record, groups)
            })
            .collect();
        // Ids out of time, too.
        for _ in 0..pinned {
            let (one, other) = (random.usize(0..all.len()), random.usize(0..all.len()));
            let time = all[one].time;
            all[one].time = all[other].time;
            all[other].time = time;
        }
        let mut site = site(all.into_iter());
        for id in 1..500 {
            // What ends leaves the summaries of a part lower than they must be.
            let _ = site.boost(ItemId::new(id), random.i64(-900..0), false);
            let _ = site.boost(ItemId::new(id), 0, false);
        }
        site.check().unwrap();
        check_all_orders(&site, Source::Site, |_| true);
        let group = GroupName::new(b"g").unwrap();
        check_all_orders(&site, Source::Group(group), |item| !item.groups().is_empty());
    }
}

#[test]
fn negative_votes_and_pins_bound_parts() {
    let negative = site((1..=COUNT).map(|id| record(id, -3 - i64::from(id * 7 % 20), None)));
    let pinned = site((1..=COUNT).map(|id| {
        let flags = Flags { pin: Pin::Everywhere, ..Flags::default() };
        let moderated = Moderated { flags, ..Moderated::default() };
        ItemRecord { moderated, ..record(id, i64::from(id * 7 % 50), None) }
    }));
    for order in [Order::Gravity, Order::Active] {
        for site in [&negative, &pinned] {
            check_read(site, order, Source::Site, COUNT as usize / 2);
        }
    }
}

#[test]
fn a_search_gives_up_where_reading_a_group_is_cheaper() {
    let site = site((1..=COUNT * 4).map(|id| match id % 4 {
        0 => in_group(record(id, 0, None), &["g"]),
        _ => record(id, 20, None),
    }));
    let source = Source::Group(GroupName::new(b"g").unwrap());
    for order in [Order::Votes, Order::Gravity, Order::Best] {
        check_read(&site, order, source, 2 * COUNT as usize);
    }
}

#[test]
fn a_hidden_thread_is_skipped() {
    let comments = (3..=COUNT).map(|id| record(id, 5, Some(if id < 300 { 2 } else { 1 })));
    let mut site = site([1, 2].map(|id| record(id, 1, None)).into_iter().chain(comments));
    site.moderate(Moderation::Hide, &[ItemId::new(1)], UnixTime::clamped(0));
    for order in Order::ALL.into_iter().take(Order::OF_COMMENTS) {
        check_read(&site, order, Source::Comments, 640);
    }
    let is_in_two = |item: &Item| item.content.comment().unwrap().article().get() == 2;
    let budget = Budget::unlimited();
    let catalog = site.catalog(Kind::Comment, &budget);
    let query = Query { size: Some(1_000), ..query(Order::Votes, Source::Comments) };
    let found = query.slice(catalog).unwrap().entries;
    let shown = catalog.table().iter().filter(|(_, item)| is_in_two(item)).map(|(id, _)| id);
    assert!(found.iter().map(|position| position.id().get()).rev().eq(shown));
}

#[test]
fn deep_levels_select_few_siblings() {
    const LEVELS: u32 = 16;
    let mut records = vec![record(1, 1, None)];
    let mut parent = 1;
    for level in 0..LEVELS {
        let first = records.len() as u32 + 1;
        for id in first..first + 640 {
            let mut comment = record(id, i64::from(id * 7 % 50), Some(parent));
            if let RecordContent::Comment { lineage, .. } = &mut comment.content {
                *lineage = Lineage { article: ItemId::new(1), depth: level as u8 + 1, ..*lineage };
            }
            // The first one on the page is the one that is answered.
            comment.tally.upvotes += if id == first { 1_000 } else { 0 };
            records.push(comment);
        }
        parent = first;
    }
    let site = site(records.into_iter());
    let thread = ThreadQuery {
        id: ItemId::new(1),
        order: Order::Best,
        direction: Direction::Descending,
        not_from: Vec::new(),
        unmuted: None,
        depth: None,
        children: None,
        after: None,
        size: Some(500),
        now: UnixTime::clamped(NOW),
        looks_ahead: true,
    };
    // One level of all siblings, and few of each of the others.
    let budget = Budget::new(5_000);
    assert_eq!(site.thread(&thread, &budget).unwrap().entries.len(), 500);
}
