//! The comparison of a thread, page by page, with the model's.

use article_site::{
    Budget, Direction, Entry, Error, ItemId, Lineage, Order, Placeholder, Site, ThreadCursor,
    ThreadEntry, ThreadNode, ThreadPage, ThreadQuery, UnixTime,
};

use crate::context::direction;
use crate::listing::depends_on_now;
use crate::names::time;
use crate::targets::mutation::damage;
use crate::thread::THREAD_ORDERS;
use crate::{Model, ModelThreadEntry, Shown};

const WHOLE: u32 = 1_000;

/// Panics if any page of a thread differs from the model's.
pub fn assert_same_thread(model: &Model, site: &Site, query: &ThreadQuery, mutation: [u8; 5]) {
    if is_refused(query) {
        assert_eq!(
            site.thread(query, &Budget::unlimited()).map(|_| ()),
            Err(Error::AscendingOrder)
        );
        return;
    }
    let expected = model.thread(query);
    let whole = site
        .thread(&ThreadQuery { size: Some(WHOLE), ..query.clone() }, &Budget::unlimited())
        .unwrap();
    let (first, rest) = expected.split_at(expected.len().min(WHOLE as usize));
    assert_page(model, &whole, first, !rest.is_empty());
    let size = query.size.unwrap() as usize;
    let mut query = query.clone();
    let mut rest = &expected[..];
    loop {
        let page = site.thread(&query, &Budget::unlimited()).unwrap();
        let (entries, others) = rest.split_at(rest.len().min(size));
        assert_page(model, &page, entries, !others.is_empty());
        let Some(cursor) = page.next else { break };
        let text = cursor.to_string();
        let cursor = ThreadCursor::parse(&query, text.as_bytes()).unwrap();
        assert_eq!(cursor.to_string(), text);
        assert_cursor(site, &query, &cursor, mutation);
        rest = others;
        query.after = Some(cursor);
        // The thread is as of the first page, even if the clock has moved.
        if depends_on_now(query.order) {
            query.now = time(query.now.get() + 1);
        }
    }
}

/// Returns the query for the first page of a whole thread, as of 1970.
pub fn thread_query(id: ItemId, order: Order, size: u32) -> ThreadQuery<'static> {
    ThreadQuery {
        id,
        order,
        direction: Direction::Descending,
        not_from: Vec::new(),
        unmuted: None,
        depth: None,
        children: None,
        after: None,
        size: Some(size),
        now: UnixTime::default(),
    }
}

/// Returns whether the order has no such direction.
pub(crate) fn is_refused(query: &ThreadQuery) -> bool {
    let has_both = matches!(query.order, Order::Score | Order::Time);
    query.direction == Direction::Ascending && !has_both
}

fn assert_page(model: &Model, page: &ThreadPage, entries: &[ModelThreadEntry], is_followed: bool) {
    let found: Vec<_> = page.entries.iter().map(|entry| entry_of(model, entry)).collect();
    assert_eq!(found, entries);
    assert_eq!(page.next.is_some(), is_followed);
}

/// Copies an entry of a site's thread.
pub(crate) fn entry_of(model: &Model, entry: &ThreadEntry) -> ModelThreadEntry {
    let ThreadEntry { depth, comment } = *entry;
    match comment {
        ThreadNode::Item(view) => {
            let id = view.id().get();
            let parent = model.get(id).unwrap().comment().unwrap().parent;
            ModelThreadEntry { id, parent, depth, shown: Shown::Listed }
        }
        ThreadNode::Placeholder(Placeholder { id, lineage, comments, reason }) => {
            let lineage = lineage.unwrap();
            let Lineage { parent, article, depth: _ } = lineage;
            assert_eq!(comments, model.listed_below(id.get(), &model.answers()));
            assert_eq!((article.get(), lineage.depth.into()), root_of(model, parent.get()));
            let shown = match reason {
                Entry::Muted => Shown::Muted,
                Entry::Hidden => Shown::Hidden,
                Entry::Deleted => Shown::Deleted,
                other => panic!("{other:?} is no reason to show a placeholder"),
            };
            ModelThreadEntry { id: id.get(), parent: parent.get(), depth, shown }
        }
    }
}

/// Returns the article above an answer to `parent`, and the depth of the answer.
fn root_of(model: &Model, parent: u32) -> (u32, u32) {
    let up: Vec<u32> = std::iter::once(parent).chain(model.above(parent)).collect();
    (up[up.len() - 1], up.len() as u32)
}

/// Checks that a cursor is one of its query and of no other, and that a damaged one does no harm.
fn assert_cursor(site: &Site, of: &ThreadQuery, cursor: &ThreadCursor, mutation: [u8; 5]) {
    let text = cursor.to_string();
    let of = ThreadQuery { after: Some(cursor.clone()), ..of.clone() };
    let others = [
        ThreadQuery { id: ItemId::new(of.id.get() + 1), ..of.clone() },
        ThreadQuery { children: of.children.xor(Some(1)), ..of.clone() },
        ThreadQuery { direction: direction(of.direction == Direction::Descending), ..of.clone() },
    ];
    let orders = THREAD_ORDERS.into_iter().filter(|order| *order != of.order);
    let other_orders = orders.map(|order| ThreadQuery { order, ..of.clone() });
    for other in others.into_iter().chain(other_orders).filter(|other| !is_refused(other)) {
        let parsed = ThreadCursor::parse(&other, text.as_bytes());
        assert_eq!(parsed, Err(Error::BadCursor), "{text} for {other:?}");
        assert_eq!(site.thread(&other, &Budget::unlimited()).map(|_| ()), Err(Error::BadCursor));
    }
    let mut damaged = text.into_bytes();
    damage(&mut damaged, mutation);
    if let Ok(cursor) = ThreadCursor::parse(&of, &damaged) {
        assert_eq!(cursor.to_string().as_bytes(), damaged);
        let query = ThreadQuery { after: Some(cursor), ..of };
        assert!(matches!(
            site.thread(&query, &Budget::unlimited()).map(|_| ()),
            Ok(()) | Err(Error::BadCursor)
        ));
    }
}
