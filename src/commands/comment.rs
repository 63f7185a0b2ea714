//! `ARTICLE.COMMENT`.

use article_site::{CommentText, ItemId, Kind, NewComment, Site, UserName};

use crate::commands::run::site_key::refuse_reserved;
use crate::commands::run::write::*;
use crate::commands::words::posting::Posting;
use crate::stats;

/// Posts a comment on an article, or an answer to a comment.
///
/// Replicas get the id and the time, as with POST.
pub struct Comment;

pub struct Request<'a> {
    poster: UserName<'a>,
    parent: ItemId,
    text: CommentText<'a>,
    posting: Posting<'a>,
}

impl Write for Comment {
    const SPEC: Spec = Spec {
        name: c"article.comment",
        summary: c"Posts a comment on an article, or an answer to a comment.",
        complexity: c"O(D*log(N)) where D is the depth of the comment and N is the number of \
                      articles and comments",
        arity: -5,
        flags: &[Flag::Memory, Flag::Fast],
        args: args![
            &[
                options::KEY,
                options::USER,
                Arg::new("parent", ArgType::Integer),
                Arg::new("text", ArgType::String),
            ],
            Posting::ARGS,
        ],
        reply: returns::POSTED,
        errors: &[
            Error::Site(SiteError::NoArticle),
            Error::Site(SiteError::Hidden),
            Error::Site(SiteError::Locked),
            Error::Site(SiteError::TooDeep),
            Error::Site(SiteError::IdNotGreater { what: "ID" }),
            Error::Site(SiteError::IdOfOtherPart),
            Error::Site(SiteError::IdTooFar),
            Error::Site(SiteError::IdsExhausted),
            Error::Site(SiteError::TimeInFuture),
        ],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::HOLD];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let poster = options::user_name(arguments)?;
        let parent = options::item(arguments)?;
        let text = CommentText::new(arguments.text()?)?;
        let mut posting = Posting::default();
        while let Some(option) = arguments.option()? {
            if !posting.read(option, arguments)? {
                return Err(Error::Syntax);
            }
        }
        Ok(Request { poster, parent, text, posting })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { poster, parent, text, ref posting } = *request;
        let Posting { ref fields, id, time, is_held, with_counts } = *posting;
        refuse_reserved(Kind::Comment, fields.iter().map(|(name, _)| *name))?;
        let (time, additions) = call.begin(site, time);
        let new = NewComment { poster, parent, text, fields, id, time, is_held };
        let created = site.comment(&new, call.origin())?;
        let reply = Reply::posted(site, created, true, with_counts);
        let additions = Additions { id: id.is_none().then_some(created), ..additions };
        Ok(Outcome::nothing(reply).with(true, additions))
    }

    fn count(result: &Result<Outcome, Error>) {
        if result.is_ok() {
            stats::COMMENTS_POSTED.count();
        }
    }
}
