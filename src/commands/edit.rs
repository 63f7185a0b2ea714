//! `ARTICLE.EDIT key id [TITLE title] [LINK link] [FIELDS numfields field value ...]
//! [UNSET numfields field ...]`

use super::{announce_and_replicate, open_to_change, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use article_site::{ArticleId, Edit as SiteEdit, Link, Title};

/// Changes an article's title, link or custom fields. What is unset goes before what is set comes.
pub struct Edit;

impl Command for Edit {
    const SPEC: Spec = Spec {
        name: c"article.edit",
        summary: c"Changes the title, the link or custom fields of an article.",
        complexity: c"O(1)",
        since: c"0.1.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            Arg::KEY,
            options::ID,
            Arg::new(c"title", ArgType::String).after(c"TITLE").optional(),
            Arg::new(c"link", ArgType::String).after(c"LINK").optional(),
            options::FIELDS,
            Arg::new(
                c"unset",
                ArgType::Block(&[
                    Arg::new(c"numfields", ArgType::Integer),
                    Arg::new(c"field", ArgType::String).multiple(),
                ]),
            )
            .after(c"UNSET")
            .optional(),
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let id = ArticleId::from_integer(cursor.integer()?);
        let (mut title, mut link, mut fields, mut unset) = (None, None, None, None);
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"TITLE" => once(&mut title, Title::new(cursor.text()?)?)?,
                b"LINK" => once(&mut link, Link::new(cursor.text()?)?)?,
                b"FIELDS" => once(&mut fields, cursor.list(options::field)?)?,
                b"UNSET" => once(&mut unset, cursor.list(options::field_name)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let (fields, unset) = (fields.unwrap_or_default(), unset.unwrap_or_default());
        let edit = SiteEdit { title, link, unset: &unset, fields: &fields };

        let mut key = open_to_change(context, args)?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        let changed = stored.change(|site| site.edit(id, &edit))?;
        drop(key);
        if changed {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}
