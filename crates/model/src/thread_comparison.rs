//! The comparison of a thread, page by page, with the model's, also while it changes.

use std::collections::{BTreeMap, BTreeSet};

use article_site::{
    Budget, Entry, Error, Lineage, Placeholder, Site, ThreadCursor, ThreadEntry, ThreadNode,
    ThreadPage, ThreadQuery,
};

use crate::listing::depends_on_now;
use crate::listing_comparison::{assert_same_or_refused, is_refused};
use crate::names::time;
use crate::targets::mutation::damage;
use crate::thread::ThreadPosition;
use crate::{Model, ModelThreadEntry, Operation, Pair, Shown};

const WHOLE: u32 = 1_000;

/// Panics if any page of a thread differs from the model's.
pub fn assert_same_thread(model: &Model, site: &Site, query: &ThreadQuery, mutation: [u8; 5]) {
    if is_refused(query.order, query.direction) {
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
        let alone = ThreadQuery { looks_ahead: false, ..query.clone() };
        assert_page(model, &site.thread(&alone, &Budget::unlimited()).unwrap(), entries, false);
        assert_same_or_refused(size, !others.is_empty(), |budget| {
            let page = site.thread(&query, budget)?;
            assert_page(model, &page, entries, page.next.is_some());
            Ok((page.entries.len(), page.next.is_some()))
        });
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

/// Checks that a damaged cursor does no harm.
fn assert_cursor(site: &Site, of: &ThreadQuery, cursor: &ThreadCursor, mutation: [u8; 5]) {
    let mut damaged = cursor.to_string().into_bytes();
    damage(&mut damaged, mutation);
    if let Ok(cursor) = ThreadCursor::parse(of, &damaged) {
        assert_eq!(cursor.to_string().as_bytes(), damaged);
        let query = ThreadQuery { after: Some(cursor), ..of.clone() };
        assert!(matches!(
            site.thread(&query, &Budget::unlimited()).map(|_| ()),
            Ok(()) | Err(Error::BadCursor)
        ));
    }
}

impl Pair {
    /// Reads a thread with an operation after each page.
    pub(crate) fn read_thread_meanwhile(&mut self, first: &ThreadQuery, operations: &[Operation]) {
        if is_refused(first.order, first.direction) {
            return;
        }
        let mut query = first.clone();
        let mut reading = Reading::default();
        let mut operations = operations.iter();
        let (mut undisturbed, mut levels) = (0, 0);
        loop {
            reading.observe(&self.model, first);
            query.now = time(self.now);
            let page = self.site.thread(&query, &Budget::unlimited()).unwrap();
            reading.count(&page, &self.model);
            let Some(cursor) = page.next else { break };
            let text = cursor.to_string();
            query.after = Some(ThreadCursor::parse(&query, text.as_bytes()).unwrap());
            match operations.next() {
                Some(operation) => self.apply(operation),
                None => undisturbed += 1,
            }
            // What is below a comment of the path that has moved is returned again, once per
            // level.
            levels = levels.max(text.split('.').count());
            let most = self.model.items.len() + self.model.places.len();
            assert!(undisturbed <= levels * most, "the pages of a thread do not end");
        }
        reading.assert_exact(first);
    }
}

/// What was read of a thread that changed between its pages.
#[derive(Default)]
struct Reading {
    /// How often each comment was returned.
    returned: BTreeMap<u32, u32>,
    /// The path of positions to each comment, if it has been the same as long as the comment
    /// existed.
    paths: BTreeMap<u32, Option<Vec<ThreadPosition>>>,
    /// The comments that were in the thread at every page; None before the first.
    present: Option<BTreeSet<u32>>,
}

impl Reading {
    /// Notes where each comment is when a page is read.
    fn observe(&mut self, model: &Model, query: &ThreadQuery) {
        for (id, path) in model.paths(query) {
            let known = self.paths.entry(id).or_insert_with(|| Some(path.clone()));
            if known.as_ref().is_some_and(|known| *known != path) {
                *known = None;
            }
        }
        let ids = model.thread(query).into_iter().map(|entry| entry.id);
        let ids: BTreeSet<u32> = ids.collect();
        self.present = Some(match &self.present {
            None => ids,
            Some(present) => present & &ids,
        });
    }

    /// Notes the comments of a page.
    fn count(&mut self, page: &ThreadPage, model: &Model) {
        for entry in &page.entries {
            *self.returned.entry(entry_of(model, entry).id).or_default() += 1;
        }
    }

    /// Checks that comments that stayed where they were are returned exactly once. If the number
    /// of answers is limited, others decide on whether a comment is returned.
    fn assert_exact(&self, query: &ThreadQuery) {
        let staying = self.paths.iter().filter(|(_, path)| path.is_some());
        for (id, path) in staying {
            let returned = self.returned.get(id).copied().unwrap_or(0);
            assert!(returned <= 1, "comment {id} is returned {returned} times");
            let is_present = self.present.as_ref().is_some_and(|present| present.contains(id));
            if is_present && query.children.is_none() {
                assert_eq!(returned, 1, "comment {id} at {path:?}");
            }
        }
    }
}
