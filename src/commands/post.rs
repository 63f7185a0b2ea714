//! `ARTICLE.POST`.

use article_site::{ArticleId, GroupName, Link, NewArticle, Title, UnixTime, UserName};

use crate::commands::command::Command;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options::{self, FieldArg};
use crate::commands::site_key::{
    announce, apply_with_replay, change_or_create, now, refuse_reserved,
};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};
use crate::stats;

/// Posts an article, and creates the site if the key does not exist.
///
/// Replicas get the id, the time and the settings of a new site, so that they depend neither on
/// their clock nor on their configuration.
pub struct Post;

/// The article to post.
pub struct Request<'a> {
    poster: UserName<'a>,
    title: Title<'a>,
    link: Link<'a>,
    groups: Vec<GroupName<'a>>,
    fields: Vec<FieldArg<'a>>,
    id: Option<ArticleId>,
    time: Option<UnixTime>,
}

impl Command for Post {
    const SPEC: Spec = Spec {
        name: c"article.post",
        summary: c"Posts an article. Creates the site if the key does not exist.",
        complexity:
            c"O(log(N)) for each ranking that the article enters, where N is the number of \
                      articles in it",
        since: c"0.1.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("title", ArgType::String),
            Arg::new("link", ArgType::String),
            options::GROUPS,
            options::FIELDS,
            Arg::option("ID", ArgType::Integer),
            Arg::option("TIME", ArgType::UnixTime),
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Request<'a>, Error> {
        let poster = options::user_name(cursor)?;
        let title = Title::new(cursor.text()?)?;
        let link = Link::new(cursor.text()?)?;
        let (mut groups, mut fields, mut id, mut time) = (None, None, None, None);
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"GROUPS" => once(&mut groups, options::group_names(cursor)?)?,
                b"FIELDS" => once(&mut fields, options::fields(cursor)?)?,
                b"ID" => once(&mut id, options::new_id(cursor, "ID")?)?,
                b"TIME" => once(&mut time, options::time(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let (groups, fields) = (groups.unwrap_or_default(), fields.unwrap_or_default());
        Ok(Request { poster, title, link, groups, fields, id, time })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        refuse_reserved(context, request.fields.iter().map(|(name, _)| *name))?;
        let now = now(context);
        let time = request.time.unwrap_or(now);
        let new = NewArticle {
            poster: request.poster,
            title: request.title,
            link: request.link,
            groups: &request.groups,
            fields: &request.fields,
            id: request.id,
            time,
        };
        let id = change_or_create(context, args, |site| {
            apply_with_replay(context, now, |origin| site.post(&new, origin))
        })?;
        stats::POSTS.add(1);
        let mut replicated = context.replicate(c"ARTICLE.POST").with_client_args(args);
        if request.id.is_none() {
            replicated = replicated.with_integer_option("ID", id.get().into());
        }
        if request.time.is_none() {
            replicated = replicated.with_integer_option("TIME", time.get());
        }
        replicated.send();
        announce::<Self>(context, args);
        context.reply_integer(id.get().into());
        Ok(())
    }
}
