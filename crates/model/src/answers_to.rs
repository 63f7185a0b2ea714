//! The answers to the users of the model, and the last one that each has seen.

use article_site::{Error, ItemId, UserName};

use crate::{Model, ModelItem};

/// How far the answers that a user has not seen are counted.
const MAX_UNSEEN: usize = 1_000;

impl Model {
    /// Returns the listed comments that answer what a user posted, by others whom the user has not
    /// muted, by ascending id.
    pub fn answers_to(&self, user: &[u8]) -> impl Iterator<Item = &ModelItem> {
        self.items.iter().map(|item| &**item).filter(move |item| {
            let parent = item.comment().and_then(|comment| self.get(comment.parent));
            self.is_shown(item)
                && item.poster != user
                && !self.is_muted(user, item)
                && parent.is_some_and(|parent| parent.poster == user)
        })
    }

    /// Returns how many answers to a user come after the last one seen, counted to 1,000.
    pub(crate) fn unseen(&self, user: &[u8]) -> usize {
        self.answers_to(user).filter(|item| self.is_unseen(user, item.id)).take(MAX_UNSEEN).count()
    }

    /// Returns whether a user has not seen an answer.
    pub(crate) fn is_unseen(&self, user: &[u8], id: u32) -> bool {
        id > self.seen.get(user).copied().unwrap_or(0)
            || self.published.get(user).is_some_and(|published| published.contains(&id))
    }

    /// Notes the last answer that a user has seen. Returns whether anything
    /// changed.
    pub fn see(&mut self, user: UserName, id: ItemId) -> Result<bool, Error> {
        let (user, id) = (user.as_bytes(), id.get());
        if id > self.last_id {
            return Err(Error::IdNotAssigned);
        }
        let is_later = id > self.seen.get(user).copied().unwrap_or(0);
        if is_later {
            self.seen.insert(user.to_vec(), id);
        }
        Ok(self.published.remove(user).is_some() || is_later)
    }
}
