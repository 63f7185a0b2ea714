//! Which line gets which id.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, btree_map};

use anyhow::{Context, Result, bail};
use article_site::Kind;

use super::{MapFile, OldId};
use crate::item::Reader;
use crate::jsonl::entries::{Entry, Post};
use crate::readable::readable;
use crate::report::{Problem, Report};

/// The lines, and once all of them were added, their ids.
///
/// It needs less than 200 bytes per line.
#[derive(Default)]
pub struct Numbering {
    lines: Vec<NumberedLine>,
    /// The index of the line of each old id.
    by_id: BTreeMap<OldId, usize>,
    /// The indexes of the lines by ascending new ids.
    order: Vec<usize>,
}

#[derive(Clone, Copy)]
struct NumberedLine {
    old: OldId,
    post: Post,
    entry: Entry,
    /// The index of what it answers.
    above: Option<usize>,
    /// The old id of the article that it is or that it is below.
    root: OldId,
}

impl NumberedLine {
    /// Returns what an answer is to: a comment, or else an article.
    fn parent(&self) -> Option<OldId> {
        self.comment().or(self.article())
    }

    fn comment(&self) -> Option<OldId> {
        OldId::new(Kind::Comment, self.post.parent?)
    }

    /// Returns the article of an answer, if the line names it.
    fn article(&self) -> Option<OldId> {
        OldId::new(Kind::Article, self.post.article?)
    }

    fn refuse(&mut self, problem: Problem, text: &str, report: &mut Report) {
        self.entry.is_refused = true;
        report.refuse(problem, format!("line {}: {text}", self.entry.position.number));
    }

    /// Notes below which article it is. An answer to a comment must be below the article that it
    /// names.
    fn set_root(&mut self, root: OldId, report: &mut Report) {
        self.root = root;
        if let (Kind::Article, Some(parent), Some(named)) =
            (root.kind(), self.parent(), self.article())
            && root != named
            && !self.entry.is_refused
        {
            let text = format!("the {parent} that it answers is on {root}, not {named}");
            self.refuse(Problem::OtherArticle, &text, report);
        }
    }
}

impl Numbering {
    /// Adds a line. Returns false if one of its ids cannot be one.
    pub fn add(&mut self, post: &Post, entry: Entry) -> bool {
        let kind = if post.is_answer() { Kind::Comment } else { Kind::Article };
        let Some(old) = OldId::new(kind, post.id) else { return false };
        let line = NumberedLine { old, post: *post, entry, above: None, root: old };
        let is_valid = line.comment().is_some() == post.parent.is_some()
            && line.article().is_some() == post.article.is_some();
        if is_valid {
            self.lines.push(line);
        }
        is_valid
    }

    /// Gives each line its id, and reports lines that can have none. Lines that are in the map
    /// keep their ids; others get ids above all ids of the map and of the site. Returns whether
    /// there are others.
    pub fn assign(&mut self, map: &MapFile, loaded: u32, report: &mut Report) -> Result<bool> {
        for (index, line) in self.lines.iter_mut().enumerate() {
            match self.by_id.entry(line.old) {
                btree_map::Entry::Vacant(entry) => _ = entry.insert(index),
                btree_map::Entry::Occupied(_) => {
                    line.refuse(Problem::RepeatedId, &line.old.to_string(), report);
                }
            }
        }
        for line in &mut self.lines {
            let Some(parent) = line.parent() else { continue };
            line.above = self.by_id.get(&parent).copied();
            if line.above.is_none() {
                let text = format!("no line has the {parent} that it answers");
                line.refuse(Problem::UnknownParent, &text, report);
            }
        }
        self.sort(report);
        let known = map.read()?;
        for (old, new) in &known {
            let index = self.by_id.get(old);
            let Some(line) = index.and_then(|index| self.lines.get_mut(*index)) else {
                bail!(map.does_not_fit(&format!("it has {old}, and no line has it")));
            };
            line.entry.id = *new;
        }
        // Without a map, the site is empty, or an import made it whose map was lost.
        let mut last = known.values().max().map_or(0, |last| loaded.max(*last));
        let mut has_new = false;
        for index in &self.order {
            if let Some(line) = self.lines.get_mut(*index).filter(|line| line.entry.id == 0) {
                last = last.checked_add(1).context("--map-ids: there are more lines than ids")?;
                line.entry.id = last;
                has_new = true;
            }
        }
        if !known.is_empty() {
            self.check_known(map)?;
        }
        Ok(has_new)
    }

    /// Sorts the lines by time, with equal times as they are in the file, but each answer
    /// after what it answers.
    fn sort(&mut self, report: &mut Report) {
        let mut answers = BTreeMap::<usize, Vec<usize>>::new();
        let mut next = BinaryHeap::new();
        for (index, line) in self.lines.iter().enumerate() {
            match line.above {
                Some(above) => answers.entry(above).or_default().push(index),
                None => next.push(Reverse((line.post.time, index))),
            }
        }
        loop {
            while let Some(Reverse((_, index))) = next.pop() {
                self.order.push(index);
                let above = self.line(index).and_then(|line| self.line(line.above?));
                let root = above.map(|above| above.root);
                if let Some(line) = self.lines.get_mut(index) {
                    line.set_root(root.unwrap_or(line.old), report);
                }
                for answer in answers.remove(&index).unwrap_or_default() {
                    next.extend(self.line(answer).map(|line| Reverse((line.post.time, answer))));
                }
            }
            // What is left answers itself, or something that does.
            let Some((first, _)) = answers.first_key_value() else { break };
            let (mut index, mut seen) = (*first, BTreeSet::new());
            while seen.insert(index) {
                index = self.line(index).and_then(|line| line.above).unwrap_or(index);
            }
            let Some(line) = self.lines.get_mut(index) else { break };
            line.refuse(Problem::Circle, "it answers itself", report);
            let others = line.above.take().and_then(|above| answers.get_mut(&above));
            others.into_iter().for_each(|others| others.retain(|answer| *answer != index));
            next.push(Reverse((line.post.time, index)));
        }
    }

    fn line(&self, index: usize) -> Option<&NumberedLine> {
        self.lines.get(index)
    }

    /// Returns the lines with their old ids, by ascending new ones.
    pub fn entries(&self) -> impl Iterator<Item = (OldId, Entry)> {
        let lines = self.order.iter().filter_map(|index| self.line(*index));
        lines.map(|line| {
            let above = line.above.and_then(|above| self.line(above));
            (line.old, Entry { parent: above.map(|above| above.entry.id), ..line.entry })
        })
    }

    /// Returns the old and the new ids, by ascending new ones.
    pub fn map(&self) -> impl Iterator<Item = (OldId, u32)> {
        self.entries().map(|(old, entry)| (old, entry.id))
    }

    /// Gives a reader the new ids. Reports what no line has, and leaves it out.
    pub fn renumber_reader(&self, reader: &mut Reader, report: &mut Report) {
        let user = readable(&reader.user);
        let line = |old| self.line(*self.by_id.get(&old)?);
        reader.renumber(|kind, id| {
            let old = OldId::new(kind, id);
            let found = old.and_then(line);
            if found.is_none() {
                let old = old.map_or_else(|| id.to_string(), |old| old.to_string());
                report.add(Problem::UnknownMark, || format!("{old}, on a list of {user}"));
            }
            found.map(|line| line.entry.id)
        });
        let seen = |id: u32| OldId::new(Kind::Comment, id.into()).and_then(line);
        reader.renumber_seen(|id| seen(id).map(|line| line.entry.id));
    }

    /// Checks that no two lines have one id in the map, and that answers have the higher ids.
    fn check_known(&mut self, map: &MapFile) -> Result<()> {
        let lines = &self.lines;
        let id = |index: usize| lines.get(index).map(|line| line.entry.id);
        self.order.sort_by_key(|index| id(*index));
        for pair in self.order.windows(2) {
            if let [first, second] = *pair
                && id(first) == id(second)
            {
                let id = id(first).unwrap_or_default();
                bail!(map.does_not_fit(&format!("it has the new id {id} twice")));
            }
        }
        for line in lines {
            if line.above.and_then(id).is_some_and(|above| above >= line.entry.id) {
                let text = format!("{} comes before what it answers", line.old);
                bail!(map.does_not_fit(&text));
            }
        }
        Ok(())
    }
}
