//! `article-migrate verify`.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::article::Article;
use crate::classic::ClassicSource;
use crate::compare::differences;
use crate::options::Verify;
use crate::progress::Progress;
use crate::report::Report;
use crate::server::{End, Server};
use crate::site::SiteReader;
use crate::transfer::Source;

/// How often articles that differ are read again, and how long after the last time.
const ATTEMPTS: usize = 5;
const PAUSE: Duration = Duration::from_millis(200);
/// The number of ids that are looked up at once.
const IDS: u32 = 1_000;

/// Compares, prints the differences, and returns whether there is none.
pub fn run(options: &Verify) -> Result<bool> {
    let mut progress = Progress::new();
    let mut ignored = Report::new(0);
    let from = Server::open(&options.from, End::From)?;
    let to = Server::open(&options.to, End::To)?;
    let Ok(mut target) = SiteReader::open(to, &options.key, End::To)? else {
        bail!("--to: there is no key {:?}. Check --key and the database number", options.key);
    };
    let (prefix, dialect) = (&options.prefix, &options.dialect);
    let mut source = ClassicSource::open(from, prefix, dialect, &mut ignored, &mut progress)?;
    progress.step("comparing articles");
    progress.set_length(source.len().unwrap_or_default());
    let (mut compared, mut found, mut ids, mut matched) = (0, 0, Vec::new(), 0);
    while let Some(articles) = source.next(&mut ignored)? {
        let count = articles.len();
        compared += count;
        ids.extend(articles.iter().map(|article| article.id));
        let lines = compare(&mut source, &mut target, articles, &mut matched)?;
        found += lines.len();
        lines.iter().try_for_each(|line| progress.print(line))?;
        progress.advance(count);
    }
    let extra = target.articles.saturating_sub(matched);
    for id in extra_ids(&mut target, &ids, extra)? {
        found += 1;
        progress.print(&format!("article {id}: only in the target"))?;
    }
    let time = progress.finish().as_secs_f64();
    eprintln!("Compared {compared} articles ({time:.1} s): {found} differences.");
    Ok(found == 0)
}

/// Returns a line for each difference that lasts. Adds to `matched` the number of articles among
/// those that the target had when it was opened.
fn compare(
    source: &mut ClassicSource,
    target: &mut SiteReader,
    mut articles: Vec<Article>,
    matched: &mut u64,
) -> Result<Vec<String>> {
    for attempt in 1.. {
        let ids: Vec<u32> = articles.iter().map(|article| article.id).collect();
        if ids.is_empty() {
            break;
        }
        let found = target.read(&ids)?;
        if attempt > 1 {
            articles = source.read(&ids, &mut Report::new(0))?;
        } else {
            let old = found.iter().filter(|article| article.id <= target.last_id);
            *matched += old.count() as u64;
        }
        let found: HashMap<u32, Article> =
            found.into_iter().map(|article| (article.id, article)).collect();
        let lines = |article: &Article| -> Vec<String> {
            let id = article.id;
            match found.get(&id) {
                None => vec![format!("article {id}: only in the source")],
                Some(found) => differences(article, found, &target.settings)
                    .iter()
                    .map(|difference| format!("article {id}: {difference}"))
                    .collect(),
            }
        };
        articles.retain(|article| !lines(article).is_empty());
        if attempt == ATTEMPTS {
            return Ok(articles.iter().flat_map(lines).collect());
        }
        if !articles.is_empty() {
            thread::sleep(PAUSE);
        }
    }
    Ok(Vec::new())
}

/// Returns the ids in the target that are not among the ascending ids of the source. There are
/// `count` of them, so that usually nothing is read.
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
        for (id, entries) in part.iter().zip(target.entries(&part, &["id"])?) {
            if entries.is_some() {
                extra.push(*id);
            }
        }
    }
    Ok(extra)
}
