//! `ARTICLE.COMMENT`.

use article_site::{CommentText, ItemId, Kind, NewComment, UnixTime, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::item_reply;
use crate::commands::options::{self, FieldArg};
use crate::commands::replicated::{with_hold, with_id_and_time};
use crate::commands::site_key::{
    HOLD, announce, apply_with_replay, holds_closed, now, open_to_change, refuse_reserved,
};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};
use crate::stats;

/// Posts a comment on an article, or an answer to a comment.
///
/// Replicas get the id and the time, as with POST.
pub struct Comment;

/// The comment to post.
pub struct Request<'a> {
    poster: UserName<'a>,
    parent: Option<ItemId>,
    text: CommentText<'a>,
    fields: Vec<FieldArg<'a>>,
    id: Option<ItemId>,
    time: Option<UnixTime>,
    with_counts: bool,
    holds: bool,
}

impl Command for Comment {
    const SPEC: Spec = Spec {
        name: c"article.comment",
        summary: c"Posts a comment on an article, or an answer to a comment.",
        complexity: c"O(D*log(N)) where D is the depth of the comment and N is the number of \
                      articles and comments",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("parent", ArgType::Integer),
            Arg::new("text", ArgType::String),
            options::FIELDS,
            Arg::option("ID", ArgType::Integer),
            Arg::option("TIME", ArgType::UnixTime),
            Arg::flag("WITHCOUNTS"),
        ],
    };

    const REPLAYED: &'static [Arg] = &[Arg::flag(HOLD)];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let poster = options::user_name(arguments)?;
        let parent = options::id(arguments)?;
        let text = CommentText::new(arguments.text()?)?;
        let mut fields = Vec::new();
        let (mut id, mut time, mut with_counts, mut holds) = (None, None, false, false);
        while let Some(option) = arguments.option()? {
            match option {
                "FIELDS" => fields = options::fields(arguments)?,
                "ID" => id = Some(options::new_id(arguments)?),
                "TIME" => time = Some(options::time(arguments)?),
                "WITHCOUNTS" => with_counts = true,
                HOLD => holds = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { poster, parent, text, fields, id, time, with_counts, holds })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { poster, parent, text, fields, id, time: given, with_counts, holds: told } =
            request;
        refuse_reserved(Kind::Comment, fields.iter().map(|(name, _)| *name))?;
        let mut key = open_to_change(context, args)?;
        let (stored, parent) =
            key.value_mut().zip(parent).ok_or(article_site::Error::NoArticle)?;
        let now = now(context);
        let time = given.unwrap_or(now);
        let holds = holds_closed(context, now, told);
        let new = NewComment { poster, parent, text, fields: &fields, id, time };
        let created = stored.change(|site| {
            site.hold_closed(holds);
            apply_with_replay(context, now, |origin| site.comment(&new, origin))
        })?;
        let comment = with_counts.then(|| stored.site().item(created)).flatten();
        let tally = comment.map(|comment| comment.tally());
        drop(key);
        stats::COMMENTS_POSTED.count();
        let replicated = context.replicate(c"ARTICLE.COMMENT").with_client_args(args);
        let replicated = with_id_and_time(replicated, (id, created), (given, time));
        with_hold(replicated, holds && !told).send();
        announce::<Self>(context, args);
        item_reply::created(context, created, true, tally);
        Ok(())
    }
}
