//! `article-migrate verify`.

use std::collections::{BTreeSet, HashMap};
use std::thread;

use anyhow::Result;
use article_site::Kind;

use crate::classic::ClassicSource;
use crate::compare::{ATTEMPTS, PAUSE, open};
use crate::difference::differences;
use crate::item::Item;
use crate::options::Verify;
use crate::progress::Progress;
use crate::report::Report;
use crate::site::SiteReader;
use crate::transfer::Source;

/// The number of ids that are looked up at once.
const IDS: u32 = 1_000;

/// Compares, prints the differences, and returns whether there is none.
pub fn run(options: &Verify) -> Result<bool> {
    let mut progress = Progress::new();
    let mut ignored = Report::new(0);
    let (from, target) = open(&options.sites)?;
    let (prefix, dialect) = (&options.sites.prefix, &options.sites.dialect);
    let source = ClassicSource::open(from, prefix, dialect, &mut ignored, &mut progress)?;
    progress.step("comparing articles");
    progress.set_length(source.len().unwrap_or_default());
    let (mut compared, mut found, mut ids) = (0, 0, Vec::new());
    let mut comparison = Comparison { source, target, matched: 0, closed_early: BTreeSet::new() };
    while let Some(articles) = comparison.source.next(&mut ignored)? {
        let count = articles.len();
        compared += count;
        ids.extend(articles.iter().map(Item::id));
        let attempts = if found <= options.lines { ATTEMPTS } else { 1 };
        let lines = comparison.lines(articles, attempts)?;
        let printed = options.lines.saturating_sub(found);
        lines.iter().take(printed).try_for_each(|line| progress.print(line))?;
        found += lines.len();
        progress.advance(count);
    }
    let Comparison { mut target, matched, closed_early, .. } = comparison;
    let extra = target.articles.saturating_sub(matched);
    for id in extra_ids(&mut target, &ids, extra)? {
        if found < options.lines {
            progress.print(&format!("article {id}: only in the target"))?;
        }
        found += 1;
    }
    if found > options.lines {
        progress.print(&format!("and {} more differences", found - options.lines))?;
    }
    let time = progress.finish().as_secs_f64();
    eprintln!("Compared {compared} articles ({time:.1} s): {found} differences.");
    if !closed_early.is_empty() {
        eprintln!(
            "{} articles have other votes in the source: their voters had expired when they were \
             imported, so voting on them is closed in the target.",
            closed_early.len()
        );
    }
    Ok(found == 0)
}

/// A comparison of two sites, article by article.
struct Comparison {
    source: ClassicSource,
    target: SiteReader,
    /// The number of articles found in the target that it had when it was opened.
    matched: u64,
    /// Articles with other votes in the source, on which voting is closed in the target because
    /// their voters had expired when they were imported.
    closed_early: BTreeSet<u32>,
}

impl Comparison {
    /// Returns a line for each difference that is still there when the articles have been read so
    /// often.
    fn lines(&mut self, mut articles: Vec<Item>, attempts: usize) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for attempt in 1..=attempts {
            let ids: Vec<u32> = articles.iter().map(Item::id).collect();
            if ids.is_empty() {
                break;
            }
            if attempt > 1 {
                thread::sleep(PAUSE);
            }
            let mut found = self.target.read(&ids)?;
            found.retain(|found| found.kind() == Kind::Article && !found.deleted);
            if attempt > 1 {
                articles = self.source.read(&ids, &mut Report::new(0))?;
            } else {
                let old = found.iter().filter(|article| article.id() <= self.target.last_id);
                self.matched += old.count() as u64;
            }
            let found: HashMap<u32, Item> =
                found.into_iter().map(|article| (article.id(), article)).collect();
            lines.clear();
            articles.retain(|article| {
                let differing = self.lines_of(article, found.get(&article.id()));
                let differs = !differing.is_empty();
                lines.extend(differing);
                differs
            });
        }
        Ok(lines)
    }

    /// Returns a line for each difference between an article and what the target has of it.
    fn lines_of(&mut self, article: &Item, found: Option<&Item>) -> Vec<String> {
        let id = article.id();
        let Some(found) = found else { return vec![format!("article {id}: only in the source")] };
        let mut differences = differences(article, found, &self.target.settings);
        let is_closed_early = !found.is_recorded() && self.source.now() < found.closes();
        if is_closed_early {
            let all = differences.len();
            differences.retain(|difference| !difference.is_of_votes());
            if differences.len() < all {
                self.closed_early.insert(id);
            }
        }
        differences.iter().map(|difference| format!("article {id}: {difference}")).collect()
    }
}

/// Returns the ids of articles in the target that are not among the ascending ids of the source.
/// There are `count` of them, so that usually nothing is read.
fn extra_ids(target: &mut SiteReader, ids: &[u32], count: u64) -> Result<Vec<u32>> {
    let (mut extra, mut tried) = (Vec::new(), 0);
    while tried < target.last_id && (extra.len() as u64) < count {
        let end = target.last_id.min(tried.saturating_add(IDS));
        let part: Vec<u32> =
            (tried + 1..=end).filter(|id| ids.binary_search(id).is_err()).collect();
        tried = end;
        if part.is_empty() {
            continue;
        }
        for (id, found) in part.iter().zip(target.parts(&part, &["parent"])?) {
            if found.is_some_and(|found| found.kind() == Kind::Article) {
                extra.push(*id);
            }
        }
    }
    Ok(extra)
}
