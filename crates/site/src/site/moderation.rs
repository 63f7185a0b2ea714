//! What moderators do: hide, lock, pin and boost articles and comments.

use crate::item::Item;
use crate::item::flags::{Flags, Pin, Visibility};
use crate::listed_enum;
use crate::site::Site;
use crate::site::changing::Changing;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{Boost, ItemId, UnixTime};

listed_enum! {
    /// A change of an article's flags.
    pub enum Moderation {
        /// Takes it out of every listing, and closes voting.
        Hide = "HIDE",
        /// Reverses that.
        Show = "SHOW",
        /// Reverses that of what was held back: it is posted now.
        Publish = "PUBLISH",
        /// Closes voting.
        Lock = "LOCK",
        /// Reverses that, unless voting has closed otherwise.
        Unlock = "UNLOCK",
        /// Puts it before all others in the orders that heed pins, and in its groups.
        Pin = "PIN",
        /// Puts it before all others in its groups only. For a comment, the same as `PIN`.
        PinLocal = "PINLOCAL",
        /// Reverses both.
        Unpin = "UNPIN",
    }
}

impl Moderation {
    fn apply(self, flags: &mut Flags, kind: Kind) {
        match (self, kind) {
            (Self::Hide, _) => flags.visibility = Visibility::Hidden,
            (Self::Show | Self::Publish, _) => flags.visibility = Visibility::Listed,
            (Self::Lock, _) => flags.locked = true,
            (Self::Unlock, _) => flags.locked = false,
            (Self::PinLocal, Kind::Article) => flags.pin = Pin::InGroups,
            (Self::Pin | Self::PinLocal, _) => flags.pin = Pin::Everywhere,
            (Self::Unpin, _) => flags.pin = Pin::Nowhere,
        }
    }
}

impl Site {
    /// Changes the flags of articles and comments, and returns how many changed. Ids that do not
    /// exist are ignored.
    pub fn moderate(&mut self, moderation: Moderation, ids: &[ItemId], now: UnixTime) -> usize {
        self.change_items(|site| {
            ids.iter().filter(|id| site.moderate_one(moderation, **id, now)).count()
        })
    }
}

impl Changing<'_> {
    fn moderate_one(&mut self, moderation: Moderation, id: ItemId, now: UnixTime) -> bool {
        let hidden = self.items.get(id).filter(|item| !item.is_listed());
        let is_published = moderation == Moderation::Publish && hidden.is_some();
        let begins_anew = hidden.is_some_and(|item| self.begins_anew(item, now));
        if is_published && begins_anew {
            self.change_item(id, |item, _| item.close_votes(false));
            // Who voted may vote again.
            self.sweep_votes_of(id);
        }
        let moderated = self.change_item(id, |item, site| {
            let mut flags = item.flags();
            if is_published {
                item.publish(now, site.settings, begins_anew);
            }
            moderation.apply(&mut flags, item.content.kind());
            item.set_flags(flags);
            item.is_changed()
        });
        moderated.unwrap_or(false)
    }

    /// Returns whether voting on an item begins again if it is published: its window has passed,
    /// and its votes are neither kept nor [held](Site::hold_closed).
    fn begins_anew(&self, item: &Item, now: UnixTime) -> bool {
        let is_held = self.holds_closed && !item.ledger.is_closed();
        !item.is_open(now) && !self.settings.keep_votes() && !is_held
    }
}

impl Site {
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
