//! `article-migrate verify`.

use anyhow::Result;
use article_site::Kind;

use crate::classic::ClassicSource;
use crate::comparison::{ATTEMPTS, Comparison, open};
use crate::item::Item;
use crate::options::Verify;
use crate::progress::print;
use crate::report::Report;
use crate::site::SiteReader;
use crate::transfer::Source;

/// The number of ids that are looked up at once.
const IDS: u32 = 1_000;

/// Compares, prints the differences, and returns whether there is none.
pub fn run(options: &Verify) -> Result<bool> {
    let mut report = Report::new(0);
    let (from, target) = open(&options.ends)?;
    let source = ClassicSource::open(from, &options.dialect, &mut report)?;
    report.progress.step("comparing articles");
    report.progress.all = source.len();
    let (mut compared, mut found, mut all) = (0, 0, Vec::new());
    let mut comparison = Comparison::new(source, target, true);
    while let Some(articles) = comparison.source.next(&mut report)? {
        let ids: Vec<u32> = articles.iter().map(Item::id).collect();
        let count = ids.len();
        compared += count;
        all.extend_from_slice(&ids);
        let attempts = if found <= options.lines { ATTEMPTS } else { 1 };
        let lines = comparison.lines(ids, articles, attempts)?;
        let printed = options.lines.saturating_sub(found);
        lines.iter().take(printed).try_for_each(|line| print(line))?;
        found += lines.len();
        report.progress.advance(count);
    }
    let Comparison { mut target, matched, closed_early, .. } = comparison;
    let extra = target.articles.saturating_sub(matched);
    for id in extra_ids(&mut target, &all, extra)? {
        if found < options.lines {
            print(&format!("article {id}: only in the target"))?;
        }
        found += 1;
    }
    if found > options.lines {
        print(&format!("and {} more differences", found - options.lines))?;
    }
    let time = report.progress.time();
    eprintln!("Compared {compared} articles ({time}): {found} differences.");
    if !closed_early.is_empty() {
        eprintln!(
            "{} articles have other votes in the source: their voters had expired when they were \
             imported, so voting on them is closed in the target.",
            closed_early.len()
        );
    }
    Ok(found == 0)
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
