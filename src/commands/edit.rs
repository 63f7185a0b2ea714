//! `ARTICLE.EDIT`.

use article_site::{CommentText, Edit as SiteEdit, FieldName, ItemId, Link, Site, Title};

use crate::commands::run::site_key::{kind_of, refuse_reserved};
use crate::commands::run::write::*;
use crate::commands::words::options::FieldArg;

/// Changes an article's title, link or custom fields, or a comment's text or custom fields. Fields
/// are unset before others are set.
pub struct Edit;

pub struct Request<'a> {
    id: ItemId,
    title: Option<Title<'a>>,
    link: Option<Link<'a>>,
    text: Option<CommentText<'a>>,
    fields: Vec<FieldArg<'a>>,
    unset: Vec<FieldName<'a>>,
}

const UNSET: Arg = Arg::option(
    "UNSET",
    ArgType::Block(&[Arg::new("numfields", ArgType::Integer), options::FIELD_NAME.multiple()]),
);

impl Write for Edit {
    const SPEC: Spec = Spec {
        name: c"article.edit",
        summary:
            c"Changes the title, link, or custom fields of an article, or the text or custom \
                    fields of a comment.",
        complexity: c"O(1)",
        arity: -5,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::option("TITLE", ArgType::String),
            Arg::option("LINK", ArgType::String),
            Arg::option("TEXT", ArgType::String),
            options::FIELDS,
            UNSET,
        ],
        reply: returns::OK,
        errors: &[
            Error::Site(SiteError::NoArticle),
            Error::Site(SiteError::TextOfArticle),
            Error::Site(SiteError::TitleOfComment),
        ],
        ..Spec::WRITE
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::item(arguments)?;
        let (mut title, mut link, mut text) = (None, None, None);
        let (mut fields, mut unset) = (Vec::new(), Vec::new());
        while let Some(option) = arguments.option()? {
            match option {
                "TITLE" => title = Some(Title::new(arguments.text()?)?),
                "LINK" => link = Some(Link::new(arguments.text()?)?),
                "TEXT" => text = Some(CommentText::new(arguments.text()?)?),
                "FIELDS" => fields = options::fields(arguments)?,
                "UNSET" => unset = options::field_names(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, title, link, text, fields, unset })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        let Request { id, title, link, text, fields, unset } = request;
        let names = unset.iter().chain(fields.iter().map(|(name, _)| name));
        refuse_reserved(kind_of(site, *id), names.copied())?;
        let edit = SiteEdit { title: *title, link: *link, text: *text, unset, fields };
        Ok(Outcome::of(site.edit(*id, &edit)?, Reply::Ok))
    }
}
