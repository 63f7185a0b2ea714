//! `article-migrate compare`.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::classic::ClassicPages;
use crate::difference::differences;
use crate::item::Item;
use crate::options::{Compare, Sites};
use crate::progress::Progress;
use crate::ranking::{Order, Ranked, first_difference};
use crate::server::{End, Server};
use crate::site::SiteReader;

/// How often what differs is read, and how long after the last time.
pub const ATTEMPTS: usize = 5;
pub const PAUSE: Duration = Duration::from_millis(200);

/// Compares, prints the differences, and returns whether there is none.
pub fn run(options: &Compare) -> Result<bool> {
    let progress = Progress::new();
    let (from, target) = open(&options.sites)?;
    let source = ClassicPages::open(from, &options.sites.prefix, &options.sites.dialect)?;
    let mut pages = Pages { source, target, size: options.size };
    let mut lines = pages.differences()?;
    for _ in 1..ATTEMPTS {
        if lines.is_empty() {
            break;
        }
        thread::sleep(PAUSE);
        lines = pages.differences()?;
    }
    lines.iter().try_for_each(|line| progress.print(line))?;
    let time = progress.finish().as_secs_f64();
    eprintln!(
        "Compared the first {} articles by score and by time ({time:.1} s): {} differences.",
        options.size,
        lines.len()
    );
    Ok(lines.is_empty())
}

/// Opens both sites. The classic one is only connected to.
pub fn open(sites: &Sites) -> Result<(Server, SiteReader)> {
    let from = Server::open(&sites.from, &sites.from_access.clone().into())?;
    let to = Server::open(&sites.to, &sites.to_access.clone().into())?;
    match SiteReader::open(to, &sites.key, End::To)? {
        Ok(target) => Ok((from, target)),
        Err(_) => {
            bail!("--to: there is no key {:?}. Check --key and the database number", sites.key)
        }
    }
}

/// The first pages of two sites.
struct Pages {
    source: ClassicPages,
    target: SiteReader,
    size: u32,
}

impl Pages {
    /// Returns a line for each difference between what the two sites show at this moment.
    fn differences(&mut self) -> Result<Vec<String>> {
        let (mut lines, mut ids) = (Vec::new(), BTreeSet::new());
        for order in Order::ALL {
            let before = self.source.ranking(order, self.size)?;
            let shown = self.target.ranking(order, self.size)?;
            let after = self.source.ranking(order, self.size)?;
            ids.extend(before.iter().chain(&shown).map(|ranked: &Ranked| ranked.id));
            if before == after {
                lines.extend(first_difference(order, &before, &shown, self.size));
            }
        }
        let ids: Vec<u32> = ids.into_iter().collect();
        let before = by_id(self.source.read(&ids)?);
        let shown = self.target.read(&ids)?.into_iter().filter(|item| !item.deleted);
        let shown = by_id(shown.collect());
        let after = by_id(self.source.read(&ids)?);
        for id in ids.iter().filter(|id| before.get(id) == after.get(id)) {
            match (before.get(id), shown.get(id)) {
                (Some(source), Some(target)) => {
                    let found = differences(source, target, &self.target.settings);
                    let found = found.iter().filter(|found| !found.is_of_groups());
                    lines.extend(found.map(|found| format!("article {id}: {found}")));
                }
                (Some(_), None) => lines.push(format!("article {id}: only in the source")),
                (None, Some(_)) => lines.push(format!("article {id}: only in the target")),
                (None, None) => {}
            }
        }
        Ok(lines)
    }
}

fn by_id(items: Vec<Item>) -> BTreeMap<u32, Item> {
    items.into_iter().map(|item| (item.id(), item)).collect()
}
