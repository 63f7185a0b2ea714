//! Changing articles and comments.

use crate::indexes::links;
use crate::item::Item;
use crate::item::content::Content;
use crate::item::fields::FieldPair;
use crate::item::texts::Texts;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::integer::parse_integer;
use crate::terms::types::{CommentText, FieldName, FieldValue, ItemId, Link, Title};

/// A change of an article or a comment.
#[derive(Clone, Copy, Debug, Default)]
pub struct Edit<'a> {
    /// A new title of an article.
    pub title: Option<Title<'a>>,
    /// A new link of an article.
    pub link: Option<Link<'a>>,
    /// A new text of a comment.
    pub text: Option<CommentText<'a>>,
    /// Custom fields to remove, before others are set.
    pub unset: &'a [FieldName<'a>],
    /// Custom fields to set; if a name is given twice, the last value wins.
    pub fields: &'a [FieldPair<'a>],
}

impl Edit<'_> {
    /// Checks that an item has the texts that are to change.
    fn check(&self, item: &Item) -> Result<(), Error> {
        match &item.content {
            Content::Article(_) if self.text.is_some() => Err(Error::TextOfArticle),
            Content::Comment(_) if self.title.is_some() || self.link.is_some() => {
                Err(Error::TitleOfComment)
            }
            Content::Article(_) | Content::Comment(_) => Ok(()),
        }
    }

    fn change_fields(&self, item: &mut Item) -> Result<bool, Error> {
        if self.unset.is_empty() && self.fields.is_empty() {
            return Ok(false);
        }
        item.change_fields(|fields| fields.edit(self.unset, self.fields))
    }

    fn change_texts(&self, item: &mut Item) -> bool {
        match &mut item.content {
            Content::Article(texts) => {
                let title = self.title.unwrap_or(texts.title());
                let link = self.link.unwrap_or(texts.link());
                let changed = (title, link) != (texts.title(), texts.link());
                if changed {
                    *texts = Texts::new(title, link);
                }
                changed
            }
            Content::Comment(comment) => {
                let text = self.text.filter(|text| *text != comment.text());
                if let Some(text) = text {
                    comment.set_text(text);
                }
                text.is_some()
            }
        }
    }
}

impl Site {
    /// Changes the texts or custom fields of an article or comment, and returns whether anything
    /// changed.
    ///
    /// # Errors
    ///
    /// There is no such item, it has no such text, or it would have too many fields.
    pub fn edit(&mut self, id: ItemId, edit: &Edit) -> Result<bool, Error> {
        let Self { items, links, changes, hasher, .. } = self;
        let mut has_new_link = false;
        let edited = items.update(id, |item| {
            edit.check(item)?;
            // A refused edit has changed nothing, so the link follows.
            edit.change_fields(item).map(|has_changed| {
                has_new_link = edit.link.is_some_and(|link| link != item.content.link());
                if has_new_link {
                    links.remove(id, item, hasher);
                }
                let has_changed = edit.change_texts(item) || has_changed;
                if has_changed {
                    changes.count_in(item);
                }
                has_changed
            })
        });
        let articles = items.articles();
        if has_new_link && let Some(article) = articles.get(id.get()) {
            let hash = links::hash(article.content.link(), hasher);
            links.insert(id, article, hash, articles);
        }
        edited.ok_or(Error::NoArticle)?
    }

    /// Adds to the integer in a custom field, which counts as 0 if it is missing. Returns whether
    /// anything changed, and the sum.
    ///
    /// # Errors
    ///
    /// There is no such item, the field is not an integer, the sum would exceed 64 bits, or the
    /// item would have too many fields.
    pub fn increment(
        &mut self,
        id: ItemId,
        name: FieldName,
        increment: i64,
    ) -> Result<(bool, i64), Error> {
        let view = self.item(id).ok_or(Error::NoArticle)?;
        let field = view.record().fields.iter().find(|field| field.name() == name);
        let value = match field {
            Some(field) => parse_integer(field.value().as_bytes()).ok_or(Error::NotAnInteger)?,
            None => 0,
        };
        let sum = value.checked_add(increment).ok_or(Error::Overflow)?;
        let text = sum.to_string();
        let fields = &[(name, FieldValue::new(text.as_bytes())?)];
        Ok((self.edit(id, &Edit { fields, ..Edit::default() })?, sum))
    }
}
