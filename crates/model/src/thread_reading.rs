//! A thread that is read while it changes.

use std::collections::{BTreeMap, BTreeSet};

use article_site::{Budget, ThreadCursor, ThreadPage, ThreadQuery};

use crate::names::time;
use crate::thread::ThreadPosition;
use crate::thread_comparison::{entry_of, is_refused};
use crate::{Model, Operation, Pair};

impl Pair {
    /// Reads a thread with an operation after each page.
    pub(crate) fn read_thread_meanwhile(&mut self, first: &ThreadQuery, operations: &[Operation]) {
        if is_refused(first) {
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
