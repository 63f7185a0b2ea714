//! The interface of a command, and its way from the server's call to the reply.

use std::marker::PhantomData;

use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::spec::{Arg, Spec};
use crate::ffi::{Args, Context, Handler, Refusal, register_command};
use crate::{stats, sweeping};

/// A command: its definition, how to parse its arguments, and what it does.
pub trait Command {
    /// The definition.
    const SPEC: Spec;

    /// The index of the key among the arguments, where the command's name is at index 0.
    const KEY_INDEX: usize = 1;

    /// The limit on the list that ends the command line, if it has one.
    const LIST_LIMIT: Option<ListLimit> = None;

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

/// The most items that a client can list at the end of a command line. It is checked before
/// anything is parsed. A command from the primary or the append-only file may list more, because
/// version 0.2 had no such limits.
#[derive(Clone, Copy, Debug)]
pub struct ListLimit {
    /// The items, for the error.
    pub what: &'static str,
    /// The limit.
    pub max: usize,
}

impl ListLimit {
    /// The limit on a list of ids.
    pub const OF_IDS: Self = Self { what: "ids", max: options::MAX_IDS as usize };

    /// Returns an error if a command line of that many arguments exceeds the limit.
    fn check(self, spec: &Spec, args: usize) -> Result<(), Error> {
        let Self { what, max } = self;
        // The list is the last argument of the Spec, and the name is in front of the first.
        if args > spec.args.len() + max { Err(Error::TooMany { what, max }) } else { Ok(()) }
    }
}

/// A command without its type, for lists of commands.
#[derive(Clone, Copy)]
pub struct Registration {
    /// The definition.
    pub spec: Spec,
    /// Registers the command with the server, with the module's ACL category if there is one.
    pub register: fn(&Context, Option<&str>) -> Result<(), Refusal>,
    /// The options that only replayed commands carry.
    #[cfg(test)]
    pub replayed: &'static [Arg],
    /// Parses the arguments that follow the command's name, of a client or a replayed command.
    #[cfg(test)]
    pub parse: fn(&[&[u8]], is_replay: bool) -> Result<(), Error>,
}

impl Registration {
    /// Returns the registration of a command.
    pub const fn of<C: Command>() -> Self {
        Self {
            spec: C::SPEC,
            register: |context, category| {
                register_command::<Runner<C>>(context, &C::SPEC.info(C::KEY_INDEX, category))
            },
            #[cfg(test)]
            replayed: C::REPLAYED,
            #[cfg(test)]
            parse: |args, is_replay| {
                check_length::<C>(1 + args.len(), || is_replay)?;
                let words = args.get(C::SPEC.first_word() - 1..).unwrap_or_default();
                parse::<C>(words, || is_replay).map(|_| ())
            },
        }
    }
}

/// Runs a command that the server calls.
pub struct Runner<C>(PhantomData<C>);

impl<C: Command> Handler for Runner<C> {
    fn handle(context: &Context, args: Args) {
        if let Err(error) = parse_and_run::<C, _>(context, args, C::run) {
            reply_error(context, error);
        }
        sweeping::after_command(context, args, C::KEY_INDEX);
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
    check_length::<C>(args.len(), || context.is_replay())?;
    let words = args.slices_from(C::SPEC.first_word());
    let request = parse::<C>(&words, || context.is_replay())?;
    run(context, args, request)
}

/// Replies with the reason why a command fails.
pub fn reply_error(context: &Context, error: Error) {
    if error == Error::Site(article_site::Error::TooLong) {
        stats::READS_REFUSED.count();
    }
    match error {
        Error::WrongArity => context.reply_wrong_arity(),
        error => context.reply_error(&error.to_string()),
    }
}

/// Checks the number of arguments, including the command's name.
fn check_length<C: Command>(args: usize, is_replay: impl FnOnce() -> bool) -> Result<(), Error> {
    // Redis before 7.0 does not know the arity of a module's command.
    if !C::SPEC.accepts(args) {
        return Err(Error::WrongArity);
    }
    match C::LIST_LIMIT.map_or(Ok(()), |limit| limit.check(&C::SPEC, args)) {
        Err(error) if !is_replay() => Err(error),
        _ => Ok(()),
    }
}

fn parse<'a, C: Command>(
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
