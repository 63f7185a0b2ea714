//! Commands as a list has them.

use crate::commands::run::call::{Call, Server};
use crate::commands::run::command::{Command, Runner, check_length, parse};
use crate::commands::run::outcome::Outcome;
use crate::commands::run::write::{Write, Writing, change};
use crate::commands::words::error::Error;
use crate::commands::words::spec::{Arg, Spec};
use crate::datatype::StoredSite;
use crate::ffi::{Context, Refusal, register_command};

/// A command without its type, for lists of commands. What follows the first two fields runs
/// without a server, in tests and fuzzers.
#[derive(Clone, Copy)]
#[cfg_attr(not(any(test, feature = "fuzzing")), allow(dead_code))]
pub struct Registration {
    pub spec: Spec,
    /// Registers the command with the server, with the module's ACL category if there is one.
    pub register: fn(&Context, Option<&str>) -> Result<(), Refusal>,
    /// The options that only replayed commands carry.
    pub replayed: &'static [Arg],
    /// Parses the arguments that follow the command's name, of a client or a replayed command.
    pub parse: fn(&[&[u8]], is_replay: bool) -> Result<(), Error>,
    /// Runs a command that writes without a server.
    pub write: Option<RunOn>,
}

/// Runs a command with some arguments on a site, which is new or not.
pub type RunOn = fn(&mut StoredSite, &[&[u8]], &dyn Server, bool) -> Result<Outcome, Error>;

impl Registration {
    /// Returns the registration of a command that writes.
    pub const fn of_write<W: Write>() -> Self {
        Self {
            write: Some(|stored, args, server, is_new| {
                check_length::<Writing<W>>(1 + args.len())?;
                let words = args.get(1..).unwrap_or_default();
                let parsed = parse::<Writing<W>>(words, || server.is_replay());
                let (mut request, replayed) = parsed?;
                change::<W>(stored, &mut request, Call::new(server, is_new, replayed))
            }),
            ..Self::of::<Writing<W>>()
        }
    }

    /// Returns the registration of a command.
    pub const fn of<C: Command>() -> Self {
        Self {
            spec: C::SPEC,
            register: |context, category| {
                register_command::<Runner<C>>(context, &C::SPEC.info(category))
            },
            replayed: C::REPLAYED,
            parse: |args, is_replay| {
                check_length::<C>(1 + args.len())?;
                let words = args.get(C::SPEC.first_word() - 1..).unwrap_or_default();
                parse::<C>(words, || is_replay).map(|_| ())
            },
            write: None,
        }
    }
}
