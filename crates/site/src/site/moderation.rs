//! What moderators do: hide, lock, pin and boost articles and comments.

use crate::item::answers::AnswerPlace;
use crate::item::content::Lineage;
use crate::item::flags::Flags;
use crate::items::Node;
use crate::listed_enum;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{Boost, ItemId};

listed_enum! {
    /// A change of an article's flags.
    pub enum Moderation {
        /// Takes it out of every listing, and closes voting.
        Hide = "HIDE",
        /// Reverses that.
        Show = "SHOW",
        /// Closes voting.
        Lock = "LOCK",
        /// Reverses that, unless voting has closed otherwise.
        Unlock = "UNLOCK",
        /// Puts it before all others in the order by score.
        Pin = "PIN",
        /// Reverses that.
        Unpin = "UNPIN",
    }
}

impl Moderation {
    fn apply(self, flags: &mut Flags) {
        match self {
            Self::Hide => flags.hidden = true,
            Self::Show => flags.hidden = false,
            Self::Lock => flags.locked = true,
            Self::Unlock => flags.locked = false,
            Self::Pin => flags.pinned = true,
            Self::Unpin => flags.pinned = false,
        }
    }
}

impl Site {
    /// Changes the flags of articles and comments, and returns how many changed. Ids that do not exist
    /// are ignored.
    pub fn moderate(&mut self, moderation: Moderation, ids: &[ItemId]) -> usize {
        ids.iter().filter(|id| self.moderate_one(moderation, **id)).count()
    }

    fn moderate_one(&mut self, moderation: Moderation, id: ItemId) -> bool {
        let Self { items, listings, links, changes, hasher, .. } = self;
        let Some(item) = items.get(id) else { return false };
        let before = item.flags();
        let mut after = before;
        moderation.apply(&mut after);
        if after == before {
            return false;
        }
        let (from, lineage) = (item.answer_place(id), Node::Item(item).lineage());
        items.update(id, |item| {
            listings.update(id, item, |item| item.change_flags(|flags| *flags = after));
            changes.count_in(item);
            if lineage.is_none() && after.hidden != before.hidden {
                links.update(id, item, hasher);
            }
        });
        if let Some(Lineage { parent, .. }) = lineage {
            items.reattach(parent, from, AnswerPlace { is_pinned: after.pinned, ..from });
            let added = i32::from(before.hidden) - i32::from(after.hidden);
            if added != 0 {
                items.count_above(parent, added, None, changes);
            }
        }
        true
    }

    /// Sets the boost of an article or comment or, with `is_increment`, adds to it. Returns the boost before
    /// and after.
    ///
    /// # Errors
    ///
    /// There is no such article, or the boost would be out of its range.
    pub fn boost(
        &mut self,
        id: ItemId,
        seconds: i64,
        is_increment: bool,
    ) -> Result<(Boost, Boost), Error> {
        let Self { items, listings, changes, .. } = self;
        let boosted = items.update(id, |item| {
            let before = item.boost();
            let base = if is_increment { before.get() } else { 0 };
            let after = Boost::new(base.saturating_add(seconds))?;
            if after != before {
                listings.update(id, item, |item| item.set_boost(after));
                changes.count_in(item);
            }
            Ok((before, after))
        });
        boosted.ok_or(Error::NoArticle)?
    }
}
