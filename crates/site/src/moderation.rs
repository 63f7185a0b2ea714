//! What moderators do: hide, lock, pin and boost articles.

use crate::error::Error;
use crate::flags::Flags;
use crate::types::{ArticleId, Boost};
use crate::{Site, named};

/// A change of an article's flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moderation {
    /// Takes it out of every listing, and closes voting.
    Hide,
    /// Reverses that.
    Show,
    /// Closes voting.
    Lock,
    /// Reverses that, unless voting has closed otherwise.
    Unlock,
    /// Puts it before all others in the order by score.
    Pin,
    /// Reverses that.
    Unpin,
}

impl Moderation {
    /// Every change, in the order of its variants.
    pub const ALL: [Self; 6] =
        [Self::Hide, Self::Show, Self::Lock, Self::Unlock, Self::Pin, Self::Unpin];
    /// The names of all changes in commands.
    pub const NAMES: [&'static str; Self::ALL.len()] =
        ["HIDE", "SHOW", "LOCK", "UNLOCK", "PIN", "UNPIN"];

    /// Returns the change of a name in capital letters.
    pub fn named(name: &[u8]) -> Option<Self> {
        named(Self::ALL, Self::NAMES, name)
    }

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
    /// Changes the flags of articles, and returns how many changed. Ids that do not exist are
    /// ignored.
    pub fn moderate(&mut self, moderation: Moderation, ids: &[ArticleId]) -> usize {
        ids.iter().filter(|id| self.moderate_one(moderation, **id)).count()
    }

    fn moderate_one(&mut self, moderation: Moderation, id: ArticleId) -> bool {
        let Self { articles, listings, links, changes, hidden, hasher, .. } = self;
        let changed = articles.update(id.get(), |article| {
            let before = article.flags();
            let mut after = before;
            moderation.apply(&mut after);
            if after == before {
                return false;
            }
            listings.update(id, article, |article| article.change_flags(|flags| *flags = after));
            changes.count_in(article);
            if after.hidden != before.hidden {
                links.update(id, article, hasher);
                *hidden = *hidden + usize::from(after.hidden) - usize::from(before.hidden);
            }
            true
        });
        changed.unwrap_or(false)
    }

    /// Sets the boost of an article or, with `is_increment`, adds to it. Returns the boost before
    /// and after.
    ///
    /// # Errors
    ///
    /// There is no such article, or the boost would be out of its range.
    pub fn boost(
        &mut self,
        id: ArticleId,
        seconds: i64,
        is_increment: bool,
    ) -> Result<(Boost, Boost), Error> {
        let Self { articles, listings, changes, .. } = self;
        let boosted = articles.update(id.get(), |article| {
            let before = article.boost();
            let base = if is_increment { before.get() } else { 0 };
            let after = Boost::new(base.saturating_add(seconds))?;
            if after != before {
                listings.update(id, article, |article| article.set_boost(after));
                changes.count_in(article);
            }
            Ok((before, after))
        });
        boosted.ok_or(Error::NoArticle)?
    }
}
