//! What moderators do: hide, lock, pin and boost articles and comments.

use crate::item::flags::Flags;
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
    /// Changes the flags of articles and comments, and returns how many changed. Ids that do not
    /// exist are ignored.
    pub fn moderate(&mut self, moderation: Moderation, ids: &[ItemId]) -> usize {
        let changed = ids.iter().filter(|id| self.moderate_one(moderation, **id)).count();
        self.count_listed();
        changed
    }

    fn moderate_one(&mut self, moderation: Moderation, id: ItemId) -> bool {
        let moderated = self.change_item(id, |item, _| {
            let mut flags = item.flags();
            moderation.apply(&mut flags);
            item.set_flags(flags);
            item.is_changed()
        });
        moderated.unwrap_or(false)
    }

    /// Sets the boost of an article or comment or, with `is_increment`, adds to it. Returns the
    /// boost before and after.
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
        let boosted = self.change_item(id, |item, _| {
            let before = item.boost();
            let base = if is_increment { before.get() } else { 0 };
            let after = Boost::new(base.saturating_add(seconds))?;
            item.set_boost(after);
            Ok((before, after))
        });
        boosted.ok_or(Error::NoArticle)?
    }
}
