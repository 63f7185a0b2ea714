//! `ARTICLE.POST`.

use article_site::{
    GroupName, ItemId, Kind, Link, NewArticle, Origin, Posted, Title, UnixTime, UserName,
};

use crate::commands::alter::replicate_drop;
use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::item_reply;
use crate::commands::options::{self, FieldArg};
use crate::commands::replicated::{with_hold, with_id_and_time};
use crate::commands::site_key::{
    HOLD, announce, apply_with_replay, change_or_create, holds_closed, now, refuse_reserved,
};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::commands::vote::Vote;
use crate::ffi::{Args, Context};
use crate::stats;

/// Posts an article, and creates the site if the key does not exist.
///
/// Replicas get the id, the time and the settings of a new site, so that they depend neither on
/// their clock nor on their configuration. A post that counts as a vote reaches them as that vote.
pub struct Post;

/// The article to post.
pub struct Request<'a> {
    poster: UserName<'a>,
    title: Title<'a>,
    link: Link<'a>,
    groups: Vec<GroupName<'a>>,
    fields: Vec<FieldArg<'a>>,
    id: Option<ItemId>,
    time: Option<UnixTime>,
    with_counts: bool,
    holds: bool,
}

impl Command for Post {
    const SPEC: Spec = Spec {
        name: c"article.post",
        summary: c"Posts an article. Creates the site if the key does not exist.",
        complexity:
            c"O(log(N)) for each ranking that the article enters, where N is the number of \
                      articles in it",
        since: c"1.0.0",
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
            Arg::flag("WITHCOUNTS"),
        ],
    };

    const REPLAYED: &'static [Arg] = &[Arg::flag(HOLD)];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let poster = options::user_name(arguments)?;
        let title = Title::new(arguments.text()?)?;
        let link = Link::new(arguments.text()?)?;
        let (mut groups, mut fields) = (Vec::new(), Vec::new());
        let (mut id, mut time, mut with_counts, mut holds) = (None, None, false, false);
        while let Some(option) = arguments.option()? {
            match option {
                "GROUPS" => groups = options::group_names(arguments)?,
                "FIELDS" => fields = options::fields(arguments)?,
                "ID" => id = Some(options::new_id(arguments)?),
                "TIME" => time = Some(options::time(arguments)?),
                "WITHCOUNTS" => with_counts = true,
                HOLD => holds = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { poster, title, link, groups, fields, id, time, with_counts, holds })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        refuse_reserved(Kind::Article, request.fields.iter().map(|(name, _)| *name))?;
        let now = now(context);
        let time = request.time.unwrap_or(now);
        let holds = holds_closed(context, now, request.holds);
        let new = NewArticle {
            poster: request.poster,
            title: request.title,
            link: request.link,
            groups: &request.groups,
            fields: &request.fields,
            id: request.id,
            time,
        };
        let (posted, tally) = change_or_create(context, args, |site| {
            site.hold_closed(holds);
            let posted = if site.settings().dedupe() > 0 && context.is_replay() {
                // The primary decided that it is no duplicate, and sends a vote otherwise.
                site.post(&new, Origin::Replay)?
            } else {
                apply_with_replay(context, now, |origin| site.post(&new, origin))?
            };
            Ok((posted, site.item(posted.id()).map(|article| article.tally())))
        })?;
        match posted {
            Posted::Created(id) => {
                stats::POSTS.count();
                let replicated = context.replicate(c"ARTICLE.POST").with_client_args(args);
                let replicated =
                    with_id_and_time(replicated, (request.id, id), (request.time, time));
                with_hold(replicated, holds && !request.holds).send();
                announce::<Self>(context, args);
            }
            Posted::Duplicate { id, changed, dropped } => {
                if dropped > 0 {
                    replicate_drop(context, args, time);
                }
                if changed {
                    stats::VOTES_ACCEPTED.count();
                    replicate_vote(context, args, request.poster, id);
                    announce::<Vote>(context, args);
                }
            }
        }
        let is_new = matches!(posted, Posted::Created(_));
        item_reply::created(context, posted.id(), is_new, tally.filter(|_| request.with_counts));
        Ok(())
    }
}

fn replicate_vote(context: &Context, args: Args, user: UserName, id: ItemId) {
    let vote = context.replicate(c"ARTICLE.VOTE").with_key(args).with(user.as_bytes());
    vote.with_integer(id.get().into()).with(b"UP").send();
}
