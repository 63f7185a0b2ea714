//! The interface of a command, and its way from the server's call to the reply.

use std::marker::PhantomData;

use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::spec::Spec;
use crate::ffi::{Args, Context, Handler, Refusal, register_command};

/// A command: its definition, how to parse its arguments, and what it does.
pub trait Command {
    /// The definition.
    const SPEC: Spec;

    /// The index of the key among the arguments, where the command's name is at index 0.
    const KEY_INDEX: usize = 1;

    /// The limit on the list that ends the command line, if it has one.
    const LIST_LIMIT: Option<ListLimit> = None;

    /// The parsed arguments, all within their limits.
    type Request<'a>;

    /// Parses the arguments after the key or, if the key is not the first argument, all arguments.
    ///
    /// # Errors
    ///
    /// Any that follows from the arguments alone.
    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Self::Request<'a>, Error>;

    /// Runs the command and replies.
    ///
    /// # Errors
    ///
    /// Any other. The command has then neither changed anything nor replied.
    fn run(context: &Context, args: Args, request: Self::Request<'_>) -> Result<(), Error>;
}

/// The most items that a client can list at the end of a command line. It is checked before anything
/// is parsed. A command from the primary or the append-only file may list more, because version 0.2
/// had no such limits.
#[derive(Clone, Copy, Debug)]
pub struct ListLimit {
    /// The items, for the error.
    pub what: &'static str,
    /// The number of arguments before the list, including the command's name.
    pub before: usize,
    /// The limit.
    pub max: usize,
}

impl ListLimit {
    /// The limit on a list of ids after that many arguments.
    pub const fn of_ids(before: usize) -> Self {
        Self { what: "ids", before, max: options::MAX_IDS as usize }
    }

    /// Returns an error if a command line of that many arguments exceeds the limit.
    fn check(self, args: usize) -> Result<(), Error> {
        let Self { what, before, max } = self;
        if args > before + max { Err(Error::TooMany { what, max }) } else { Ok(()) }
    }
}

/// A command without its type, for lists of commands.
#[derive(Clone, Copy)]
pub struct Registration {
    /// The definition.
    pub spec: Spec,
    /// Registers the command with the server, with the module's ACL category if there is one.
    pub register: fn(&Context, Option<&str>) -> Result<(), Refusal>,
    /// Parses the arguments that follow the command's name.
    #[cfg(test)]
    pub parse: fn(&[&[u8]]) -> Result<(), Error>,
}

impl Registration {
    /// Returns that of a command.
    pub const fn of<C: Command>() -> Self {
        Self {
            spec: C::SPEC,
            register: |context, category| {
                register_command::<Runner<C>>(context, &C::SPEC.info(C::KEY_INDEX, category))
            },
            #[cfg(test)]
            parse: |args| {
                if !C::SPEC.accepts(1 + args.len()) {
                    return Err(Error::WrongArity);
                }
                C::LIST_LIMIT.map_or(Ok(()), |limit| limit.check(1 + args.len()))?;
                parse::<C>(args.get(first_argument::<C>() - 1..).unwrap_or_default()).map(|_| ())
            },
        }
    }
}

struct Runner<C>(PhantomData<C>);

impl<C: Command> Handler for Runner<C> {
    fn handle(context: &Context, args: Args) {
        match parse_and_run::<C>(context, args) {
            Ok(()) => {}
            Err(Error::WrongArity) => context.reply_wrong_arity(),
            Err(error) => context.reply_error(&error.to_string()),
        }
    }

    fn panicked(context: &Context) {
        context.reply_error(&Error::Internal.to_string());
    }
}

fn parse_and_run<C: Command>(context: &Context, args: Args) -> Result<(), Error> {
    // Redis before 7.0 does not know the arity of a module's command.
    if !C::SPEC.accepts(args.len()) {
        return Err(Error::WrongArity);
    }
    if let Some(limit) = C::LIST_LIMIT
        && let Err(error) = limit.check(args.len())
        && !context.is_replay()
    {
        return Err(error);
    }
    let slices = args.slices_from(first_argument::<C>());
    let request = parse::<C>(&slices)?;
    C::run(context, args, request)
}

fn parse<'a, C: Command>(args: &'a [&'a [u8]]) -> Result<C::Request<'a>, Error> {
    let mut cursor = Cursor::new(args);
    let request = C::parse(&mut cursor)?;
    cursor.finish()?;
    Ok(request)
}

/// Returns the index of the first argument to parse.
const fn first_argument<C: Command>() -> usize {
    if C::KEY_INDEX == 1 { 2 } else { 1 }
}
