//! The description of a command, as `COMMAND INFO` and `COMMAND DOCS` show it.

use std::ffi::{CStr, CString, c_int};
use std::ptr::null_mut;

use redis_module::raw;

/// A command as the server knows it.
#[derive(Clone, Debug)]
pub struct CommandInfo {
    pub name: &'static CStr,
    /// The flags of `RedisModule_CreateCommand`, and those for servers that do not know them all.
    pub flags: [String; 2],
    /// The ACL categories.
    pub categories: String,
    /// The index of the key among the arguments, where the command's name is at index 0.
    pub key_index: i32,
    /// How the command uses the key.
    pub key_access: Access,
    /// The number of arguments, including the name. If negative, the minimum.
    pub arity: i32,
    /// A line that says what the command does.
    pub summary: &'static CStr,
    /// The time complexity.
    pub complexity: &'static CStr,
    /// The first version of the module with this command.
    pub since: &'static CStr,
    /// The arguments.
    pub args: &'static [Arg],
}

/// How a command uses its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It reads the key.
    Read,
    /// It reads and updates the key.
    Write,
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The name, in any case: the server is given small letters.
    pub name: &'static str,
    pub kind: ArgType,
    /// The keyword in front of it.
    pub token: Option<&'static str>,
    /// Whether it may be left out.
    pub optional: bool,
    /// Whether it may be repeated.
    pub multiple: bool,
}

/// The type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgType {
    /// The name of a key.
    Key,
    /// Any bytes.
    String,
    /// A decimal integer.
    Integer,
    /// A time in UNIX seconds.
    UnixTime,
    /// The keyword itself.
    Token,
    /// One of several keywords, in any case.
    Keyword(&'static [&'static str]),
    /// One of several arguments.
    OneOf(&'static [Arg]),
    /// Several arguments in a row.
    Block(&'static [Arg]),
}

impl Arg {
    /// Describes an argument that must be given, once.
    pub const fn new(name: &'static str, kind: ArgType) -> Self {
        Self { name, kind, token: None, optional: false, multiple: false }
    }

    /// Describes an option: a keyword, and the argument of the same name that follows it.
    pub const fn option(token: &'static str, kind: ArgType) -> Self {
        Self::new(token, kind).after(token).optional()
    }

    /// Describes an option that is a keyword alone.
    pub const fn flag(token: &'static str) -> Self {
        Self::option(token, ArgType::Token)
    }

    /// Puts a keyword in front.
    #[must_use]
    pub const fn after(self, token: &'static str) -> Self {
        Self { token: Some(token), ..self }
    }

    /// Allows to leave it out.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }

    /// Allows to repeat it.
    #[must_use]
    pub const fn multiple(self) -> Self {
        Self { multiple: true, ..self }
    }
}

type SetCommandInfo = unsafe extern "C" fn(
    *mut raw::RedisModuleCommand,
    *const raw::RedisModuleCommandInfo,
) -> c_int;

impl CommandInfo {
    /// Passes the description to the server, which copies it. Returns false if it refuses.
    pub(super) fn describe(
        &self,
        command: *mut raw::RedisModuleCommand,
        set: SetCommandInfo,
    ) -> bool {
        let version = raw::RedisModuleCommandInfoVersion {
            version: 1,
            sizeof_historyentry: size_of::<raw::RedisModuleCommandHistoryEntry>(),
            sizeof_keyspec: size_of::<raw::RedisModuleCommandKeySpec>(),
            sizeof_arg: size_of::<raw::RedisModuleCommandArg>(),
        };
        let key_flags = match self.key_access {
            Access::Read => raw::REDISMODULE_CMD_KEY_RO | raw::REDISMODULE_CMD_KEY_ACCESS,
            Access::Write => {
                raw::REDISMODULE_CMD_KEY_RW
                    | raw::REDISMODULE_CMD_KEY_ACCESS
                    | raw::REDISMODULE_CMD_KEY_UPDATE
            }
        };
        // SAFETY: all-zero bytes are valid for these structures of integers, pointers and unions
        // of both. A zeroed entry ends an array.
        let (mut key_specs, mut info): ([raw::RedisModuleCommandKeySpec; 2], _) =
            unsafe { (std::mem::zeroed(), std::mem::zeroed::<raw::RedisModuleCommandInfo>()) };
        let [key_spec, _] = &mut key_specs;
        key_spec.flags = key_flags.into();
        key_spec.begin_search_type =
            raw::RedisModuleKeySpecBeginSearchType_REDISMODULE_KSPEC_BS_INDEX;
        key_spec.bs.index.pos = self.key_index;
        key_spec.find_keys_type = raw::RedisModuleKeySpecFindKeysType_REDISMODULE_KSPEC_FK_RANGE;
        key_spec.fk.range.lastkey = 0;
        key_spec.fk.range.keystep = 1;
        key_spec.fk.range.limit = 0;

        let mut layout = Layout::default();
        info.version = &raw const version;
        info.summary = self.summary.as_ptr();
        info.complexity = self.complexity.as_ptr();
        info.since = self.since.as_ptr();
        info.arity = self.arity;
        info.key_specs = key_specs.as_mut_ptr();
        info.args = layout.args(self.args);
        // SAFETY: everything that the structure points to lives until the call returns.
        unsafe { set(command, &raw const info) == raw::REDISMODULE_OK as c_int }
    }
}

/// The memory behind arguments in C's layout.
#[derive(Default)]
struct Layout {
    arrays: Vec<Box<[raw::RedisModuleCommandArg]>>,
    texts: Vec<CString>,
}

impl Layout {
    /// Lays out arguments as an array that a zeroed entry ends.
    fn args(&mut self, args: &[Arg]) -> *mut raw::RedisModuleCommandArg {
        let array = args.iter().map(|arg| self.arg(arg)).collect();
        self.array(array)
    }

    fn array(
        &mut self,
        mut array: Vec<raw::RedisModuleCommandArg>,
    ) -> *mut raw::RedisModuleCommandArg {
        // SAFETY: all-zero bytes are valid for this structure of integers and pointers.
        array.push(unsafe { std::mem::zeroed() });
        self.arrays.push(array.into_boxed_slice());
        self.arrays.last_mut().map_or(null_mut(), |array| array.as_mut_ptr())
    }

    fn arg(&mut self, arg: &Arg) -> raw::RedisModuleCommandArg {
        let (kind, subargs) = match arg.kind {
            ArgType::Key => (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_KEY, null_mut()),
            ArgType::String => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_STRING, null_mut())
            }
            ArgType::Integer => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_INTEGER, null_mut())
            }
            ArgType::UnixTime => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_UNIX_TIME, null_mut())
            }
            ArgType::Token => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_PURE_TOKEN, null_mut())
            }
            ArgType::Keyword(words) => {
                let word = |word| Arg::new(word, ArgType::Token).after(word);
                let words = words.iter().map(|text| self.arg(&word(text))).collect();
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_ONEOF, self.array(words))
            }
            ArgType::OneOf(args) => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_ONEOF, self.args(args))
            }
            ArgType::Block(args) => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_BLOCK, self.args(args))
            }
        };
        let mut flags = raw::REDISMODULE_CMD_ARG_NONE;
        if arg.optional {
            flags |= raw::REDISMODULE_CMD_ARG_OPTIONAL;
        }
        if arg.multiple {
            flags |= raw::REDISMODULE_CMD_ARG_MULTIPLE;
        }
        // SAFETY: as above.
        let mut laid_out: raw::RedisModuleCommandArg = unsafe { std::mem::zeroed() };
        laid_out.name = self.text(arg.name.to_ascii_lowercase());
        laid_out.type_ = kind;
        laid_out.key_spec_index = if matches!(arg.kind, ArgType::Key) { 0 } else { -1 };
        if let Some(token) = arg.token {
            laid_out.token = self.text(token.to_ascii_uppercase());
        }
        laid_out.flags = flags as c_int;
        laid_out.subargs = subargs;
        laid_out
    }

    fn text(&mut self, text: String) -> *const std::ffi::c_char {
        // The bytes of a CString do not move with it.
        self.texts.push(CString::new(text).unwrap_or_default());
        self.texts.last().map_or(std::ptr::null(), |text| text.as_ptr())
    }
}
