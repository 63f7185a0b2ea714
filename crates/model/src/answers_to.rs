//! The answers to the users of the model, and the last one that each has seen.

use article_site::{Error, ItemId, UserName};

use crate::{Model, ModelItem};

/// How far the answers that a user has not seen are counted.
const MAX_UNSEEN: usize = 1_000;

impl Model {
    /// Returns the listed comments by others that answer what a user posted, by ascending id.
    pub fn answers_to(&self, user: &[u8]) -> impl Iterator<Item = &ModelItem> {
        self.items.iter().map(|item| &**item).filter(move |item| {
            let parent = item.comment().and_then(|comment| self.get(comment.parent));
            self.is_shown(item)
                && item.poster != user
                && parent.is_some_and(|parent| parent.poster == user)
        })
    }

    /// Returns how many answers to a user come after the last one seen, counted to 1,000.
    pub(crate) fn unseen(&self, user: &[u8]) -> usize {
        let seen = self.seen.get(user).copied().unwrap_or(0);
        self.answers_to(user).filter(|item| item.id > seen).take(MAX_UNSEEN).count()
    }

    /// Notes the last answer that a user has seen. Returns whether it is a later one.
    pub fn see(&mut self, user: UserName, id: ItemId) -> Result<bool, Error> {
        let (user, id) = (user.as_bytes(), id.get());
        if id > self.last_id {
            return Err(Error::IdNotAssigned);
        }
        let is_later = id > self.seen.get(user).copied().unwrap_or(0);
        if is_later {
            self.seen.insert(user.to_vec(), id);
        }
        Ok(is_later)
    }
}
