//! `ARTICLE.DEBUG`.

use std::ffi::CStr;

use article_site::{Flags, ItemId, ListName, Reader, Seen, Tally, TombstoneRecord, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::reply::{Resp, Sink};
use crate::commands::returns;
use crate::commands::site_key::SiteKey;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::commands::{options, voters};
use crate::ffi::{Args, Context};

/// Checks every invariant of a site, for tests and for operators in doubt, and returns for exports
/// what a site stores of deleted articles and comments, and what it keeps for users.
pub struct Debug;

/// The subcommand.
pub enum Request<'a> {
    /// Check the site.
    Check,
    /// Return the tombstones of these ids.
    Tombstones(Vec<Option<ItemId>>),
    /// Return the times of the last bumps by hand of these ids.
    Bumps(Vec<Option<ItemId>>),
    /// Return some of the kept votes on an article or comment.
    Kept { id: Option<ItemId>, cursor: u64, count: usize },
    /// Return some of the users for whom something is kept to read.
    Readers { cursor: u64, count: usize },
    /// Return some of the marks made on a list of a user.
    Marks { user: UserName<'a>, list: ListName<'a>, cursor: u64, count: usize },
    /// Describe the subcommands.
    Help,
}

const HELP: [&CStr; 22] = [
    c"ARTICLE.DEBUG <subcommand> [<arg>]. Subcommands are:",
    c"CHECK <key>",
    c"    Check that the site is consistent. Takes O(N*log(N)) with N articles and votes.",
    c"PLACES <key> <numids> <id> [<id> ...]",
    c"    Return what is stored of deleted articles and comments below which there are comments,",
    c"    and nil for every other id. Takes O(N*log(M)) with N ids and M such places.",
    c"BUMPS <key> <numids> <id> [<id> ...]",
    c"    Return the TIME of the last BUMP of articles that is later than the posting, and nil for",
    c"    every other id. Takes O(N*log(M)) with N ids and M articles.",
    c"KEPT <key> <id> <cursor> [COUNT <count>]",
    c"    Return the votes that users have kept on an article or comment, as VOTERS does, and nil",
    c"    while its votes are recorded. Takes O(N) with the number of votes returned.",
    c"READERS <key> <cursor> [COUNT <count>]",
    c"    Return users who have lists, follows, or mutes, have seen answers, or are silenced: name,",
    c"    the position of SEEN, lists, and 1 if silenced.",
    c"    Takes O(N) with N users of any kind.",
    c"MARKS <key> <user> <list> <cursor> [COUNT <count>]",
    c"    Return the marks made on a list, first the latest, then those before: ids, hidden ones",
    c"    included, and -n for n marks of what is not on the list any more.",
    c"    Takes O(N*log(M)) with N ids and M articles.",
    c"HELP",
    c"    Print this help.",
];

const KEPT: [Arg; 4] = [options::KEY, options::ID, voters::CURSOR, voters::COUNT];
const READERS: [Arg; 3] = [options::KEY, voters::CURSOR, voters::COUNT];
const MARKS: [Arg; 5] =
    [options::KEY, options::USER, options::LIST, voters::CURSOR, voters::COUNT];

impl Command for Debug {
    const SPEC: Spec = Spec {
        name: c"article.debug",
        summary:
            c"Checks that a site is consistent, or returns places of deleted comments, kept votes, \
                    lists, and times.",
        complexity:
            c"O(N*log(N)) where N is the number of articles, comments, and votes, of ids, \
                      or of the votes returned",
        since: c"1.0.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Admin],
        args: &[Arg::new(
            "subcommand",
            ArgType::OneOf(&[
                Arg::new("check", ArgType::Block(&[options::KEY])).after("CHECK"),
                Arg::new("places", ArgType::Block(&[options::KEY, options::IDS])).after("PLACES"),
                Arg::new("bumps", ArgType::Block(&[options::KEY, options::IDS])).after("BUMPS"),
                Arg::new("kept", ArgType::Block(&KEPT)).after("KEPT"),
                Arg::new("readers", ArgType::Block(&READERS)).after("READERS"),
                Arg::new("marks", ArgType::Block(&MARKS)).after("MARKS"),
                Arg::new("help", ArgType::Token).after("HELP"),
            ]),
        )],
        reply: returns::DEBUG,
        errors: &[Error::NoSuchKey, Error::INVALID_CURSOR],
    };

    const KEY_INDEX: usize = 2;

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        match arguments.subcommand()? {
            "CHECK" => {
                // The key is opened by its index.
                arguments.text()?;
                Ok(Request::Check)
            }
            "PLACES" => {
                arguments.text()?;
                Ok(Request::Tombstones(arguments.list(0..=options::MAX_IDS, options::id)?))
            }
            "BUMPS" => {
                arguments.text()?;
                Ok(Request::Bumps(arguments.list(0..=options::MAX_IDS, options::id)?))
            }
            "KEPT" => {
                arguments.text()?;
                let (id, cursor) = (options::id(arguments)?, voters::parse_cursor(arguments)?);
                Ok(Request::Kept { id, cursor, count: parse_count(arguments)? })
            }
            "READERS" => {
                arguments.text()?;
                let cursor = voters::parse_cursor(arguments)?;
                Ok(Request::Readers { cursor, count: parse_count(arguments)? })
            }
            "MARKS" => {
                arguments.text()?;
                let user = options::user_name(arguments)?;
                let list = options::list_name(arguments)?;
                let cursor = voters::parse_cursor(arguments)?;
                Ok(Request::Marks { user, list, cursor, count: parse_count(arguments)? })
            }
            "HELP" => Ok(Request::Help),
            _ => Err(Error::Syntax),
        }
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let open = || SiteKey::open(context, args, Self::KEY_INDEX);
        match request {
            Request::Check => {
                let key = open()?;
                let stored = key.value().ok_or(Error::NoSuchKey)?;
                stored.site().check().map_err(Error::Inconsistent)?;
                context.reply_status(c"OK");
            }
            Request::Tombstones(ids) => {
                let key = open()?;
                let site = key.value().ok_or(Error::NoSuchKey)?.site();
                context.reply_array(ids.len());
                for id in ids {
                    match id.and_then(|id| site.tombstone(id)) {
                        Some(tombstone) => reply_tombstone(context, tombstone),
                        None => context.reply_null(),
                    }
                }
            }
            Request::Bumps(ids) => {
                let key = open()?;
                let site = key.value().ok_or(Error::NoSuchKey)?.site();
                context.reply_array(ids.len());
                for id in ids {
                    match id.and_then(|id| site.item(id)?.bump_time()) {
                        Some(time) => context.reply_integer(time.get()),
                        None => context.reply_null(),
                    }
                }
            }
            Request::Kept { id, cursor, count } => {
                let key = open()?;
                let site = key.value().ok_or(Error::NoSuchKey)?.site();
                let view = id.and_then(|id| site.item(id));
                match view.map(|view| view.kept_voters(cursor, count)) {
                    Some(None) => context.reply_null(),
                    part => {
                        voters::write_part(&mut Resp(context), &part.flatten().unwrap_or_default())
                    }
                }
            }
            Request::Readers { cursor, count } => {
                let key = open()?;
                let site = key.value().ok_or(Error::NoSuchKey)?.site();
                reply_readers(context, site.readers_from(cursor, count));
            }
            Request::Marks { user, list, cursor, count } => {
                let key = open()?;
                let site = key.value().ok_or(Error::NoSuchKey)?.site();
                let _ = (cursor, count);
                let marks = site.marks_of(user, list);
                reply_part(context, 0, marks.len());
                marks.iter().for_each(|mark| context.reply_integer(mark.to_integer()));
            }
            Request::Help => {
                context.reply_array(HELP.len());
                HELP.iter().for_each(|line| context.reply_status(line));
            }
        }
        Ok(())
    }
}

/// Reads `COUNT count`, if it is there.
fn parse_count(arguments: &mut Arguments) -> Result<usize, Error> {
    let mut count = voters::DEFAULT_COUNT;
    while let Some(option) = arguments.option()? {
        match option {
            "COUNT" => count = voters::parse_count(arguments)?,
            _ => return Err(Error::Syntax),
        }
    }
    Ok(count)
}

/// Begins a reply with the next cursor and a part of `len` elements.
fn reply_part(context: &Context, next: u64, len: usize) {
    context.reply_array(2);
    context.reply_bulk(next.to_string().as_bytes());
    context.reply_array(len);
}

fn reply_readers(context: &Context, (next, readers): (u64, Vec<Reader>)) {
    reply_part(context, next, readers.len());
    for Reader { seen: Seen { user, mark, is_silenced }, lists } in readers {
        context.reply_array(4);
        context.reply_bulk(user.as_bytes());
        context.reply_bulk(mark.to_string().as_bytes());
        context.reply_array(lists.len());
        lists.iter().for_each(|list| context.reply_bulk(list.as_bytes()));
        context.reply_integer(is_silenced.into());
    }
}

fn reply_tombstone(context: &Context, tombstone: TombstoneRecord) {
    let TombstoneRecord { id, parent, time, tally, boost, flags } = tombstone;
    let (Tally { upvotes, downvotes, score }, Flags { visibility, locked, pin: _ }) =
        (tally, flags);
    let sink: &mut dyn Sink = &mut Resp(context);
    sink.map(9, |sink| {
        sink.entry("id", id.get().into());
        sink.entry("parent", parent.map_or(0, |parent| parent.get().into()));
        sink.entry("time", time.get());
        sink.entry("upvotes", upvotes.into());
        sink.entry("downvotes", downvotes.into());
        sink.entry("score", score);
        sink.entry("boost", boost.get());
        sink.entry("hidden", visibility.number());
        sink.entry("locked", locked.into());
    });
}
