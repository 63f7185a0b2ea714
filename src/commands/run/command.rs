//! The interface of a command, and its way from the server's call to the reply.

use std::marker::PhantomData;

use crate::commands::reply::kept_maps;
use crate::ffi::{Args, Context, Handler};
use crate::stats;
// What all commands use.
pub use article_site::Error as SiteError;

pub use crate::commands::contract::returns;
pub use crate::commands::words::arguments::Arguments;
pub use crate::commands::words::error::Error;
pub use crate::commands::words::options;
pub(crate) use crate::commands::words::spec::args;
pub use crate::commands::words::spec::{Arg, ArgType, Flag, Spec};

/// A command: its definition, how to parse its arguments, and what it does.
pub trait Command {
    const SPEC: Spec;

    /// The options that only replayed commands carry. From clients they are unknown options.
    const REPLAYED: &'static [Arg] = &[];

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key or, if the key is not the first argument, all arguments.
    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error>;

    /// Runs the command and replies.
    ///
    /// # Errors
    ///
    /// Any other. The command has then neither changed anything nor replied.
    fn run(context: &Context, args: Args, request: Self::Request<'_>) -> Result<(), Error>;
}

/// Runs a command that the server calls.
pub struct Runner<C>(PhantomData<C>);

impl<C: Command> Handler for Runner<C> {
    fn handle(context: &Context, args: Args) {
        if let Err(error) = parse_and_run::<C, _>(context, args, C::run) {
            reply_error(context, error);
        }
    }

    fn panicked(context: &Context) {
        context.reply_error(&Error::Internal.to_string());
    }
}

/// Parses the arguments of a command, and passes the request to `run`.
pub fn parse_and_run<C: Command, R>(
    context: &Context,
    args: Args,
    run: impl FnOnce(&Context, Args, C::Request<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    check_length::<C>(args.len())?;
    let words = args.slices_from(C::SPEC.first_word());
    let request = parse::<C>(&words, || context.is_replay())?;
    let result = run(context, args, request);
    kept_maps::keep_noted(context, args);
    result
}

/// Replies with the reason why a command fails.
pub fn reply_error(context: &Context, error: Error) {
    if matches!(error, Error::Site(article_site::Error::TooLong) | Error::ReplyTooLong) {
        stats::READS_REFUSED.count();
    }
    match error {
        Error::WrongArity => context.reply_wrong_arity(),
        error => context.reply_error(&error.to_string()),
    }
}

/// Checks the number of arguments, including the command's name. Redis before 7.0 does not know
/// the arity of a module's command.
pub fn check_length<C: Command>(args: usize) -> Result<(), Error> {
    if C::SPEC.accepts(args) { Ok(()) } else { Err(Error::WrongArity) }
}

/// Parses the words after the key or, if the key is not the first argument, after the command's
/// name.
pub fn parse<'a, C: Command>(
    words: &'a [&'a [u8]],
    is_replay: impl FnOnce() -> bool,
) -> Result<C::Request<'a>, Error> {
    match parse_with::<C>(&[], words) {
        // Whether a command is replayed takes the server some time to say.
        Err(_) if !C::REPLAYED.is_empty() && is_replay() => parse_with::<C>(C::REPLAYED, words),
        request => request,
    }
}

fn parse_with<'a, C: Command>(
    replayed: &'static [Arg],
    words: &'a [&'a [u8]],
) -> Result<C::Request<'a>, Error> {
    let mut arguments = Arguments::new(const { &C::SPEC }, replayed, words);
    // A request can be large, so it is not moved out of the result.
    let request = C::parse(&mut arguments);
    if request.is_ok() {
        arguments.finish()?;
    }
    request
}
