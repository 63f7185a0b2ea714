//! Search by words: an index in this process, which follows the changes of the site. From version
//! 0, ARTICLE.CHANGES returns everything that exists, and then what changes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use tantivy::collector::TopDocs;
use tantivy::query::QueryParser;
use tantivy::schema::{Field, INDEXED, STORED, Schema, TEXT, Value};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, Term, doc};
use tokio::time::sleep;

use crate::follow::{COUNT, Changes, Follower};

type Result<T> = std::result::Result<T, tantivy::TantivyError>;

/// The entries of an item that the index needs.
pub const ENTRIES: &str = "id parent title text hidden";
/// The memory for what is not in the index yet. The library takes no less.
const BUFFER: usize = 15_000_000;
/// The pause after changes.
const PAUSE: Duration = Duration::from_secs(1);
/// How much more a word in a title counts than one in a text.
const TITLE: f32 = 5.0;

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
    /// A hash of the words by which each item is found. Most changes are votes.
    known: HashMap<u32, u64>,
    /// Whether something has changed that cannot be found yet.
    is_behind: bool,
}

/// Returns an empty index: to search in, and to add to.
pub fn index() -> Result<(Search, Indexer)> {
    let mut schema = Schema::builder();
    let id = schema.add_u64_field("id", INDEXED | STORED);
    let [title, text] = ["title", "text"].map(|name| schema.add_text_field(name, TEXT));
    let index = Index::create_in_ram(schema.build());
    let writer = index.writer_with_num_threads(1, BUFFER)?;
    let reader: IndexReader =
        index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    let mut parser = QueryParser::for_index(&index, vec![title, text]);
    parser.set_conjunction_by_default();
    parser.set_field_boost(title, TITLE);
    let search = Search { reader: reader.clone(), parser: parser.into(), id };
    let known = HashMap::new();
    Ok((search, Indexer { writer, reader, id, title, text, known, is_behind: false }))
}

impl Search {
    /// Returns the ids of what has all words of a text, the best first.
    pub fn find(&self, text: &str, count: usize) -> Result<Vec<u32>> {
        // Visitors have words, and not the query language.
        let words: Vec<&str> = text.split(|letter: char| !letter.is_alphanumeric()).collect();
        let (query, _) = self.parser.parse_query_lenient(&words.join(" "));
        let searcher = self.reader.searcher();
        let best = TopDocs::with_limit(count).order_by_score();
        let mut ids = Vec::with_capacity(count);
        for (_, address) in searcher.search(&query, &best)? {
            let found: TantivyDocument = searcher.doc(address)?;
            let id = found.get_first(self.id).and_then(|id| id.as_u64());
            ids.extend(id.and_then(|id| u32::try_from(id).ok()));
        }
        Ok(ids)
    }
}

impl Indexer {
    /// Follows the site for ever.
    pub async fn run(mut self, mut follower: Follower) {
        loop {
            let changes = follower.next().await;
            let count = changes.as_ref().map(|some| some.items.len() + some.deleted.len());
            let is_last = count.is_none_or(|count| count < COUNT);
            if let Err(error) = self.apply(changes, is_last) {
                eprintln!("the index is not up to date: {error}");
            }
            if is_last {
                sleep(PAUSE).await;
            }
        }
    }

    fn apply(&mut self, changes: Option<Changes>, is_last: bool) -> Result<()> {
        match changes {
            None => {
                self.known.clear();
                self.is_behind = true;
                self.writer.delete_all_documents()?;
            }
            Some(Changes { items, deleted }) => {
                for item in items {
                    let words = (item.title.as_str(), item.text());
                    // Comments of a hidden story stay here: whoever searches looks at `listed`.
                    self.set(item.id, (item.hidden == 0).then_some(words))?;
                }
                deleted.into_iter().try_for_each(|id| self.set(id, None))?;
            }
        }
        if is_last && self.is_behind {
            self.writer.commit()?;
            self.reader.reload()?;
            self.is_behind = false;
        }
        Ok(())
    }

    /// Has an item found by its title and text, or not at all.
    fn set(&mut self, id: u32, words: Option<(&str, &str)>) -> Result<()> {
        let hash = words.map(|words| {
            let mut hasher = DefaultHasher::new();
            words.hash(&mut hasher);
            hasher.finish()
        });
        if self.known.get(&id).copied() == hash {
            return Ok(());
        }
        self.is_behind = true;
        self.writer.delete_term(Term::from_field_u64(self.id, id.into()));
        self.known.remove(&id);
        if let (Some((title, text)), Some(hash)) = (words, hash) {
            self.known.insert(id, hash);
            self.writer.add_document(
                doc!(self.id => u64::from(id), self.title => title, self.text => text),
            )?;
        }
        Ok(())
    }
}
