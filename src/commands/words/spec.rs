//! The definition of a command as data, from which its registration and documentation follow.

use std::ffi::CStr;

use crate::commands::contract::returns::Returns;
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
    /// The time complexity.
    pub complexity: &'static CStr,
    /// The first version of the module with this command.
    pub since: &'static CStr,
    /// The number of arguments, including the name. If negative, the minimum.
    pub arity: i32,
    /// How the command uses its key.
    pub access: Access,
    /// Its other properties.
    pub flags: &'static [Flag],
    /// Its arguments.
    pub args: &'static [Arg],
    /// Its reply.
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
    /// It is for administrators.
    Admin,
    /// It may have the client wait.
    Blocking,
    /// It bypasses the rules of voting.
    Dangerous,
}

impl Spec {
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

    /// Describes the command to the server, with the module's own ACL category if there is one.
    pub fn info(&self, key_index: usize, category: Option<&str>) -> CommandInfo {
        let mut categories = self.categories();
        categories.extend(category);
        CommandInfo {
            name: self.name,
            flags: self.flags(),
            categories: categories.join(" "),
            key_index: key_index as i32,
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
                Flag::Dangerous => None,
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
