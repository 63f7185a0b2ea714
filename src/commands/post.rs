//! `ARTICLE.POST key user title link [GROUPS numgroups group ...] [FIELDS numfields field value ...]
//! [ID id] [TIME seconds]`

use super::{announce, apply_with_replay, change_or_create, now, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use crate::stats;
use article_site::{ArticleId, GroupName, Link, NewArticle, Title, UnixTime, UserName};

/// Posts an article, and creates the site where there is none.
///
/// Replicas and the append-only file are sent the id and the time, and the settings of a site that
/// was created, so that they depend neither on their clock nor on their configuration.
pub struct Post;

impl Command for Post {
    const SPEC: Spec = Spec {
        name: c"article.post",
        summary: c"Posts an article. Creates the site if it does not exist.",
        complexity: c"O(log(N)) for each ranking the article enters, with N articles in it",
        since: c"0.1.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            Arg::KEY,
            Arg::new(c"user", ArgType::String),
            Arg::new(c"title", ArgType::String),
            Arg::new(c"link", ArgType::String),
            options::GROUPS,
            options::FIELDS,
            Arg::new(c"id", ArgType::Integer).after(c"ID").optional(),
            Arg::new(c"time", ArgType::UnixTime).after(c"TIME").optional(),
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let request = Request::parse(&mut Cursor::after_key(args))?;
        let now = now(context);
        let time = request.time.unwrap_or(now);
        let new = request.article(time);

        let id = change_or_create(context, args, |site| {
            apply_with_replay(context, now, |origin| site.post(&new, origin))
        })?;
        stats::POSTS.count();
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

struct Request<'a> {
    poster: UserName<'a>,
    title: Title<'a>,
    link: Link<'a>,
    groups: Vec<GroupName<'a>>,
    fields: Vec<options::FieldArg<'a>>,
    id: Option<ArticleId>,
    time: Option<UnixTime>,
}

impl<'a> Request<'a> {
    fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let poster = options::user_name(cursor)?;
        let title = Title::new(cursor.text()?)?;
        let link = Link::new(cursor.text()?)?;
        let (mut groups, mut fields, mut id, mut time) = (None, None, None, None);
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"GROUPS" => once(&mut groups, cursor.list(options::group_name)?)?,
                b"FIELDS" => once(&mut fields, cursor.list(options::field)?)?,
                b"ID" => once(&mut id, options::new_id(cursor)?)?,
                b"TIME" => once(&mut time, parse_time(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let (groups, fields) = (groups.unwrap_or_default(), fields.unwrap_or_default());
        Ok(Self { poster, title, link, groups, fields, id, time })
    }

    fn article(&self, time: UnixTime) -> NewArticle<'_> {
        NewArticle {
            poster: self.poster,
            title: self.title,
            link: self.link,
            groups: &self.groups,
            fields: &self.fields,
            id: self.id,
            time,
        }
    }
}

fn parse_time(cursor: &mut Cursor) -> Result<UnixTime, Error> {
    match cursor.integer()? {
        ..0 => Err(article_site::Error::Range { what: "TIME", min: 0, max: UnixTime::MAX }.into()),
        time => UnixTime::new(time).ok_or(Error::Site(article_site::Error::TimeInFuture)),
    }
}
