//! Changing articles and comments.

use crate::item::Item;
use crate::item::content::Content;
use crate::item::fields::FieldPair;
use crate::item::item_mut::ItemMut;
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

    fn apply(&self, item: &mut ItemMut) -> Result<(), Error> {
        self.check(item)?;
        // First what can be refused: a refused edit has changed nothing.
        item.edit_fields(self.unset, self.fields)?;
        item.set_title_and_link(self.title, self.link);
        if let Some(text) = self.text {
            item.set_text(text);
        }
        Ok(())
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
        let edited = self.change_item(id, |item, _| {
            edit.apply(item)?;
            Ok(item.is_changed())
        });
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
