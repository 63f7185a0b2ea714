//! Which line gets which id.

use anyhow::{Context, Result, bail};
use article_site::Kind;

use super::order::{NOTHING, Ranks, rank, set};
use super::{MapFile, OldId};
use crate::item::Reader;
use crate::jsonl::input::Position;
use crate::jsonl::post::Post;
use crate::readable::readable;
use crate::report::{Problem, Report};

/// The lines, and once all of them were added, their ids.
///
/// It needs about a hundred bytes per line.
#[derive(Default)]
pub struct Numbering {
    lines: Vec<NumberedLine>,
    /// For each line the index of what it answers, and its new id.
    parents: Vec<u32>,
    ids: Vec<u32>,
    /// The indexes of the lines by ascending old ids.
    by_id: Vec<u32>,
    /// The indexes of the lines by ascending new ids.
    order: Vec<u32>,
}

#[derive(Clone, Copy)]
struct NumberedLine {
    post: Post,
    position: Position,
    is_refused: bool,
}

impl NumberedLine {
    /// Returns the line's id. Every line that was added has one.
    fn id(&self) -> Option<OldId> {
        let kind = if self.post.is_answer() { Kind::Comment } else { Kind::Article };
        OldId::new(kind, self.post.id)
    }

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
}

/// A line with its place in the site.
pub struct Numbered {
    pub position: Position,
    pub id: u32,
    pub parent: Option<u32>,
    pub post: Post,
    /// Whether it has a problem because of which it cannot be imported.
    pub is_refused: bool,
}

impl Numbering {
    /// Adds a line. Returns false if one of its ids cannot be one.
    pub fn add(&mut self, position: Position, post: &Post, is_refused: bool) -> bool {
        let line = NumberedLine { post: *post, position, is_refused };
        let is_valid = line.id().is_some()
            && line.comment().is_some() == post.parent.is_some()
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
        self.by_id = self.sorted_by_id(report);
        self.parents = vec![NOTHING; self.lines.len()];
        for index in 0..self.lines.len() {
            let parent = self.lines.get(index).and_then(NumberedLine::parent);
            let Some(parent) = parent else { continue };
            match self.find(parent) {
                Some(found) => set(&mut self.parents, index as u32, found),
                None => {
                    let text = format!("no line has the {parent} that it answers");
                    self.refuse(index, Problem::UnknownParent, &text, report);
                }
            }
        }
        let lines = &self.lines;
        let time_of = |index: u32| lines.get(index as usize).map_or(0, |line| line.post.time);
        let Ranks { ranks, articles, circles } = rank(&self.parents, time_of);
        for index in circles {
            set(&mut self.parents, index, NOTHING);
            self.refuse(index as usize, Problem::Circle, "it answers itself", report);
        }
        self.check_articles(&articles, report);
        self.order = (0..self.lines.len() as u32).collect();
        self.order.sort_unstable_by_key(|index| ranks.get(*index as usize).copied());
        drop((ranks, articles));

        self.ids = vec![0; self.lines.len()];
        let known = map.read()?.unwrap_or_default();
        for (old, new) in &known {
            let Some(index) = self.find(*old) else {
                bail!(map.does_not_fit(&format!("it has {old}, and no line has it")));
            };
            set(&mut self.ids, index, *new);
        }
        // Without a map, the site is empty, or an import made it whose map was lost.
        let mut last = known.iter().map(|(_, new)| *new).max().map_or(0, |last| last.max(loaded));
        let mut has_new = false;
        for index in &self.order {
            if let Some(id) = self.ids.get_mut(*index as usize).filter(|id| **id == 0) {
                last = last.checked_add(1).context("--map-ids: there are more lines than ids")?;
                *id = last;
                has_new = true;
            }
        }
        if !known.is_empty() {
            self.check_known(map)?;
        }
        Ok(has_new)
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns the line of an index in the order of the new ids.
    pub fn get(&self, index: usize) -> Option<Numbered> {
        let index = *self.order.get(index)? as usize;
        let NumberedLine { post, position, is_refused } = *self.lines.get(index)?;
        let parent = self.parents.get(index).and_then(|parent| self.ids.get(*parent as usize));
        Some(Numbered {
            position,
            id: *self.ids.get(index)?,
            parent: parent.copied(),
            post,
            is_refused,
        })
    }

    /// Returns the old and the new ids, by ascending new ones.
    pub fn map(&self) -> impl Iterator<Item = (OldId, u32)> {
        self.order.iter().filter_map(|index| {
            let index = *index as usize;
            Some((self.lines.get(index)?.id()?, *self.ids.get(index)?))
        })
    }

    /// Gives a reader the new ids. Reports what no line has, and leaves it out.
    pub fn renumber_reader(&self, reader: &mut Reader, report: &mut Report) {
        let user = readable(&reader.user);
        reader.renumber(|kind, id| {
            let old = OldId::new(kind, id);
            let index = old.and_then(|old| self.find(old));
            if index.is_none() {
                let old = old.map_or_else(|| id.to_string(), |old| old.to_string());
                report.add(Problem::UnknownMark, || format!("{old}, on a list of {user}"));
            }
            self.ids.get(index? as usize).copied()
        });
        reader.seen = self.seen(reader.seen).into();
    }

    /// Returns the new id of a comment or, if no line has it, of the last one before it; 0 if
    /// there is none.
    fn seen(&self, id: u64) -> u32 {
        let last = OldId::new(Kind::Comment, id).unwrap_or(OldId::LAST);
        let end = self.by_id.partition_point(|index| self.old_id(*index) <= Some(last));
        let index = end.checked_sub(1).and_then(|last| self.by_id.get(last)).copied();
        let is_comment =
            |index: &u32| self.old_id(*index).is_some_and(|id| id.kind() == Kind::Comment);
        let index = index.filter(is_comment);
        index.and_then(|index| self.ids.get(index as usize)).copied().unwrap_or_default()
    }

    /// Returns the index of the line of an old id.
    fn find(&self, id: OldId) -> Option<u32> {
        let first = self.by_id.partition_point(|index| self.old_id(*index) < Some(id));
        self.by_id.get(first).copied().filter(|index| self.old_id(*index) == Some(id))
    }

    fn old_id(&self, index: u32) -> Option<OldId> {
        self.lines.get(index as usize).and_then(NumberedLine::id)
    }

    pub fn valid(&self) -> usize {
        self.lines.iter().filter(|line| !line.is_refused).count()
    }

    /// Refuses the line of an index in the order of the new ids.
    pub fn refuse_ordered(&mut self, index: usize, problem: Problem, report: &mut Report) {
        let index = self.order.get(index).map_or(usize::MAX, |index| *index as usize);
        let text = id_text(self.lines.get(index));
        self.refuse(index, problem, &text, report);
    }

    fn refuse(&mut self, index: usize, problem: Problem, text: &str, report: &mut Report) {
        if let Some(line) = self.lines.get_mut(index) {
            line.is_refused = true;
            report.refuse(problem, format!("line {}: {text}", line.position.number));
        }
    }

    /// Returns the indexes of the lines by their old ids, of which there must be one each.
    fn sorted_by_id(&mut self, report: &mut Report) -> Vec<u32> {
        let mut by_id: Vec<u32> = (0..self.lines.len() as u32).collect();
        by_id.sort_by_key(|index| self.old_id(*index));
        let repeated: Vec<u32> = by_id
            .windows(2)
            .filter_map(|pair| match *pair {
                [first, second] if self.old_id(first) == self.old_id(second) => Some(second),
                _ => None,
            })
            .collect();
        for index in repeated {
            let text = id_text(self.lines.get(index as usize));
            self.refuse(index as usize, Problem::RepeatedId, &text, report);
        }
        by_id
    }

    /// Checks that answers to comments are below the articles that they name.
    fn check_articles(&mut self, articles: &[u32], report: &mut Report) {
        for index in 0..self.lines.len() {
            let Some(line) = self.lines.get(index).filter(|line| !line.is_refused) else {
                continue;
            };
            let article = articles.get(index).and_then(|article| self.old_id(*article));
            if let (Some(article), Some(parent), Some(named)) =
                (article, line.parent(), line.article())
                && article.kind() == Kind::Article
                && article != named
            {
                let text = format!("the {parent} that it answers is on {article}, not {named}");
                self.refuse(index, Problem::OtherArticle, &text, report);
            }
        }
    }

    /// Checks that no two lines have one id in the map, and that answers have the higher ids.
    fn check_known(&mut self, map: &MapFile) -> Result<()> {
        let ids = &self.ids;
        let id = |index: u32| ids.get(index as usize).copied();
        self.order.sort_by_key(|index| id(*index));
        for pair in self.order.windows(2) {
            if let [first, second] = *pair
                && id(first) == id(second)
            {
                let id = id(first).unwrap_or_default();
                bail!(map.does_not_fit(&format!("it has the new id {id} twice")));
            }
        }
        for (index, parent) in self.parents.iter().enumerate() {
            let own = self.ids.get(index).copied();
            if *parent != NOTHING && id(*parent) >= own {
                let text = id_text(self.lines.get(index));
                bail!(map.does_not_fit(&format!("{text} comes before what it answers")));
            }
        }
        Ok(())
    }
}

fn id_text(line: Option<&NumberedLine>) -> String {
    line.and_then(NumberedLine::id).map_or_else(String::new, |id| id.to_string())
}
