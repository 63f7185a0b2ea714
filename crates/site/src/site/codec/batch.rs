//! Comments between being read and being placed in their threads.

use super::DecodeError;
use crate::item::Item;
use crate::items::LoadedAnswers;
use crate::site::Site;
use crate::site::comment::lineage_below;
use crate::structures::prefetch::BATCH;
use crate::terms::error::Error;
use crate::terms::types::ItemId;

/// Comments of whose places in threads only the parents are known. Parents are all over the
/// memory, so those of a batch are loaded together.
#[derive(Default)]
pub struct Batch {
    comments: Vec<(ItemId, Item)>,
    placed: LoadedAnswers,
}

impl Batch {
    /// Adds a comment, whose id is greater than all others.
    pub fn push(&mut self, id: ItemId, comment: Item, site: &mut Site) -> Result<(), DecodeError> {
        self.comments.push((id, comment));
        if self.comments.len() < BATCH { Ok(()) } else { self.place(site) }
    }

    /// Stores the comments, so that others can answer them.
    pub fn place(&mut self, site: &mut Site) -> Result<(), DecodeError> {
        let comments = self.comments.iter().filter_map(|(_, item)| item.content.comment());
        site.items.prefetch_nodes(comments.map(|comment| comment.lineage().parent));
        for (id, mut item) in self.comments.drain(..) {
            if let Some(comment) = item.content.comment_mut() {
                let parent = comment.lineage().parent;
                let node = site.items.node(parent).ok_or(Error::NoParent)?;
                comment.set_lineage(lineage_below(parent, node)?);
                self.placed.push(id, &item, node);
            }
            site.insert_unranked(id, item);
        }
        Ok(())
    }

    /// Stores the last comments. Returns what all comments answer.
    pub fn finish(mut self, site: &mut Site) -> Result<LoadedAnswers, DecodeError> {
        self.place(site)?;
        Ok(self.placed)
    }
}
