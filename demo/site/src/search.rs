//! Search by words: an index in this process, which follows the changes of the site.
//! From version 0, ARTICLE.CHANGES returns everything that exists, and then what changes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use tantivy::collector::{Count, TopDocs};
use tantivy::query::QueryParser;
use tantivy::schema::{Field, INDEXED, STORED, Schema, TEXT, Value};
use tantivy::{
    Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError, Term, doc,
};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::log::log;
use crate::news::{Changes, Flag, Item, MAX_CHANGES, News};

const ENTRIES: [&str; 5] = ["id", "parent", "title", "text", "hidden"];

/// The memory for what is not in the index yet. The library takes no less.
const BUFFER: usize = 15_000_000;

/// The pause after changes, and before another attempt if the server is away.
const PAUSE: Duration = Duration::from_secs(1);

/// The stories and comments of the site by their words. Clones share the index.
#[derive(Clone)]
pub struct Search {
    reader: IndexReader,
    parser: Arc<QueryParser>,
    id: Field,
}

pub struct Indexer {
    writer: IndexWriter,
    reader: IndexReader,
    id: Field,
    title: Field,
    text: Field,
    /// A hash of the words by which each story or comment is found. Most changes are votes.
    known: HashMap<u32, u64>,
    /// Whether something has changed that cannot be found yet.
    is_behind: bool,
}

pub fn index() -> Result<(Search, Indexer), TantivyError> {
    let mut schema = Schema::builder();
    let id = schema.add_u64_field("id", INDEXED | STORED);
    let (title, text) =
        (schema.add_text_field("title", TEXT), schema.add_text_field("text", TEXT));
    let index = Index::create_in_ram(schema.build());
    let writer = index.writer_with_num_threads(1, BUFFER)?;
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    let mut parser = QueryParser::for_index(&index, vec![title, text]);
    parser.set_conjunction_by_default();
    let search = Search { reader, parser: parser.into(), id };
    let reader = search.reader.clone();
    let known = HashMap::new();
    Ok((search, Indexer { writer, reader, id, title, text, known, is_behind: false }))
}

/// A page of what a search finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    pub ids: Vec<u32>,
    pub total: usize,
}

/// Returns the words of a text, as the index has them.
pub fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

impl Search {
    pub fn find(&self, text: &str, skip: usize, count: usize) -> Result<Found, TantivyError> {
        // Visitors have words, and not the query language.
        let (query, _) = self.parser.parse_query_lenient(&words(text).join(" "));
        let searcher = self.reader.searcher();
        let best = TopDocs::with_limit(count).and_offset(skip).order_by_score();
        let (best, total) = searcher.search(&query, &(best, Count))?;
        let mut ids = Vec::with_capacity(count);
        for (_, address) in best {
            let found: TantivyDocument = searcher.doc(address)?;
            let id = found.get_first(self.id).and_then(|id| id.as_u64()).unwrap_or_default();
            ids.extend(u32::try_from(id));
        }
        Ok(Found { ids, total })
    }
}

impl Indexer {
    /// Follows the site for ever. `news` is a connection on which commands wait for changes.
    pub async fn run(mut self, news: News) {
        let mut version = "0".to_owned();
        loop {
            let changes = match news.changes(&version, &ENTRIES).await {
                Ok(Some(changes)) => changes,
                // Another copy of the site.
                Ok(None) => {
                    version = "0".to_owned();
                    self.known.clear();
                    self.is_behind = true;
                    if let Err(error) = self.writer.delete_all_documents() {
                        log(format!("the index cannot be emptied: {error}"));
                    }
                    continue;
                }
                Err(error) => {
                    error.log("the index waits");
                    sleep(PAUSE).await;
                    continue;
                }
            };
            version.clone_from(&changes.version);
            let is_last = changes.items.len() + changes.deleted.len() < MAX_CHANGES.into();
            let applied = spawn_blocking(move || {
                let applied = self.apply(changes, is_last);
                (self, applied)
            });
            let Ok((this, applied)) = applied.await else { return };
            self = this;
            if let Err(error) = applied {
                log(format!("the index is not up to date: {error}"));
            }
            if is_last {
                sleep(PAUSE).await;
            }
        }
    }

    fn apply(&mut self, changes: Changes, is_last: bool) -> Result<(), TantivyError> {
        for item in changes.items {
            if item.has(Flag::Hidden) {
                self.remove(item.id);
            } else {
                self.add(item)?;
            }
        }
        changes.deleted.into_iter().for_each(|id| self.remove(id));
        if is_last && self.is_behind {
            self.writer.commit()?;
            self.reader.reload()?;
            self.is_behind = false;
        }
        Ok(())
    }

    fn add(&mut self, item: Item) -> Result<(), TantivyError> {
        let mut hasher = DefaultHasher::new();
        (&item.title, item.text()).hash(&mut hasher);
        let hash = hasher.finish();
        if self.known.get(&item.id) == Some(&hash) {
            return Ok(());
        }
        self.remove(item.id);
        self.known.insert(item.id, hash);
        self.is_behind = true;
        self.writer.add_document(doc!(
            self.id => u64::from(item.id),
            self.title => item.title.as_str(),
            self.text => item.text(),
        ))?;
        Ok(())
    }

    fn remove(&mut self, id: u32) {
        if self.known.remove(&id).is_some() {
            self.writer.delete_term(Term::from_field_u64(self.id, id.into()));
            self.is_behind = true;
        }
    }
}
