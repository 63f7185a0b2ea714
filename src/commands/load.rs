//! `ARTICLE.LOAD`.

use article_site::{
    ArticleId, Boost, Flags, GroupName, Link, LoadedRecord, Site, Tally, Title, UnixTime,
    UserName, Voters, window_until,
};

use crate::commands::command::Command;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options::{self, FieldArg};
use crate::commands::site_key::{
    announce_and_replicate, change_or_create, open_to_change, refuse_reserved,
};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};
use crate::stats;

/// Adds an article to a site exactly as it was. A rewritten append-only file consists of these
/// commands, and they serve to import from elsewhere.
pub struct Load;

/// The part of a site to load.
pub enum Request<'a> {
    /// An article, perhaps with only the first of its votes.
    Article(Box<ArticleRequest<'a>>),
    /// More votes on an article.
    Voters {
        /// The article.
        id: Option<ArticleId>,
        /// Those who voted for it.
        up: Vec<UserName<'a>>,
        /// Those who voted against it.
        down: Vec<UserName<'a>>,
        /// Its score, unless the formula gives it.
        score: Option<i64>,
    },
    /// The last id assigned.
    LastId(ArticleId),
}

/// An article to load.
pub struct ArticleRequest<'a> {
    id: ArticleId,
    poster: UserName<'a>,
    title: Title<'a>,
    link: Link<'a>,
    time: UnixTime,
    closes: i64,
    score: Option<i64>,
    boost: Boost,
    flags: Flags,
    counts: Option<(u32, u32)>,
    up: Vec<UserName<'a>>,
    down: Vec<UserName<'a>>,
    groups: Vec<GroupName<'a>>,
    fields: Vec<FieldArg<'a>>,
}

const USERS: ArgType =
    ArgType::Block(&[Arg::new("numusers", ArgType::Integer), options::USER.multiple()]);
const UP: Arg = Arg::option("UP", USERS);
const DOWN: Arg = Arg::option("DOWN", USERS);
const SCORE: Arg = Arg::option("SCORE", ArgType::Integer);
const BOOST: Arg = Arg::option("BOOST", ArgType::Integer);
const COUNTS: Arg = Arg::option(
    "COUNTS",
    ArgType::Block(&[
        Arg::new("upvotes", ArgType::Integer),
        Arg::new("downvotes", ArgType::Integer),
    ]),
);
const ARTICLE: Arg = Arg::new(
    "article",
    ArgType::Block(&[
        options::ID,
        options::USER,
        Arg::new("title", ArgType::String),
        Arg::new("link", ArgType::String),
        Arg::new("time", ArgType::UnixTime).after("TIME"),
        Arg::new("closes", ArgType::UnixTime).after("CLOSES"),
        SCORE,
        BOOST,
        Arg::flag("HIDDEN"),
        Arg::flag("LOCKED"),
        Arg::flag("PINNED"),
        COUNTS,
        UP,
        DOWN,
        options::GROUPS,
        options::FIELDS,
    ]),
)
.after("ARTICLE");
const VOTERS: Arg =
    Arg::new("voters", ArgType::Block(&[options::ID, UP, DOWN, SCORE])).after("VOTERS");
const LAST_ID: Arg = Arg::new("lastid", ArgType::Integer).after("LASTID");

impl Command for Load {
    const SPEC: Spec = Spec {
        name: c"article.load",
        summary: c"Adds an article to a site exactly as it was, all at once or in parts.",
        complexity: c"O(M+log(N)) for M voters and each ranking that the article enters, where N \
                      is the number of articles in it",
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Dangerous],
        args: &[options::KEY, Arg::new("what", ArgType::OneOf(&[ARTICLE, VOTERS, LAST_ID]))],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Request<'a>, Error> {
        match cursor.option().ok_or(Error::Syntax)?.as_bytes() {
            b"ARTICLE" => Ok(Request::Article(Box::new(ArticleRequest::parse(cursor)?))),
            b"VOTERS" => parse_voters(cursor),
            b"LASTID" => Ok(Request::LastId(options::new_id(cursor, "LASTID")?)),
            _ => Err(Error::Syntax),
        }
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let changed = match request {
            Request::Article(article) => {
                refuse_reserved(context, article.fields.iter().map(|(name, _)| *name))?;
                change_or_create(context, args, |site| site.load(&article.record(site)?))?;
                true
            }
            Request::Voters { id, up, down, score } => {
                let mut key = open_to_change(context, args)?;
                let (stored, id) =
                    key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
                let voters = Voters { up: &up, down: &down };
                stored.change(|site| site.load_voters(id, voters, score))?
            }
            Request::LastId(id) => change_or_create(context, args, |site| site.load_last_id(id))?,
        };
        stats::LOADS.add(1);
        if changed {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}

impl<'a> ArticleRequest<'a> {
    fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let id = options::new_id(cursor, "id")?;
        let poster = options::user_name(cursor)?;
        let title = Title::new(cursor.text()?)?;
        let link = Link::new(cursor.text()?)?;
        let (mut time, mut closes, mut score, mut counts) = (None, None, None, None);
        let (mut up, mut down, mut groups, mut fields) = (None, None, None, None);
        let (mut boost, mut hidden, mut locked, mut pinned) = (None, None, None, None);
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"TIME" => once(&mut time, parse_time(cursor)?)?,
                b"BOOST" => once(&mut boost, Boost::new(cursor.integer("BOOST", ..)?)?)?,
                b"HIDDEN" => once(&mut hidden, ())?,
                b"LOCKED" => once(&mut locked, ())?,
                b"PINNED" => once(&mut pinned, ())?,
                b"CLOSES" => once(&mut closes, cursor.integer("CLOSES", ..)?)?,
                b"SCORE" => once(&mut score, cursor.integer("SCORE", ..)?)?,
                b"COUNTS" => once(&mut counts, (parse_count(cursor)?, parse_count(cursor)?))?,
                b"UP" => once(&mut up, user_names(cursor)?)?,
                b"DOWN" => once(&mut down, user_names(cursor)?)?,
                b"GROUPS" => once(&mut groups, options::group_names(cursor)?)?,
                b"FIELDS" => once(&mut fields, options::fields(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let (time, closes) = time.zip(closes).ok_or(Error::Syntax)?;
        if counts.is_some() && (up.is_some() || down.is_some()) {
            return Err(Error::Syntax);
        }
        Ok(Self {
            id,
            poster,
            title,
            link,
            time,
            closes,
            score,
            boost: boost.unwrap_or_default(),
            flags: Flags {
                hidden: hidden.is_some(),
                locked: locked.is_some(),
                pinned: pinned.is_some(),
            },
            counts,
            up: up.unwrap_or_default(),
            down: down.unwrap_or_default(),
            groups: groups.unwrap_or_default(),
            fields: fields.unwrap_or_default(),
        })
    }

    /// Returns the record to load into a site.
    fn record(&self, site: &Site) -> Result<LoadedRecord<'_>, article_site::Error> {
        let window = window_until(self.time, self.closes)?;
        let (upvotes, downvotes) =
            self.counts.unwrap_or((self.up.len() as u32, self.down.len() as u32));
        let votes = i64::from(upvotes) - i64::from(downvotes);
        let score = self.score.unwrap_or(site.formula_score(self.time, votes, self.boost));
        Ok(LoadedRecord {
            id: self.id,
            poster: self.poster,
            title: self.title,
            link: self.link,
            time: self.time,
            window,
            tally: Tally { upvotes, downvotes, score },
            boost: self.boost,
            flags: self.flags,
            ledger: self.counts.is_none().then_some(Voters { up: &self.up, down: &self.down }),
            groups: &self.groups,
            fields: &self.fields,
        })
    }
}

fn parse_voters<'a>(cursor: &mut Cursor<'a>) -> Result<Request<'a>, Error> {
    let id = options::article_id(cursor)?;
    let (mut up, mut down, mut score) = (None, None, None);
    while let Some(option) = cursor.option() {
        match option.as_bytes() {
            b"UP" => once(&mut up, user_names(cursor)?)?,
            b"DOWN" => once(&mut down, user_names(cursor)?)?,
            b"SCORE" => once(&mut score, cursor.integer("SCORE", ..)?)?,
            _ => return Err(Error::Syntax),
        }
    }
    let (up, down) = (up.unwrap_or_default(), down.unwrap_or_default());
    Ok(Request::Voters { id, up, down, score })
}

fn user_names<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<UserName<'a>>, Error> {
    cursor.list("numusers", 0.., 1, options::user_name)
}

/// Reads a time, which may be in the future.
fn parse_time(cursor: &mut Cursor) -> Result<UnixTime, Error> {
    Ok(UnixTime::clamped(cursor.integer("TIME", 0..=UnixTime::MAX)?))
}

fn parse_count(cursor: &mut Cursor) -> Result<u32, Error> {
    Ok(cursor.integer("COUNTS", 0..=u32::MAX.into())? as u32)
}
