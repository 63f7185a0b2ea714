//! The invariants of threads.

use std::collections::HashMap;

use super::crowd::Crowd;
use super::thread::facts_in;
use super::{AnswersOf, Items, Node};
use crate::item::answers::{AnswerKey, Answers};
use crate::item::content::Lineage;
use crate::terms::types::ItemId;

impl Items {
    /// Checks that every comment is among the answers of its parent, that these are in order, and
    /// that the numbers of comments below each comment are right.
    pub fn check(&self) -> Result<(), &'static str> {
        let mut below: HashMap<ItemId, u32> = HashMap::new();
        let mut answers = 0;
        let nodes: Vec<(ItemId, Node)> = self.nodes().collect();
        for (id, node) in nodes.iter().rev() {
            answers += self.answers_to(*id, *node).map_or(0, |answers| answers.len());
            self.check_answers(*id, *node)?;
            let counted = below.remove(id).unwrap_or(0);
            if counted != node.comments() {
                return Err("the number of comments below an item is wrong");
            }
            let Some(lineage) = node.lineage() else { continue };
            self.check_lineage(*id, lineage)?;
            *below.entry(lineage.parent).or_default() +=
                counted + u32::from(node.is_listed_comment());
        }
        let crowded =
            |(_, node): &&(ItemId, Node)| node.answers().is_some_and(Answers::is_crowded);
        if nodes.iter().filter(crowded).count() != self.crowds.len() {
            return Err("there are answers to an item that does not exist");
        }
        let comments = nodes.iter().filter(|(_, node)| node.lineage().is_some()).count();
        let articles = nodes.iter().filter(|(_, node)| node.lineage().is_none()).count();
        if articles != self.articles().len() + self.deleted_articles {
            return Err("the number of deleted articles is wrong");
        }
        self.check_discussions()?;
        if comments != answers {
            return Err("a comment is not among the answers of its parent");
        }
        Ok(())
    }

    /// Checks that answers are in the order of times and ids, pinned ones apart, and that the
    /// summaries of many agree with them.
    fn check_answers(&self, parent: ItemId, node: Node) -> Result<(), &'static str> {
        match self.answers_to(parent, node) {
            None if node.answers().is_some_and(Answers::is_crowded) => {
                Err("the answers to an item are lost")
            }
            None => Ok(()),
            Some(AnswersOf::Few(answers)) => [false, true].into_iter().try_for_each(|is_pinned| {
                let keys = self.check_part(parent, is_pinned, answers.part(is_pinned))?;
                let times = keys.iter().map(|key| (key.time, key.id));
                match times.is_sorted_by(|one, next| one < next) {
                    true => Ok(()),
                    false => Err("answers are not in order"),
                }
            }),
            Some(AnswersOf::Many(crowd)) => self.check_crowd(parent, node, crowd),
        }
    }

    fn check_crowd(&self, parent: ItemId, node: Node, crowd: &Crowd) -> Result<(), &'static str> {
        let mut listed = Vec::new();
        for is_pinned in [false, true] {
            let mut ids = Vec::new();
            crowd.part(is_pinned).for_each(&mut |id| ids.push(id));
            self.check_part(parent, is_pinned, &ids)?;
            crowd.part(is_pinned).check(&facts_in(&self.comments, &self.tombstones))?;
            listed.extend(ids.into_iter().filter(|id| self.is_listed_comment(*id)));
        }
        listed.sort_unstable();
        listed.retain(|_| matches!(node, Node::Item(_)));
        crowd.listed.check(&self.comments)?;
        match crowd.listed.ids() == listed {
            true => Ok(()),
            false => Err("the listed answers to an item are wrong"),
        }
    }

    /// Checks that answers are where they must be. Returns what orders each by time.
    fn check_part(
        &self,
        parent: ItemId,
        is_pinned: bool,
        ids: &[u32],
    ) -> Result<Vec<AnswerKey>, &'static str> {
        let key = |id: &u32| {
            let id = ItemId::new(*id);
            let answer = self.node(id).ok_or("an answer does not exist")?;
            if answer.lineage().is_none_or(|lineage| lineage.parent != parent) {
                return Err("an answer is among those of another comment");
            }
            let key = answer.answer_key(id);
            match key.is_pinned == is_pinned {
                true => Ok(key),
                false => Err("answers are not in order"),
            }
        };
        ids.iter().map(key).collect()
    }

    fn check_lineage(&self, id: ItemId, lineage: Lineage) -> Result<(), &'static str> {
        let Lineage { parent, article, depth } = lineage;
        let above = self.node(parent).ok_or("a comment answers what does not exist")?;
        let (root, level) = match above.lineage() {
            Some(lineage) => (lineage.article, lineage.depth),
            None => (parent, 0),
        };
        if parent >= id || article != root || u16::from(depth) != u16::from(level) + 1 {
            return Err("a comment is not where it must be in its thread");
        }
        Ok(())
    }
}
