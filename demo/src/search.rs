//! Search by words: a copy of the site in this process, which follows its changes. From version
//! 0, ARTICLE.CHANGES returns everything that exists, and then what changes. A large site has a
//! search engine in this place.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::follow::Follower;

/// The entries of an item that the search needs.
pub const ENTRIES: &str = "id parent title text hidden";
/// How often a word counts that is in a title.
const TITLE: u32 = 5;

/// The stories and comments by id: their words, and how often each counts.
type Items = HashMap<u32, HashMap<String, u32>>;

/// What can be found. Clones share it.
#[derive(Clone, Default)]
pub struct Search(Arc<Mutex<Items>>);

impl Search {
    fn items(&self) -> MutexGuard<'_, Items> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the ids of what has all words of a text: first what has them most often, and the
    /// newest of equals.
    pub fn find(&self, text: &str, count: usize) -> Vec<u32> {
        let wanted: Vec<String> = words(text).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let items = self.items();
        let scores = items.iter().filter_map(|(id, own)| {
            let counts = wanted.iter().map(|word| own.get(word).copied());
            Some((counts.sum::<Option<u32>>()?, *id))
        });
        let mut found: Vec<(u32, u32)> = scores.collect();
        found.sort_unstable_by_key(|best| Reverse(*best));
        found.into_iter().take(count).map(|(_, id)| id).collect()
    }

    /// Follows the site for ever.
    pub async fn follow(self, mut follower: Follower) {
        loop {
            let changes = follower.next().await;
            let mut items = self.items();
            let Some(changes) = changes else {
                items.clear();
                continue;
            };
            for item in changes.items {
                // Comments of a hidden story stay here: whoever searches looks at `listed`.
                match item.hidden {
                    0 => items.insert(item.id, counted(&item.title, item.text())),
                    _ => items.remove(&item.id),
                };
            }
            changes.deleted.iter().for_each(|id| _ = items.remove(id));
        }
    }
}

/// Returns the words of an item, and how often each counts.
fn counted(title: &str, text: &str) -> HashMap<String, u32> {
    let mut counts = HashMap::new();
    for (text, count) in [(title, TITLE), (text, 1)] {
        words(text).for_each(|word| *counts.entry(word).or_default() += count);
    }
    counts
}

/// Returns the words of a text, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase)
}
