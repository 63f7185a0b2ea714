//! `ARTICLE.DEBUG`.

use std::ffi::CStr;

use article_site::{ItemId, Tally, TombstoneRecord};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::site_key::SiteKey;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::commands::{options, reply};
use crate::ffi::{Args, Context, Mode};

/// Checks every invariant of a site, for tests and for operators in doubt, and returns what a site
/// stores of deleted articles and comments, for exports.
pub struct Debug;

/// The subcommand.
pub enum Request {
    /// Check the site.
    Check,
    /// Return the tombstones of these ids.
    Tombstones(Vec<Option<ItemId>>),
    /// Describe the subcommands.
    Help,
}

const HELP: [&CStr; 8] = [
    c"ARTICLE.DEBUG <subcommand> [<arg>]. Subcommands are:",
    c"CHECK <key>",
    c"    Check that the site is consistent. Takes O(N*log(N)) with N articles and votes.",
    c"PLACES <key> <numids> <id> [<id> ...]",
    c"    Return what is stored of deleted articles and comments below which there are comments,",
    c"    and nil for every other id. Takes O(N*log(M)) with N ids and M such places.",
    c"HELP",
    c"    Print this help.",
];

impl Command for Debug {
    const SPEC: Spec = Spec {
        name: c"article.debug",
        summary: c"Checks that a site is consistent, or returns the places of deleted comments.",
        complexity:
            c"O(N*log(N)) where N is the number of articles, comments, and votes, or of ids",
        since: c"0.1.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Admin],
        args: &[Arg::new(
            "subcommand",
            ArgType::OneOf(&[
                Arg::new("check", ArgType::Block(&[options::KEY])).after("CHECK"),
                Arg::new("places", ArgType::Block(&[options::KEY, options::IDS])).after("PLACES"),
                Arg::new("help", ArgType::Token).after("HELP"),
            ]),
        )],
    };

    const KEY_INDEX: usize = 2;

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
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
            "HELP" => Ok(Request::Help),
            _ => Err(Error::Syntax),
        }
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let open = || {
            SiteKey::open(context, args, Self::KEY_INDEX, Mode::Read).map_err(|_| Error::WrongType)
        };
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
            Request::Help => {
                context.reply_array(HELP.len());
                HELP.iter().for_each(|line| context.reply_status(line));
            }
        }
        Ok(())
    }
}

fn reply_tombstone(context: &Context, tombstone: TombstoneRecord) {
    let TombstoneRecord { id, parent, time, tally: Tally { upvotes, downvotes, score }, boost } =
        tombstone;
    reply::map(context, 7);
    reply::integer(context, "id", id.get().into());
    reply::integer(context, "parent", parent.map_or(0, |parent| parent.get().into()));
    reply::integer(context, "time", time.get());
    reply::integer(context, "upvotes", upvotes.into());
    reply::integer(context, "downvotes", downvotes.into());
    reply::integer(context, "score", score);
    reply::integer(context, "boost", boost.get());
}
