//! Changing and deleting articles.

use crate::error::Error;
use crate::types::{ArticleId, FieldName, FieldValue, Link, Title};
use crate::{ClosedLedger, MAX_FIELDS, Site, distinct};

/// What an edit changes.
#[derive(Clone, Copy, Debug)]
pub struct Edit<'a> {
    /// A new title.
    pub title: Option<Title<'a>>,
    /// A new link.
    pub link: Option<Link<'a>>,
    /// Custom fields to remove; done first.
    pub unset: &'a [FieldName<'a>],
    /// Custom fields to set; of a name given twice the last value holds.
    pub fields: &'a [(FieldName<'a>, FieldValue<'a>)],
}

impl Site {
    /// Changes an article's title, link or custom fields. True if anything is different now.
    ///
    /// # Errors
    ///
    /// No such article, or too many fields.
    pub fn edit(&mut self, id: ArticleId, edit: &Edit) -> Result<bool, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let kept = article
            .fields()
            .iter()
            .filter(|field| edit.unset.iter().all(|name| name.as_bytes() != field.name()))
            .filter(|field| edit.fields.iter().all(|(name, _)| name.as_bytes() != field.name()));
        let room = MAX_FIELDS.saturating_sub(kept.count());
        let names = edit.fields.iter().map(|(name, _)| name);
        distinct(names, room).ok_or(Error::TooManyFields)?;

        let texts = article.texts.with(edit.title, edit.link);
        let mut changed = texts != article.texts;
        article.texts = texts;
        if !edit.unset.is_empty() || !edit.fields.is_empty() {
            let before = article.fields().to_vec();
            edit.unset.iter().for_each(|name| article.unset_field(*name));
            edit.fields.iter().for_each(|(name, value)| article.set_field(*name, *value));
            changed |= before != article.fields();
            article.tidy();
        }
        Ok(changed)
    }

    /// Deletes an article, from every page, group and count. False if there is none of that id.
    pub fn delete(&mut self, id: ArticleId) -> bool {
        let Some(mut article) = self.articles.remove(id.get()) else { return false };
        self.by_score.remove(article.score, id);
        self.by_time.remove(article.time.get(), id);
        self.closing.remove(article.closes(), id);
        for number in article.groups() {
            self.groups.remove(*number, id, article.score, article.time.get());
        }
        self.votes -= article.recorded_votes();
        self.closed_ledgers.extend(article.ledger.close().map(ClosedLedger));
        true
    }
}
