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
    pub categories: String,
    /// The index of the key among the arguments, where the command's name is at index 0.
    pub key_index: i32,
    pub key_access: Access,
    pub arity: i32,
    pub summary: &'static CStr,
    pub complexity: &'static CStr,
    pub since: &'static CStr,
    pub args: &'static [Arg],
}

/// How a command uses its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// The name, in any case: the server is given small letters.
    pub name: &'static str,
    pub kind: ArgType,
    /// The keyword in front of it.
    pub token: Option<&'static str>,
    pub optional: bool,
    pub multiple: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgType {
    Key,
    String,
    Integer,
    UnixTime,
    Token,
    /// One of several keywords, in any case.
    Keyword(&'static [&'static str]),
    OneOf(&'static [Arg]),
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

impl ArgType {
    /// Returns the server's number of the type.
    fn number(self) -> raw::RedisModuleCommandArgType {
        use raw::{
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_BLOCK as BLOCK,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_INTEGER as INTEGER,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_KEY as KEY,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_ONEOF as ONE_OF,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_PURE_TOKEN as TOKEN,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_STRING as STRING,
            RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_UNIX_TIME as UNIX_TIME,
        };
        match self {
            Self::Key => KEY,
            Self::String => STRING,
            Self::Integer => INTEGER,
            Self::UnixTime => UNIX_TIME,
            Self::Token => TOKEN,
            Self::Keyword(_) | Self::OneOf(_) => ONE_OF,
            Self::Block(_) => BLOCK,
        }
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
        let subargs = match arg.kind {
            ArgType::Keyword(words) => {
                let word = |word| Arg::new(word, ArgType::Token).after(word);
                let words = words.iter().map(|text| self.arg(&word(text))).collect();
                self.array(words)
            }
            ArgType::OneOf(args) | ArgType::Block(args) => self.args(args),
            _ => null_mut(),
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
        laid_out.type_ = arg.kind.number();
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
