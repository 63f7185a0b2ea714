//! `ARTICLE.LOAD key ARTICLE id user title link TIME seconds CLOSES seconds [SCORE score]
//! [COUNTS upvotes downvotes] [UP numusers user ...] [DOWN numusers user ...]
//! [GROUPS numgroups group ...] [FIELDS numfields field value ...]`,
//! `ARTICLE.LOAD key VOTERS id [UP numusers user ...] [DOWN numusers user ...] [SCORE score]` and
//! `ARTICLE.LOAD key LASTID id`

use super::{announce_and_replicate, change_or_create, open_to_change, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use crate::stats;
use article_site::{
    self, ArticleId, GroupName, Link, LoadedArticle, LoadedVotes, Title, UnixTime, UserName,
    Voters,
};

/// Puts an article into a site exactly as it was. A rewritten append-only file consists of it, and
/// it serves import from elsewhere.
pub struct Load;

const UP: Arg = voters(c"up", c"UP");
const DOWN: Arg = voters(c"down", c"DOWN");
const SCORE: Arg = Arg::new(c"score", ArgType::Integer).after(c"SCORE").optional();

const fn voters(name: &'static std::ffi::CStr, token: &'static std::ffi::CStr) -> Arg {
    const USERS: &[Arg] =
        &[Arg::new(c"numusers", ArgType::Integer), Arg::new(c"user", ArgType::String).multiple()];
    Arg::new(name, ArgType::Block(USERS)).after(token).optional()
}

impl Command for Load {
    const SPEC: Spec = Spec {
        name: c"article.load",
        summary: c"Puts an article into a site exactly as it was, also in parts.",
        complexity: c"O(log(N)) for each ranking the article enters, and O(M) for M voters",
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Dangerous],
        args: &[
            Arg::KEY,
            Arg::new(
                c"what",
                ArgType::OneOf(&[
                    Arg::new(
                        c"article",
                        ArgType::Block(&[
                            Arg::new(c"id", ArgType::Integer),
                            Arg::new(c"user", ArgType::String),
                            Arg::new(c"title", ArgType::String),
                            Arg::new(c"link", ArgType::String),
                            Arg::new(c"time", ArgType::UnixTime).after(c"TIME"),
                            Arg::new(c"closes", ArgType::UnixTime).after(c"CLOSES"),
                            SCORE,
                            Arg::new(
                                c"counts",
                                ArgType::Block(&[
                                    Arg::new(c"upvotes", ArgType::Integer),
                                    Arg::new(c"downvotes", ArgType::Integer),
                                ]),
                            )
                            .after(c"COUNTS")
                            .optional(),
                            UP,
                            DOWN,
                            options::GROUPS,
                            options::FIELDS,
                        ]),
                    )
                    .after(c"ARTICLE"),
                    Arg::new(
                        c"voters",
                        ArgType::Block(&[Arg::new(c"id", ArgType::Integer), UP, DOWN, SCORE]),
                    )
                    .after(c"VOTERS"),
                    Arg::new(c"lastid", ArgType::Integer).after(c"LASTID"),
                ]),
            ),
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let changed = match cursor.option().ok_or(Error::Syntax)?.as_bytes() {
            b"ARTICLE" => {
                load_article(context, args, &mut cursor)?;
                true
            }
            b"VOTERS" => load_voters(context, args, &mut cursor)?,
            b"LASTID" => {
                let id = options::new_id(&mut cursor)?;
                options::at_most(args, 4)?;
                change_or_create(context, args, |site| site.load_last_id(id))?
            }
            _ => return Err(Error::Syntax),
        };
        stats::LOADS.count();
        if changed {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}

fn load_article<'a>(
    context: &Context,
    args: Args<'a>,
    cursor: &mut Cursor<'a>,
) -> Result<(), Error> {
    let id = options::new_id(cursor)?;
    let poster = options::user_name(cursor)?;
    let title = Title::new(cursor.text()?)?;
    let link = Link::new(cursor.text()?)?;
    let (mut time, mut closes, mut score, mut counts) = (None, None, None, None);
    let (mut up, mut down, mut groups, mut fields) = (None, None, None, None);
    while let Some(word) = cursor.option() {
        match word.as_bytes() {
            b"TIME" => once(&mut time, parse_time(cursor)?)?,
            b"CLOSES" => once(&mut closes, cursor.integer()?)?,
            b"SCORE" => once(&mut score, cursor.integer()?)?,
            b"COUNTS" => once(&mut counts, (parse_count(cursor)?, parse_count(cursor)?))?,
            b"UP" => once(&mut up, cursor.list(options::user_name)?)?,
            b"DOWN" => once(&mut down, cursor.list(options::user_name)?)?,
            b"GROUPS" => once(&mut groups, cursor.list(options::group_name)?)?,
            b"FIELDS" => once(&mut fields, cursor.list(options::field)?)?,
            _ => return Err(Error::Syntax),
        }
    }
    let (time, closes) = time.zip(closes).ok_or(Error::Syntax)?;
    if counts.is_some() && (up.is_some() || down.is_some()) {
        return Err(Error::Syntax);
    }
    let (up, down) = (up.unwrap_or_default(), down.unwrap_or_default());
    let votes = match counts {
        Some((up, down)) => LoadedVotes::Counted { up, down },
        None => LoadedVotes::Recorded(Voters { up: &up, down: &down }),
    };
    let groups: Vec<GroupName> = groups.unwrap_or_default();
    let fields = fields.unwrap_or_default();
    let article = LoadedArticle {
        id,
        poster,
        title,
        link,
        time,
        closes,
        score,
        votes,
        groups: &groups,
        fields: &fields,
    };
    change_or_create(context, args, |site| site.load(&article))
}

fn load_voters<'a>(
    context: &Context,
    args: Args<'a>,
    cursor: &mut Cursor<'a>,
) -> Result<bool, Error> {
    let id = ArticleId::from_integer(cursor.integer()?);
    let (mut up, mut down, mut score) = (None, None, None);
    while let Some(word) = cursor.option() {
        match word.as_bytes() {
            b"UP" => once(&mut up, cursor.list(options::user_name)?)?,
            b"DOWN" => once(&mut down, cursor.list(options::user_name)?)?,
            b"SCORE" => once(&mut score, cursor.integer()?)?,
            _ => return Err(Error::Syntax),
        }
    }
    let (up, down): (Vec<UserName>, Vec<UserName>) =
        (up.unwrap_or_default(), down.unwrap_or_default());
    let mut key = open_to_change(context, args)?;
    let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
    let voters = Voters { up: &up, down: &down };
    Ok(stored.change(|site| site.load_voters(id, voters, score))?)
}

fn parse_time(cursor: &mut Cursor) -> Result<UnixTime, Error> {
    let range = article_site::Error::Range { what: "TIME", min: 0, max: UnixTime::MAX };
    Ok(UnixTime::new(cursor.integer()?).ok_or(range)?)
}

fn parse_count(cursor: &mut Cursor) -> Result<u32, Error> {
    let range = article_site::Error::Range { what: "COUNTS", min: 0, max: u32::MAX.into() };
    Ok(u32::try_from(cursor.integer()?).map_err(|_| range)?)
}
