//! `ARTICLE.DEBUG`.

use std::ffi::CStr;

use crate::commands::run::command::*;
use crate::commands::run::site_key::SiteKey;
use crate::ffi::{Args, Context};

/// Checks every invariant of a site, for tests and for operators in doubt.
pub struct Debug;

pub enum Request {
    Check,
    Help,
}

const HELP: [&CStr; 5] = [
    c"ARTICLE.DEBUG <subcommand> [<arg>]. Subcommands are:",
    c"CHECK <key>",
    c"    Check that the site is consistent. Takes O(N*log(N)) with N articles and votes.",
    c"HELP",
    c"    Print this help.",
];

impl Command for Debug {
    const SPEC: Spec = Spec {
        name: c"article.debug",
        summary: c"Checks that a site is consistent.",
        complexity: c"O(N*log(N)) where N is the number of articles, comments, and votes",
        arity: -2,
        flags: &[Flag::Admin],
        args: &[Arg::new(
            "subcommand",
            ArgType::OneOf(&[
                Arg::new("check", ArgType::Block(&[options::KEY])).after("CHECK"),
                Arg::new("help", ArgType::Token).after("HELP"),
            ]),
        )],
        reply: returns::DEBUG,
        errors: &[Error::NoSuchKey],
        ..Spec::READ
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        match arguments.subcommand()? {
            "CHECK" => {
                // The key is opened by its index.
                arguments.text()?;
                Ok(Request::Check)
            }
            "HELP" => Ok(Request::Help),
            _ => Err(Error::Syntax),
        }
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        match request {
            Request::Check => {
                let key = SiteKey::open(context, args, Self::SPEC.key_index())?;
                let stored = key.value().ok_or(Error::NoSuchKey)?;
                stored.site().check().map_err(Error::Inconsistent)?;
                context.reply_status(c"OK");
            }
            Request::Help => {
                context.reply_array(HELP.len());
                HELP.iter().for_each(|line| context.reply_status(line));
            }
        }
        Ok(())
    }
}
