//! What a command is, as data: the server's registration, documentation and hints are made of it.

use std::ffi::CStr;

/// A command's definition. Texts are C strings, since the server takes them as they are.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The name in small letters, as the server lists it; also the name of its keyspace event.
    pub name: &'static CStr,
    /// One line for `COMMAND DOCS`.
    pub summary: &'static CStr,
    /// The time it takes, in terms of its sizes.
    pub complexity: &'static CStr,
    /// The module's version that had it first.
    pub since: &'static CStr,
    /// The number of arguments, the name included; negative where that is the least.
    pub arity: i32,
    /// What it does with its key, which is always the first argument.
    pub access: Access,
    /// What else the server is to know.
    pub flags: &'static [Flag],
    /// The arguments.
    pub args: &'static [Arg],
}

/// What a command does with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads.
    Read,
    /// It reads and changes.
    Write,
}

/// What a command is besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It takes constant or logarithmic time.
    Fast,
    /// It may take memory: it is refused when the server has used up its own.
    Memory,
    /// It is for administrators.
    Admin,
    /// It goes around the rules by which users vote.
    Dangerous,
}

impl Spec {
    /// The flags of `RedisModule_CreateCommand`.
    pub fn flags(&self) -> String {
        let mut flags = vec![match self.access {
            Access::Read => "readonly",
            Access::Write => "write",
        }];
        flags.extend(self.flags.iter().filter_map(|mark| match mark {
            Flag::Fast => Some("fast"),
            Flag::Memory => Some("deny-oom"),
            Flag::Admin => Some("admin"),
            Flag::Dangerous => None,
        }));
        flags.join(" ")
    }

    /// The ACL categories that follow from the flags, as for the server's own commands: one for
    /// administrators is not for those who may read, as DEBUG is not.
    pub fn categories(&self) -> String {
        let is = |mark| self.flags.contains(&mark);
        let mut categories = vec![if is(Flag::Fast) { "fast" } else { "slow" }];
        categories.push(match self.access {
            _ if is(Flag::Admin) => "admin",
            Access::Read => "read",
            Access::Write => "write",
        });
        if is(Flag::Admin) || is(Flag::Dangerous) {
            categories.push("dangerous");
        }
        categories.join(" ")
    }

    /// The index of the key among the arguments, the command's name being the first of them.
    pub fn key_index(&self) -> i32 {
        let before = self.args.iter().take_while(|arg| !matches!(arg.kind, ArgType::Key));
        before.count() as i32 + 1
    }
}

/// One argument.
#[derive(Clone, Copy, Debug)]
pub struct Arg {
    /// What it is called.
    pub name: &'static CStr,
    /// What it is.
    pub kind: ArgType,
    /// The word that stands before it.
    pub token: Option<&'static CStr>,
    /// It may be left out.
    pub optional: bool,
    /// It may be repeated.
    pub multiple: bool,
}

/// What an argument is.
#[derive(Clone, Copy, Debug)]
pub enum ArgType {
    /// The name of a key.
    Key,
    /// Any bytes.
    String,
    /// A decimal integer.
    Integer,
    /// A time in UNIX seconds.
    UnixTime,
    /// The word itself.
    Token,
    /// One of several.
    OneOf(&'static [Arg]),
    /// Several in a row.
    Block(&'static [Arg]),
}

impl Arg {
    /// The site.
    pub const KEY: Self = Self::new(c"key", ArgType::Key);

    /// An argument that must be given, once.
    pub const fn new(name: &'static CStr, kind: ArgType) -> Self {
        Self { name, kind, token: None, optional: false, multiple: false }
    }

    /// A word.
    pub const fn word(name: &'static CStr, token: &'static CStr) -> Self {
        Self { token: Some(token), ..Self::new(name, ArgType::Token) }
    }

    /// The argument behind a word.
    #[must_use]
    pub const fn after(self, token: &'static CStr) -> Self {
        Self { token: Some(token), ..self }
    }

    /// The argument, which may be left out.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// The argument, which may be repeated.
    #[must_use]
    pub const fn multiple(self) -> Self {
        Self { multiple: true, ..self }
    }
}
