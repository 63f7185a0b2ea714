//! The invariants of threads.

use std::collections::HashMap;

use super::{Items, Node};
use crate::item::content::Lineage;
use crate::terms::types::ItemId;

impl Items {
    /// Checks that every comment is among the answers of its parent, that these are in order, and
    /// that the numbers of comments below each comment are right. The error is the first invariant
    /// that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let mut below: HashMap<ItemId, u32> = HashMap::new();
        let mut answers = 0;
        let nodes: Vec<(ItemId, Node)> = self.nodes().collect();
        for (id, node) in nodes.iter().rev() {
            answers += node.answers().map_or(0, |answers| answers.len());
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
        let comments = nodes.iter().filter(|(_, node)| node.lineage().is_some()).count();
        if comments != answers {
            return Err("a comment is not among the answers of its parent");
        }
        Ok(())
    }

    /// Checks that answers are in the order of times and ids, pinned ones apart.
    fn check_answers(&self, parent: ItemId, node: Node) -> Result<(), &'static str> {
        let Some(answers) = node.answers() else { return Ok(()) };
        for is_pinned in [false, true] {
            let mut before = None;
            for id in answers.part(is_pinned).iter().copied().map(ItemId::new) {
                let answer = self.node(id).ok_or("an answer does not exist")?;
                if answer.lineage().is_none_or(|lineage| lineage.parent != parent) {
                    return Err("an answer is among those of another comment");
                }
                let key = answer.answer_key(id);
                if key.is_pinned != is_pinned || before >= Some((key.time, id)) {
                    return Err("answers are not in order");
                }
                before = Some((key.time, id));
            }
        }
        Ok(())
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
