//! `ARTICLE.LOAD`.

mod item;
mod tombstone;
mod voters;

use article_site::{
    InboxPosition, ItemId, Kind, ListName, Mark, Names, Relation, Site, UnixTime, UserName,
};

use crate::commands::run::site_key::refuse_reserved;
use crate::commands::run::write::*;
use crate::commands::words::paging::VISIBILITY;
use crate::commands::{follow, seen};
use crate::stats;
use item::ItemRequest;
use tombstone::TombstoneRequest;
use voters::VotersRequest;

/// Adds an article or a comment to a site exactly as it was. A rewritten append-only file consists
/// of these commands, and they serve to import from elsewhere.
pub struct Load;

/// The part of a site to load.
pub enum Request<'a> {
    /// An article or a comment, perhaps with only the first of its votes.
    Item(Kind, Box<ItemRequest<'a>>),
    /// The tombstone of a deleted article or comment.
    Tombstone(TombstoneRequest),
    /// More votes on an article or a comment.
    Voters(VotersRequest<'a>),
    LastId(ItemId),
    /// Up to where a user has seen the answers.
    Seen(UserName<'a>, InboxPosition),
    /// A user whose votes are silent.
    Silenced(UserName<'a>),
    /// Marks made on a list of a user.
    Marks(UserName<'a>, ListName<'a>, Vec<Mark>),
    /// What a user follows, or mutes.
    Related(UserName<'a>, Relation, Names<'a>),
}

const VOTES: &[Arg] = &[
    Arg::option("UP", options::USERS),
    Arg::option("DOWN", options::USERS),
    Arg::option("SILENTUP", options::USERS),
    Arg::option("SILENTDOWN", options::USERS),
    Arg::option("KEPTUP", options::USERS),
    Arg::option("KEPTDOWN", options::USERS),
    Arg::option("KEPTSILENTUP", options::USERS),
    Arg::option("KEPTSILENTDOWN", options::USERS),
];
const SCORE: Arg = Arg::option("SCORE", ArgType::Integer);
const BOOST: Arg = Arg::option("BOOST", ArgType::Integer);
const COUNTS: Arg = Arg::option(
    "COUNTS",
    ArgType::Block(&[
        Arg::new("upvotes", ArgType::Integer),
        Arg::new("downvotes", ArgType::Integer),
    ]),
);
const TIME: Arg = Arg::new("time", ArgType::UnixTime).after("TIME");
const CLOSES: Arg = Arg::new("closes", ArgType::UnixTime).after("CLOSES");
const HIDDEN: Arg = Arg::flag("HIDDEN");
const LOCKED: Arg = Arg::flag("LOCKED");
const PARENT: Arg = Arg::new("parent", ArgType::Integer);
/// What articles and comments have.
const OF_BOTH: &[Arg] = &[TIME, CLOSES, SCORE, BOOST, VISIBILITY, LOCKED, Arg::flag("PINNED")];
const ARTICLE: Arg = Arg::new(
    "article",
    ArgType::Block(args![
        &[
            options::ID,
            options::USER,
            Arg::new("title", ArgType::String),
            Arg::new("link", ArgType::String),
        ],
        OF_BOTH,
        &[
            Arg::flag("PINNEDLOCAL"),
            Arg::option("COMMENTS", ArgType::Integer),
            Arg::option("BUMPED", ArgType::UnixTime),
            Arg::option("BUMPTIME", ArgType::UnixTime),
            COUNTS,
        ],
        VOTES,
        &[options::GROUPS, options::FIELDS],
    ]),
)
.after("ARTICLE");
const COMMENT: Arg = Arg::new(
    "comment",
    ArgType::Block(args![
        &[options::ID, options::USER, PARENT, Arg::new("text", ArgType::String)],
        OF_BOTH,
        &[COUNTS],
        VOTES,
        &[options::FIELDS],
    ]),
)
.after("COMMENT");
const PLACE: Arg = Arg::new(
    "place",
    ArgType::Block(&[options::ID, PARENT, TIME, COUNTS, SCORE, BOOST, HIDDEN, LOCKED]),
)
.after("PLACE");
const VOTERS: Arg =
    Arg::new("voters", ArgType::Block(args![&[options::ID, COUNTS], VOTES, &[SCORE]]))
        .after("VOTERS");
const SEEN: Arg = Arg::new("seen", ArgType::Block(&[options::USER, seen::POSITION])).after("SEEN");
const SILENCED: Arg = Arg::new("silenced", ArgType::Block(&[options::USER])).after("SILENCED");
const MARKS: Arg =
    Arg::new("marks", ArgType::Block(&[options::USER, options::LIST, options::IDS]))
        .after("MARKS");
const NAMES: Arg = Arg::new(
    "names",
    ArgType::Block(&[Arg::new("numnames", ArgType::Integer), follow::NAME.multiple()]),
);
const FOLLOWS: Arg =
    Arg::new("follows", ArgType::Block(&[options::USER, follow::KIND, NAMES])).after("FOLLOWS");
const MUTES: Arg =
    Arg::new("mutes", ArgType::Block(&[options::USER, follow::KIND_WITH_ID, NAMES]))
        .after("MUTES");
const LAST_ID: Arg = Arg::new("lastid", ArgType::Integer).after("LASTID");

const ERRORS: &[Error] = &[
    Error::Site(SiteError::NoArticle),
    Error::Site(SiteError::VoteClosed),
    Error::Site(SiteError::NoParent),
    Error::Site(SiteError::TooDeep),
    Error::Site(SiteError::TooManyVotes),
    Error::Site(SiteError::VotedBefore),
    Error::Site(SiteError::KeepsNoVotes),
    Error::Site(SiteError::KeptWhileOpen),
    Error::Site(SiteError::TooManyLists),
    Error::Site(SiteError::ListTooLong),
    Error::Site(SiteError::TooManyFollowed),
    Error::Site(SiteError::TooManyMuted),
    Error::Site(SiteError::IdNotGreater { what: "id" }),
    Error::Site(SiteError::IdOfOtherPart),
    Error::Site(SiteError::BadCursor),
    Error::Site(SiteError::LastIdLowered),
    Error::InFuture("TIME"),
    Error::InFuture("BUMPED"),
    Error::InFuture("position"),
    Error::CountsAndVoters,
    Error::Site(SiteError::BumpedTooEarly { what: "BUMPED" }),
    Error::Site(SiteError::BumpedTooEarly { what: "BUMPTIME" }),
];

impl Write for Load {
    const SPEC: Spec = Spec {
        name: c"article.load",
        summary: c"Adds an article or a comment to a site exactly as it was, all at once or in \
                    parts.",
        complexity: c"O(M+log(N)) for M voters and each ranking that the article enters, where N \
                      is the number of articles in it",
        arity: -4,
        flags: &[Flag::Memory, Flag::Dangerous],
        args: &[
            options::KEY,
            Arg::new(
                "what",
                ArgType::OneOf(&[
                    ARTICLE, COMMENT, PLACE, VOTERS, LAST_ID, SEEN, SILENCED, MARKS, FOLLOWS,
                    MUTES,
                ]),
            ),
        ],
        reply: returns::OK,
        errors: ERRORS,
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = args![&[options::PART], options::SETTINGS];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let item = |arguments: &mut Arguments<'a>, kind| {
            Ok(Request::Item(kind, Box::new(ItemRequest::parse(arguments, kind)?)))
        };
        match arguments.subcommand()? {
            "ARTICLE" => item(arguments, Kind::Article),
            "COMMENT" => item(arguments, Kind::Comment),
            "PLACE" => Ok(Request::Tombstone(TombstoneRequest::parse(arguments)?)),
            "VOTERS" => Ok(Request::Voters(VotersRequest::parse(arguments)?)),
            "LASTID" => Ok(Request::LastId(options::new_id(arguments)?)),
            "SEEN" => {
                let user = options::user_name(arguments)?;
                Ok(Request::Seen(user, seen::position(arguments)?))
            }
            "SILENCED" => Ok(Request::Silenced(options::user_name(arguments)?)),
            "MARKS" => {
                let user = options::user_name(arguments)?;
                let list = options::list_name(arguments)?;
                Ok(Request::Marks(user, list, arguments.list(0.., parse_mark)?))
            }
            "FOLLOWS" => related(arguments, Relation::Follows),
            "MUTES" => related(arguments, Relation::Mutes),
            _ => Err(Error::Syntax),
        }
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let is_changed = match request {
            Request::Item(kind, item) => {
                call.refuse_future(&item.times())?;
                refuse_reserved(*kind, item.fields().iter().map(|(name, _)| *name))?;
                item.load(site).map(|()| true)
            }
            Request::Tombstone(tombstone) => {
                call.refuse_future(&[("TIME", tombstone.time)])?;
                tombstone.load(site).map(|()| true)
            }
            Request::Voters(VotersRequest { id, voters, counts, score }) => {
                site.load_voters(*id, voters.as_ref().map(Vec::as_slice), *counts, *score)
            }
            Request::LastId(id) => site.load_last_id(*id),
            Request::Seen(user, position) => {
                seen::refuse_future(*position, call)?;
                site.see(*user, *position)
            }
            Request::Silenced(user) => site.set_silenced(*user, true),
            Request::Marks(user, list, marks) => site.load_marks(*user, *list, marks),
            Request::Related(user, relation, names) => {
                site.relate(*user, *relation, names).map(|new| new > 0)
            }
        };
        Ok(Outcome::of(is_changed?, Reply::Ok))
    }

    fn count(result: &Result<Outcome, Error>) {
        if result.is_ok() {
            stats::LOADS.count();
        }
    }
}

/// Reads a user and what the user follows or mutes.
fn related<'a>(arguments: &mut Arguments<'a>, relation: Relation) -> Result<Request<'a>, Error> {
    let user = options::user_name(arguments)?;
    let names = match arguments.word()? {
        "GROUP" => Names::Groups(options::group_names(arguments)?),
        "USER" => Names::Users(arguments.list(0..=options::MAX_NAMES, options::user_name)?),
        _ => Names::Ids(arguments.list(0..=options::MAX_NAMES, options::item)?),
    };
    Ok(Request::Related(user, relation, names))
}

/// Reads a time, which may be in the future.
fn parse_time(arguments: &mut Arguments) -> Result<UnixTime, Error> {
    Ok(UnixTime::clamped(arguments.integer(0..=UnixTime::MAX)?))
}

/// Reads a mark. An integer that cannot be one becomes the id 0, which nothing has.
fn parse_mark(arguments: &mut Arguments) -> Result<Mark, Error> {
    Ok(Mark::from_integer(arguments.integer(..)?).unwrap_or(Mark::Of(ItemId::new(0))))
}

fn parse_count(arguments: &mut Arguments) -> Result<u32, Error> {
    Ok(arguments.integer(0..=u32::MAX.into())? as u32)
}
