//! `article-migrate compare`.

use std::collections::BTreeSet;
use std::thread;

use anyhow::Result;

use crate::classic::{BATCH, ClassicSource};
use crate::comparison::{ATTEMPTS, Comparison, PAUSE, open};
use crate::options::Compare;
use crate::progress::{Progress, print};
use crate::ranking::{ORDERS, first_difference};
use crate::report::Report;

/// Compares, prints the differences, and returns whether there is none.
pub fn run(options: &Compare) -> Result<bool> {
    let progress = Progress::new();
    let (from, target) = open(&options.ends)?;
    let source = ClassicSource::open_pages(from, &options.dialect)?;
    let mut comparison = Comparison::new(source, target, false);
    let (mut lines, mut ids) = (Vec::new(), BTreeSet::new());
    for order in ORDERS {
        lines.extend(compare_order(&mut comparison, order, options.size, &mut ids)?);
    }
    for ids in Vec::from_iter(ids).chunks(BATCH) {
        let articles = comparison.source.read(ids, &mut Report::new(0))?;
        lines.extend(comparison.lines(ids.to_vec(), articles, ATTEMPTS)?);
    }
    lines.iter().try_for_each(|line| print(line))?;
    eprintln!(
        "Compared the first {} articles by score and by time ({}): {} differences.",
        options.size,
        progress.time(),
        lines.len()
    );
    Ok(lines.is_empty())
}

/// Returns a line about the first articles in an order if they differ whenever they are read, and
/// adds their ids.
fn compare_order(
    sites: &mut Comparison,
    order: &str,
    size: u32,
    ids: &mut BTreeSet<u32>,
) -> Result<Option<String>> {
    let mut line = None;
    for attempt in 1..=ATTEMPTS {
        if attempt > 1 {
            thread::sleep(PAUSE);
        }
        let before = sites.source.reader.ranking(order, size)?;
        let shown = sites.target.ranking(order, size)?;
        let after = sites.source.reader.ranking(order, size)?;
        ids.extend(before.iter().chain(&shown).map(|(id, _)| *id));
        let difference = first_difference(order, &before, &shown, size);
        line = difference.filter(|_| before == after);
        if line.is_none() {
            break;
        }
    }
    Ok(line)
}
