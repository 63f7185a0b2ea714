//! Changing and deleting articles.

use crate::article::Article;
use crate::article::fields::FieldPair;
use crate::article::texts::Texts;
use crate::indexes::links;
use crate::site::Site;
use crate::site::closing;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::types::{ArticleId, FieldName, FieldValue, Link, Title};

/// A change of an article.
#[derive(Clone, Copy, Debug)]
pub struct Edit<'a> {
    /// A new title.
    pub title: Option<Title<'a>>,
    /// A new link.
    pub link: Option<Link<'a>>,
    /// Custom fields to remove, before others are set.
    pub unset: &'a [FieldName<'a>],
    /// Custom fields to set; if a name is given twice, the last value wins.
    pub fields: &'a [FieldPair<'a>],
}

impl Edit<'_> {
    fn change_fields(&self, article: &mut Article) -> Result<bool, Error> {
        if self.unset.is_empty() && self.fields.is_empty() {
            return Ok(false);
        }
        article.change_fields(|fields| fields.edit(self.unset, self.fields))
    }

    fn change_texts(&self, article: &mut Article) -> bool {
        let texts = &article.texts;
        let title = self.title.unwrap_or(texts.title());
        let link = self.link.unwrap_or(texts.link());
        let changed = (title, link) != (texts.title(), texts.link());
        if changed {
            article.texts = Texts::new(title, link);
        }
        changed
    }
}

impl Site {
    /// Changes an article's title, link or custom fields, and returns whether anything changed.
    ///
    /// # Errors
    ///
    /// There is no such article, or it would have too many fields.
    pub fn edit(&mut self, id: ArticleId, edit: &Edit) -> Result<bool, Error> {
        let Self { articles, links, changes, hasher, .. } = self;
        let mut has_new_link = false;
        let edited = articles.update(id.get(), |article| {
            // A refused edit has changed nothing, so the link follows.
            edit.change_fields(article).map(|has_changed| {
                has_new_link = edit.link.is_some_and(|link| link != article.texts.link());
                if has_new_link {
                    links.remove(id, article, hasher);
                }
                let has_changed = edit.change_texts(article) || has_changed;
                if has_changed {
                    changes.count_in(article);
                }
                has_changed
            })
        });
        if has_new_link && let Some(article) = articles.get(id.get()) {
            let hash = links::hash(article.texts.link(), hasher);
            links.insert(id, article, hash, articles);
        }
        edited.ok_or(Error::NoArticle)?
    }

    /// Adds to the integer in a custom field, which counts as 0 if it is missing. Returns whether
    /// anything changed, and the sum.
    ///
    /// # Errors
    ///
    /// There is no such article, the field is not an integer, the sum would exceed 64 bits, or the
    /// article would have too many fields.
    pub fn increment(
        &mut self,
        id: ArticleId,
        name: FieldName,
        increment: i64,
    ) -> Result<(bool, i64), Error> {
        let view = self.article(id).ok_or(Error::NoArticle)?;
        let field = view.record().fields.iter().find(|field| field.name() == name);
        let value = match field {
            Some(field) => parse_integer(field.value().as_bytes()).ok_or(Error::NotAnInteger)?,
            None => 0,
        };
        let sum = value.checked_add(increment).ok_or(Error::Overflow)?;
        let text = sum.to_string();
        let fields = &[(name, FieldValue::new(text.as_bytes())?)];
        let edit = Edit { title: None, link: None, unset: &[], fields };
        Ok((self.edit(id, &edit)?, sum))
    }

    /// Deletes an article. Returns false if there is none of that id.
    pub fn delete(&mut self, id: ArticleId) -> bool {
        let Some(mut article) = self.articles.remove(id.get()) else { return false };
        self.listings.remove(id, &article, &self.hasher);
        self.links.remove(id, &article, &self.hasher);
        self.closing.remove(closing::key(id, &article));
        self.votes -= article.recorded_votes();
        self.changes.count();
        self.closed_ledgers.extend(article.drop_votes());
        true
    }
}
