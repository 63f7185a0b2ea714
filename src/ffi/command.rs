//! Commands: their registration, their arguments, and the way from the server to their code.

use std::ffi::{CStr, CString, c_char, c_int};

use redis_module::raw;

use super::args::Args;
use super::context::Context;
use super::{api, catch_panic};
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Spec};

/// A command: what the server is to know about it, and what it does.
pub trait Command {
    /// Its only definition: registration, documentation and hints come from here.
    const SPEC: Spec;

    /// Runs it and replies.
    ///
    /// # Errors
    ///
    /// What to answer in place of a reply; nothing has been changed then, nor replied.
    fn run(context: &Context, args: Args) -> Result<(), Error>;
}

extern "C" fn entry<C: Command>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    // SAFETY: the server passes a valid context, and `argc` valid strings.
    let (context, args) = unsafe {
        let len = usize::try_from(argc).unwrap_or(0);
        (Context::new(context), Args::new(argv, len))
    };
    match catch_panic(Err(Error::Internal), || C::run(&context, args)) {
        Ok(()) => {}
        Err(Error::WrongArity) => context.reply_wrong_arity(),
        Err(error) => context.reply_error(&error.to_string()),
    }
    raw::REDISMODULE_OK as c_int
}

/// Registers a command with all that the server can be told about it. False if it refused.
pub fn register_command<C: Command>(context: &Context, category: Option<&str>) -> bool {
    let spec = C::SPEC;
    let Ok(flags) = CString::new(spec.flags()) else { return false };
    let ok = raw::REDISMODULE_OK as c_int;
    // SAFETY: the texts end with a NUL and are copied by the server.
    let created = unsafe {
        api!(RedisModule_CreateCommand)(
            context.raw,
            spec.name.as_ptr(),
            Some(entry::<C>),
            flags.as_ptr(),
            spec.key_index(),
            spec.key_index(),
            1,
        )
    };
    if created != ok {
        return false;
    }
    // SAFETY: the pointers were set before the module's load function ran.
    let (get, set_info, set_categories) = unsafe {
        (
            raw::RedisModule_GetCommand,
            raw::RedisModule_SetCommandInfo,
            raw::RedisModule_SetCommandACLCategories,
        )
    };
    let Some(get) = get else { return true };
    // SAFETY: the command was just created under that name.
    let command = unsafe { get(context.raw, spec.name.as_ptr()) };
    if command.is_null() {
        return false;
    }
    if set_info.is_some_and(|set| !describe(&spec, command, set)) {
        return false;
    }
    let categories = [spec.categories().as_str(), category.unwrap_or_default()].join(" ");
    let Ok(categories) = CString::new(categories.trim_end()) else { return false };
    // SAFETY: the command is valid; the text is copied.
    set_categories.is_none_or(|set| unsafe { set(command, categories.as_ptr()) } == ok)
}

/// Makes an ACL category of the module's own, where the server has such. False if it has not.
pub fn add_category(context: &Context, name: &CStr) -> bool {
    // SAFETY: the context is that of the load function; the text ends with a NUL.
    unsafe {
        raw::RedisModule_AddACLCategory
            .is_some_and(|add| add(context.raw, name.as_ptr()) == raw::REDISMODULE_OK as c_int)
    }
}

type SetCommandInfo = unsafe extern "C" fn(
    *mut raw::RedisModuleCommand,
    *const raw::RedisModuleCommandInfo,
) -> c_int;

/// Gives the server the documentation of a command. It copies everything.
fn describe(spec: &Spec, command: *mut raw::RedisModuleCommand, set: SetCommandInfo) -> bool {
    let version = raw::RedisModuleCommandInfoVersion {
        version: 1,
        sizeof_historyentry: size_of::<raw::RedisModuleCommandHistoryEntry>(),
        sizeof_keyspec: size_of::<raw::RedisModuleCommandKeySpec>(),
        sizeof_arg: size_of::<raw::RedisModuleCommandArg>(),
    };
    let key_flags = match spec.access {
        Access::Read => raw::REDISMODULE_CMD_KEY_RO | raw::REDISMODULE_CMD_KEY_ACCESS,
        Access::Write => {
            raw::REDISMODULE_CMD_KEY_RW
                | raw::REDISMODULE_CMD_KEY_ACCESS
                | raw::REDISMODULE_CMD_KEY_UPDATE
        }
    };
    // SAFETY: these are structures of integers, pointers and unions of both, for which zero is a
    // value; an array of them ends with one of zeros.
    let (mut key_specs, mut info): ([raw::RedisModuleCommandKeySpec; 2], _) =
        unsafe { (std::mem::zeroed(), std::mem::zeroed::<raw::RedisModuleCommandInfo>()) };
    let [key_spec, _] = &mut key_specs;
    key_spec.flags = key_flags.into();
    key_spec.begin_search_type = raw::RedisModuleKeySpecBeginSearchType_REDISMODULE_KSPEC_BS_INDEX;
    key_spec.bs.index.pos = spec.key_index();
    key_spec.find_keys_type = raw::RedisModuleKeySpecFindKeysType_REDISMODULE_KSPEC_FK_RANGE;
    key_spec.fk.range.lastkey = 0;
    key_spec.fk.range.keystep = 1;
    key_spec.fk.range.limit = 0;

    let mut blocks = Vec::new();
    info.version = &raw const version;
    info.summary = spec.summary.as_ptr();
    info.complexity = spec.complexity.as_ptr();
    info.since = spec.since.as_ptr();
    info.arity = spec.arity;
    info.key_specs = key_specs.as_mut_ptr();
    info.args = lay_out(spec.args, &mut blocks);
    // SAFETY: all that the structure points to is alive until the call returns.
    unsafe { set(command, &raw const info) == raw::REDISMODULE_OK as c_int }
}

/// Lays arguments out as C has them. The arrays, which end with zeros, are kept in `blocks`.
fn lay_out(
    args: &[Arg],
    blocks: &mut Vec<Box<[raw::RedisModuleCommandArg]>>,
) -> *mut raw::RedisModuleCommandArg {
    let text = |text: Option<&CStr>| text.map_or(std::ptr::null::<c_char>(), CStr::as_ptr);
    let mut block: Vec<raw::RedisModuleCommandArg> = Vec::with_capacity(args.len() + 1);
    for arg in args {
        let (kind, subargs) = match arg.kind {
            ArgType::Key => (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_KEY, None),
            ArgType::String => (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_STRING, None),
            ArgType::Integer => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_INTEGER, None)
            }
            ArgType::UnixTime => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_UNIX_TIME, None)
            }
            ArgType::Token => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_PURE_TOKEN, None)
            }
            ArgType::OneOf(of) => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_ONEOF, Some(of))
            }
            ArgType::Block(of) => {
                (raw::RedisModuleCommandArgType_REDISMODULE_ARG_TYPE_BLOCK, Some(of))
            }
        };
        let mut flags = raw::REDISMODULE_CMD_ARG_NONE;
        if arg.optional {
            flags |= raw::REDISMODULE_CMD_ARG_OPTIONAL;
        }
        if arg.multiple {
            flags |= raw::REDISMODULE_CMD_ARG_MULTIPLE;
        }
        // SAFETY: zero is a value of this structure of integers and pointers.
        let mut laid_out: raw::RedisModuleCommandArg = unsafe { std::mem::zeroed() };
        laid_out.name = arg.name.as_ptr();
        laid_out.type_ = kind;
        laid_out.key_spec_index = if matches!(arg.kind, ArgType::Key) { 0 } else { -1 };
        laid_out.token = text(arg.token);
        laid_out.flags = flags as c_int;
        laid_out.subargs =
            subargs.map_or(std::ptr::null_mut(), |subargs| lay_out(subargs, blocks));
        block.push(laid_out);
    }
    // SAFETY: as above.
    block.push(unsafe { std::mem::zeroed() });
    blocks.push(block.into_boxed_slice());
    blocks.last_mut().map_or(std::ptr::null_mut(), |block| block.as_mut_ptr())
}
