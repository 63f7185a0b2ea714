//! The definition of a command as data, from which its registration and documentation follow.

use std::ffi::CStr;

use crate::commands::contract::returns::{self, Returns};
pub use crate::commands::words::argument::{Arg, ArgType};
use crate::commands::words::error::Error;
pub use crate::ffi::Access;
use crate::ffi::CommandInfo;

/// The definition of a command.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name in small letters, which is also the name of the command's keyspace event.
    pub name: &'static CStr,
    /// A line for `COMMAND DOCS`.
    pub summary: &'static CStr,
    pub complexity: &'static CStr,
    /// The first version of the module with this command.
    pub since: &'static CStr,
    /// The number of arguments, including the name. If negative, the minimum.
    pub arity: i32,
    pub access: Access,
    pub flags: &'static [Flag],
    pub args: &'static [Arg],
    #[cfg_attr(not(test), allow(dead_code))]
    pub reply: Returns,
    /// The errors that it has besides those that all commands have.
    #[cfg_attr(not(test), allow(dead_code))]
    pub errors: &'static [Error],
}

/// A property of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It takes constant or logarithmic time.
    Fast,
    /// It may need memory: the server refuses it when memory runs out.
    Memory,
    Admin,
    /// It may have the client wait.
    Blocking,
    /// It bypasses the rules of voting.
    Dangerous,
    /// It creates its key, so one that exists is an error, whatever its type.
    Creates,
}

/// Joins lists of arguments to one.
macro_rules! args {
    ($($list:expr),* $(,)?) => {{
        use $crate::commands::words::spec;
        const LISTS: &[&[spec::Arg]] = &[$($list),*];
        const ARGS: [spec::Arg; spec::total(LISTS)] = spec::join(LISTS);
        &ARGS
    }};
}
pub(crate) use args;

/// Returns the number of arguments in all of these lists.
#[allow(clippy::indexing_slicing)] // Evaluated at compile time.
pub const fn total(lists: &[&[Arg]]) -> usize {
    let (mut total, mut list) = (0, 0);
    while list < lists.len() {
        total += lists[list].len();
        list += 1;
    }
    total
}

/// Returns the arguments of all of these lists.
#[allow(clippy::indexing_slicing)] // Evaluated at compile time.
pub const fn join<const N: usize>(lists: &[&[Arg]]) -> [Arg; N] {
    let mut args = [Arg::flag(""); N];
    let (mut list, mut index, mut joined) = (0, 0, 0);
    while joined < N {
        if index < lists[list].len() {
            args[joined] = lists[list][index];
            joined += 1;
            index += 1;
        } else {
            list += 1;
            index = 0;
        }
    }
    args
}

/// The format of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The protocol of the client.
    #[default]
    Resp,
    Json,
}

impl Spec {
    /// What commands that read have in common.
    pub const READ: Self = Self {
        name: c"",
        summary: c"",
        complexity: c"",
        since: c"1.0.0",
        arity: -2,
        access: Access::Read,
        flags: &[],
        args: &[],
        reply: returns::OK,
        errors: &[],
    };
    /// What commands that write have in common.
    pub const WRITE: Self = Self { access: Access::Write, ..Self::READ };

    /// Returns the index of the first argument that the command parses, where the command's name
    /// is at index 0. A key that comes first is opened by its index.
    pub const fn first_word(&self) -> usize {
        if matches!(self.args, [Arg { kind: ArgType::Key, .. }, ..]) { 2 } else { 1 }
    }

    /// Returns whether the command takes that number of arguments, including the name.
    pub fn accepts(&self, args: usize) -> bool {
        let arity = self.arity.unsigned_abs() as usize;
        if self.arity < 0 { args >= arity } else { args == arity }
    }

    /// Returns the index of the key. It comes first, or after a subcommand.
    pub const fn key_index(&self) -> usize {
        if self.first_word() == 2 { 1 } else { 2 }
    }

    /// Describes the command to the server, with the module's own ACL category if there is one.
    pub fn info(&self, category: Option<&str>) -> CommandInfo {
        let mut categories = self.categories();
        categories.extend(category);
        CommandInfo {
            name: self.name,
            flags: self.flags(),
            categories: categories.join(" "),
            key_index: self.key_index() as i32,
            key_access: self.access,
            arity: self.arity,
            summary: self.summary,
            complexity: self.complexity,
            since: self.since,
            args: self.args,
        }
    }

    /// Returns the flags, and those for Redis before 7.0.
    pub fn flags(&self) -> [String; 2] {
        let flags = |is_old: bool| {
            let mut flags = vec![match self.access {
                Access::Read => "readonly",
                Access::Write => "write",
            }];
            flags.extend(self.flags.iter().filter_map(|flag| match flag {
                Flag::Fast => Some("fast"),
                Flag::Memory => Some("deny-oom"),
                Flag::Admin => Some("admin"),
                Flag::Blocking => (!is_old).then_some("blocking"),
                Flag::Dangerous | Flag::Creates => None,
            }));
            flags.join(" ")
        };
        [flags(false), flags(true)]
    }

    /// Returns the ACL categories that follow from the flags, as for the server's own commands. An
    /// administrator's command is in neither read nor write, like the server's DEBUG.
    pub fn categories(&self) -> Vec<&str> {
        let is = |flag| self.flags.contains(&flag);
        let mut categories = vec![if is(Flag::Fast) { "fast" } else { "slow" }];
        categories.push(match self.access {
            _ if is(Flag::Admin) => "admin",
            Access::Read => "read",
            Access::Write => "write",
        });
        if is(Flag::Blocking) {
            categories.push("blocking");
        }
        if is(Flag::Admin) || is(Flag::Dangerous) {
            categories.push("dangerous");
        }
        categories
    }
}
