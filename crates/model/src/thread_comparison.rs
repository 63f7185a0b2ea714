//! The comparison of a thread, page by page, with the model's.

use article_site::{
    Direction, Error, ItemId, Lineage, Order, Placeholder, Site, ThreadComment, ThreadCursor,
    ThreadEntry, ThreadPage, ThreadQuery,
};

use crate::listing::depends_on_now;
use crate::names::time;
use crate::targets::mutation::damage;
use crate::thread::THREAD_ORDERS;
use crate::{Model, ModelThread, ModelThreadEntry, Shown};

/// The most comments on a page.
const WHOLE: u32 = 1_000;

/// Panics if any page of a thread differs from the model's.
pub fn assert_same_thread(
    model: &Model,
    site: &Site,
    thread: &ModelThread,
    now: i64,
    size: u32,
    mutation: [u8; 5],
) {
    let query = query(thread, now, size);
    if is_refused(thread) {
        assert_eq!(site.thread(&query).map(|_| ()), Err(Error::AscendingOrder));
        return;
    }
    let expected = model.thread(thread, now);
    let whole = site.thread(&ThreadQuery { size: Some(WHOLE), ..query.clone() }).unwrap();
    let (first, rest) = expected.split_at(expected.len().min(WHOLE as usize));
    assert_page(model, &whole, first, !rest.is_empty());
    let mut query = query;
    let mut rest = &expected[..];
    loop {
        let page = site.thread(&query).unwrap();
        let (entries, others) = rest.split_at(rest.len().min(size as usize));
        assert_page(model, &page, entries, !others.is_empty());
        let Some(cursor) = page.next else { break };
        let text = cursor.to_string();
        let cursor = ThreadCursor::parse(&query, text.as_bytes()).unwrap();
        assert_eq!(cursor.to_string(), text);
        assert_cursor(site, thread, &query, &cursor, mutation);
        rest = others;
        query.after = Some(cursor);
        // The thread is as of the first page, even if the clock has moved.
        if depends_on_now(thread.order) {
            query.now = time(query.now.get() + 1);
        }
    }
}

/// Returns whether the order has no such direction.
pub(crate) fn is_refused(thread: &ModelThread) -> bool {
    thread.is_ascending && !matches!(thread.order, Order::Score | Order::Time)
}

/// Returns the query for the first page of a thread.
pub(crate) fn query(thread: &ModelThread, now: i64, size: u32) -> ThreadQuery {
    let ModelThread { id, order, is_ascending, depth, children } = *thread;
    ThreadQuery {
        id: ItemId::new(id),
        order,
        direction: if is_ascending { Direction::Ascending } else { Direction::Descending },
        depth,
        children,
        after: None,
        size: Some(size),
        now: time(now),
    }
}

fn assert_page(model: &Model, page: &ThreadPage, entries: &[ModelThreadEntry], is_followed: bool) {
    let found: Vec<_> = page.entries.iter().map(|entry| entry_of(model, entry)).collect();
    assert_eq!(found, entries);
    assert_eq!(page.next.is_some(), is_followed);
}

/// Copies an entry of a site's thread.
///
/// # Panics
///
/// If a placeholder says another article or depth than the model.
pub(crate) fn entry_of(model: &Model, entry: &ThreadEntry) -> ModelThreadEntry {
    let ThreadEntry { depth, comment } = *entry;
    let placeholder = |Placeholder { id, lineage }: Placeholder, shown| {
        let Lineage { parent, article, depth: _ } = lineage;
        assert_eq!((article.get(), lineage.depth.into()), root_of(model, parent.get()));
        ModelThreadEntry { id: id.get(), parent: parent.get(), depth, shown }
    };
    match comment {
        ThreadComment::Listed(view) => {
            let id = view.id().get();
            let parent = model.get(id).unwrap().comment().unwrap().parent;
            ModelThreadEntry { id, parent, depth, shown: Shown::Listed }
        }
        ThreadComment::Hidden(place) => placeholder(place, Shown::Hidden),
        ThreadComment::Deleted(place) => placeholder(place, Shown::Deleted),
    }
}

/// Returns the article above an answer to `parent`, and the depth of the answer.
fn root_of(model: &Model, parent: u32) -> (u32, u32) {
    let above = match model.get(parent) {
        Some(item) => item.comment().map(|comment| comment.parent),
        None => model.places[&parent].parent,
    };
    match above {
        None => (parent, 1),
        Some(above) => {
            let (article, depth) = root_of(model, above);
            (article, depth + 1)
        }
    }
}

/// Checks that a cursor is one of its query and of no other, and that a damaged one does no harm.
fn assert_cursor(
    site: &Site,
    thread: &ModelThread,
    of: &ThreadQuery,
    cursor: &ThreadCursor,
    mutation: [u8; 5],
) {
    let text = cursor.to_string();
    let others = [
        ModelThread { id: thread.id + 1, ..thread.clone() },
        ModelThread { children: thread.children.xor(Some(1)), ..thread.clone() },
        ModelThread { is_ascending: !thread.is_ascending, ..thread.clone() },
    ];
    let orders = THREAD_ORDERS.into_iter().filter(|order| *order != thread.order);
    let other_orders = orders.map(|order| ModelThread { order, ..thread.clone() });
    for other in others.into_iter().chain(other_orders).filter(|other| !is_refused(other)) {
        let query = ThreadQuery {
            after: Some(cursor.clone()),
            ..query(&other, of.now.get(), of.size.unwrap())
        };
        let parsed = ThreadCursor::parse(&query, text.as_bytes());
        assert_eq!(parsed, Err(Error::InvalidCursor), "{text} for {other:?}");
        assert_eq!(site.thread(&query).map(|_| ()), Err(Error::InvalidCursor));
    }
    let mut damaged = text.into_bytes();
    damage(&mut damaged, mutation);
    if let Ok(cursor) = ThreadCursor::parse(of, &damaged) {
        assert_eq!(cursor.to_string().as_bytes(), damaged);
        let query = ThreadQuery { after: Some(cursor), ..of.clone() };
        assert!(matches!(site.thread(&query).map(|_| ()), Ok(()) | Err(Error::InvalidCursor)));
    }
}
