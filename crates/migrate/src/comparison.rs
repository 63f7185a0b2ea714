//! Comparing the articles of a classic site and of a site while both are in use.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use article_site::Kind;

use crate::classic::ClassicSource;
use crate::difference::differences;
use crate::item::Item;
use crate::report::Report;
use crate::server::{Ends, Server};
use crate::site::SiteReader;

/// How often what differs is read, and how long after the last time.
pub const ATTEMPTS: usize = 5;
pub const PAUSE: Duration = Duration::from_millis(200);

/// Opens both sites. The classic one is only connected to.
pub fn open(ends: &Ends) -> Result<(Server, SiteReader)> {
    Ok((ends.from.open()?, SiteReader::open_existing(ends.to.open()?, &ends.key)?))
}

/// A comparison of two sites, article by article.
pub struct Comparison {
    pub source: ClassicSource,
    pub target: SiteReader,
    /// Whether to compare groups, too.
    pub has_groups: bool,
    /// The number of articles found in the target that it had when it was opened.
    pub matched: u64,
    /// Articles with other votes in the source, on which voting is closed in the target because
    /// their voters had expired when they were imported.
    pub closed_early: BTreeSet<u32>,
}

impl Comparison {
    pub fn new(source: ClassicSource, target: SiteReader, has_groups: bool) -> Self {
        Self { source, target, has_groups, matched: 0, closed_early: BTreeSet::new() }
    }

    /// Returns a line for each difference of the articles of some ids, as the source has them,
    /// that is still there when they have been read so often.
    pub fn lines(
        &mut self,
        mut ids: Vec<u32>,
        mut articles: Vec<Item>,
        attempts: usize,
    ) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for attempt in 1..=attempts {
            if ids.is_empty() {
                break;
            }
            if attempt > 1 {
                thread::sleep(PAUSE);
                articles = self.source.read(&ids, &mut Report::new(0))?;
            }
            let mut found = self.target.read(&ids)?;
            found.retain(|found| found.kind() == Kind::Article && !found.deleted);
            if attempt == 1 {
                let old = found.iter().filter(|article| article.id() <= self.target.last_id);
                self.matched += old.count() as u64;
            }
            lines = self.compare(&ids, &articles, &found);
            ids = lines.iter().map(|(id, _)| *id).collect();
            ids.dedup();
            if attempts > 1 && !ids.is_empty() {
                // What the source has got meanwhile, the target could have before.
                articles = self.source.read(&ids, &mut Report::new(0))?;
                let still = HashSet::<_>::from_iter(self.compare(&ids, &articles, &found));
                lines.retain(|line| still.contains(line));
            }
        }
        Ok(lines.into_iter().map(|(_, line)| line).collect())
    }

    /// Returns the id and a line for each difference.
    fn compare(&mut self, ids: &[u32], articles: &[Item], found: &[Item]) -> Vec<(u32, String)> {
        let [articles, found] = [articles, found]
            .map(|items| BTreeMap::from_iter(items.iter().map(|item| (item.id(), item))));
        let mut lines = Vec::new();
        for id in ids {
            let mut add = |line: String| lines.push((*id, format!("article {id}: {line}")));
            match (articles.get(id), found.get(id)) {
                (Some(source), Some(target)) => self.differences(source, target).for_each(add),
                (Some(_), None) => add("only in the source".to_owned()),
                (None, Some(_)) => add("only in the target".to_owned()),
                (None, None) => {}
            }
        }
        lines
    }

    fn differences(&mut self, source: &Item, target: &Item) -> impl Iterator<Item = String> {
        let mut found = differences(source, target, &self.target.settings);
        let all = found.len();
        if !target.is_recorded() && self.source.converter.now < target.closes() {
            found.retain(|difference| !difference.is_of_votes());
            if found.len() < all {
                self.closed_early.insert(source.id());
            }
        }
        found.retain(|difference| self.has_groups || !difference.is_of_groups());
        let lines: Vec<_> = found.iter().map(ToString::to_string).collect();
        lines.into_iter()
    }
}
