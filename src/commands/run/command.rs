//! The interface of a command, and its way from the server's call to the reply.

use std::marker::PhantomData;

use article_site::{Budget, Site, UnixTime};

use crate::commands::reply::kept_maps;
use crate::commands::run::site_key::{now, open};
use crate::commands::words::format::Format;
use crate::config::read_budget;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, Handler};
use crate::stats;
// What most commands use.
pub use crate::commands::contract::returns;
pub use crate::commands::reply::Sink;
pub use crate::commands::words::arguments::Arguments;
pub use crate::commands::words::error::Error;
pub use crate::commands::words::options;
pub use crate::commands::words::spec::{Access, Arg, ArgType, Flag, Spec};

/// A command: its definition, how to parse its arguments, and what it does.
pub trait Command {
    /// The definition.
    const SPEC: Spec;

    /// The index of the key among the arguments, where the command's name is at index 0.
    const KEY_INDEX: usize = 1;

    /// The options that only replayed commands carry. From clients they are unknown options.
    const REPLAYED: &'static [Arg] = &[];

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key or, if the key is not the first argument, all arguments.
    ///
    /// # Errors
    ///
    /// Any that follows from the arguments alone.
    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error>;

    /// Runs the command and replies.
    ///
    /// # Errors
    ///
    /// Any other. The command has then neither changed anything nor replied.
    fn run(context: &Context, args: Args, request: Self::Request<'_>) -> Result<(), Error>;
}

/// A command that only reads.
pub trait Read {
    /// The definition.
    const SPEC: Spec;

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key.
    ///
    /// # Errors
    ///
    /// Any that follows from the arguments alone.
    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error>;

    /// Checks how the arguments go together, before the key is opened.
    ///
    /// # Errors
    ///
    /// As [`Read::parse`].
    fn check(_request: &mut Self::Request<'_>) -> Result<(), Error> {
        Ok(())
    }

    /// Writes the reply.
    ///
    /// # Errors
    ///
    /// Any other. Nothing has been written then.
    fn read(
        reading: Reading<'_>,
        request: Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error>;
}

/// What a command reads.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The site, if the key exists.
    pub stored: Option<&'a StoredSite>,
    /// The time at which the command runs.
    pub now: UnixTime,
    /// How much it may visit.
    pub budget: &'a Budget,
}

impl<'a> Reading<'a> {
    /// Returns the site, if the key exists.
    pub fn site(&self) -> Option<&'a Site> {
        self.stored.map(StoredSite::site)
    }
}

impl<R: Read> Command for R {
    const SPEC: Spec = R::SPEC;

    type Request<'a> = (R::Request<'a>, Format);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let request = R::parse(arguments)?;
        Ok((request, arguments.format()?))
    }

    fn run(
        context: &Context,
        args: Args,
        (mut request, format): Self::Request<'_>,
    ) -> Result<(), Error> {
        R::check(&mut request)?;
        let key = open(context, args)?;
        let budget = read_budget();
        let reading = Reading { stored: key.value(), now: now(context), budget: &budget };
        format.reply(context, |sink| R::read(reading, request, sink))
    }
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
///
/// # Errors
///
/// Those of the arguments and of `run`.
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
///
/// # Errors
///
/// Those of the arguments.
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
