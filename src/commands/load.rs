//! `ARTICLE.LOAD`.

use article_site::{
    Activity, ArticleId, Boost, Flags, GroupName, Link, LoadedRecord, Site, Tally, Title,
    UnixTime, UserName, Voters, window_until,
};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
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
        /// Those who voted on it.
        voters: VoterArgs<'a>,
        /// Its score, unless the formula gives it.
        score: Option<i64>,
    },
    /// The last id assigned.
    LastId(ArticleId),
}

/// Users by how they voted.
#[derive(Default)]
pub struct VoterArgs<'a> {
    up: Vec<UserName<'a>>,
    down: Vec<UserName<'a>>,
    silent_up: Vec<UserName<'a>>,
    silent_down: Vec<UserName<'a>>,
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
    activity: Activity,
    counts: Option<(u32, u32)>,
    voters: VoterArgs<'a>,
    groups: Vec<GroupName<'a>>,
    fields: Vec<FieldArg<'a>>,
}

const UP: Arg = Arg::option("UP", options::USERS);
const DOWN: Arg = Arg::option("DOWN", options::USERS);
const SILENT_UP: Arg = Arg::option("SILENTUP", options::USERS);
const SILENT_DOWN: Arg = Arg::option("SILENTDOWN", options::USERS);
const SCORE: Arg = Arg::option("SCORE", ArgType::Integer);
const BOOST: Arg = Arg::option("BOOST", ArgType::Integer);
const COMMENTS: Arg = Arg::option("COMMENTS", ArgType::Integer);
const BUMPED: Arg = Arg::option("BUMPED", ArgType::UnixTime);
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
        COMMENTS,
        BUMPED,
        COUNTS,
        UP,
        DOWN,
        SILENT_UP,
        SILENT_DOWN,
        options::GROUPS,
        options::FIELDS,
    ]),
)
.after("ARTICLE");
const VOTERS: Arg =
    Arg::new("voters", ArgType::Block(&[options::ID, UP, DOWN, SILENT_UP, SILENT_DOWN, SCORE]))
        .after("VOTERS");
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

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        match arguments.subcommand()? {
            "ARTICLE" => Ok(Request::Article(Box::new(ArticleRequest::parse(arguments)?))),
            "VOTERS" => parse_voters(arguments),
            "LASTID" => Ok(Request::LastId(options::new_id(arguments)?)),
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
            Request::Voters { id, voters, score } => {
                let mut key = open_to_change(context, args)?;
                let (stored, id) =
                    key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
                stored.change(|site| site.load_voters(id, voters.voters(), score))?
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
    fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let id = options::new_id(arguments)?;
        let poster = options::user_name(arguments)?;
        let title = Title::new(arguments.text()?)?;
        let link = Link::new(arguments.text()?)?;
        let (mut time, mut closes, mut score, mut counts) = (None, None, None, None);
        let mut voters: Option<VoterArgs> = None;
        let (mut groups, mut fields) = (Vec::new(), Vec::new());
        let (mut boost, mut flags) = (Boost::default(), Flags::default());
        let (mut comments, mut bumped) = (0, None);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(parse_time(arguments)?),
                "BOOST" => boost = Boost::new(arguments.integer(..)?)?,
                "HIDDEN" => flags.hidden = true,
                "LOCKED" => flags.locked = true,
                "PINNED" => flags.pinned = true,
                "COMMENTS" => comments = parse_count(arguments)?,
                "BUMPED" => bumped = Some(parse_time(arguments)?),
                "CLOSES" => closes = Some(arguments.integer(..)?),
                "SCORE" => score = Some(arguments.integer(..)?),
                "COUNTS" => counts = Some((parse_count(arguments)?, parse_count(arguments)?)),
                "GROUPS" => groups = options::group_names(arguments)?,
                "FIELDS" => fields = options::fields(arguments)?,
                _ if voters.get_or_insert_default().read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let time = time.ok_or(Error::Missing("TIME"))?;
        let closes = closes.ok_or(Error::Missing("CLOSES"))?;
        let bumped = bumped.unwrap_or(time);
        if bumped < time {
            return Err(article_site::Error::BumpedTooEarly { what: "BUMPED" }.into());
        }
        if counts.is_some() && voters.is_some() {
            return Err(Error::CountsAndVoters);
        }
        Ok(Self {
            id,
            poster,
            title,
            link,
            time,
            closes,
            score,
            boost,
            flags,
            activity: Activity { comments, bumped },
            counts,
            voters: voters.unwrap_or_default(),
            groups,
            fields,
        })
    }

    /// Returns the record to load into a site.
    fn record(&self, site: &Site) -> Result<LoadedRecord<'_>, article_site::Error> {
        let window = window_until(self.time, self.closes)?;
        let voters = self.voters.voters();
        let (upvotes, downvotes) =
            self.counts.unwrap_or((voters.up.len() as u32, voters.down.len() as u32));
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
            activity: self.activity,
            ledger: self.counts.is_none().then_some(voters),
            groups: &self.groups,
            fields: &self.fields,
        })
    }
}

impl<'a> VoterArgs<'a> {
    /// Reads the users of an option. Returns false for another option.
    fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        let users = match option {
            "UP" => &mut self.up,
            "DOWN" => &mut self.down,
            "SILENTUP" => &mut self.silent_up,
            "SILENTDOWN" => &mut self.silent_down,
            _ => return Ok(false),
        };
        *users = user_names(arguments)?;
        Ok(true)
    }

    /// Returns the users as the core takes them.
    fn voters(&self) -> Voters<'_> {
        let Self { up, down, silent_up, silent_down } = self;
        Voters { up, down, silent_up, silent_down }
    }
}

fn parse_voters<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
    let id = options::article_id(arguments)?;
    let (mut voters, mut score) = (VoterArgs::default(), None);
    while let Some(option) = arguments.option()? {
        match option {
            "SCORE" => score = Some(arguments.integer(..)?),
            _ if voters.read(option, arguments)? => {}
            _ => return Err(Error::Syntax),
        }
    }
    Ok(Request::Voters { id, voters, score })
}

fn user_names<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<UserName<'a>>, Error> {
    arguments.list(0.., options::user_name)
}

/// Reads a time, which may be in the future.
fn parse_time(arguments: &mut Arguments) -> Result<UnixTime, Error> {
    Ok(UnixTime::clamped(arguments.integer(0..=UnixTime::MAX)?))
}

fn parse_count(arguments: &mut Arguments) -> Result<u32, Error> {
    Ok(arguments.integer(0..=u32::MAX.into())? as u32)
}
