//! Registration of commands, and the entry point through which the server calls them.

use std::ffi::{CStr, CString, c_int};

use redis_module::raw;

use super::args::Args;
use super::catch_panic;
use super::command_info::CommandInfo;
use super::context::Context;

/// The code of a command.
pub trait Handler {
    /// Runs the command and replies.
    fn handle(context: &Context, args: Args);

    /// Replies after `handle` has panicked.
    fn panicked(context: &Context);
}

pub(super) extern "C" fn entry<H: Handler>(
    context: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
) -> c_int {
    // SAFETY: the server passes a valid context and `argc` valid strings.
    let (context, args) = unsafe {
        let len = usize::try_from(argc).unwrap_or(0);
        (Context::new(context), Args::new(argv, len))
    };
    if catch_panic(|| H::handle(&context, args)).is_none() {
        catch_panic(|| H::panicked(&context));
    }
    raw::REDISMODULE_OK as c_int
}

/// Why the server refused a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has a command of this name.
    NameTaken,
    /// It does not accept the description.
    Description,
}

pub fn register_command<H: Handler>(context: &Context, info: &CommandInfo) -> Result<(), Refusal> {
    let ok = raw::REDISMODULE_OK as c_int;
    let Ok(categories) = CString::new(info.categories.as_str()) else {
        return Err(Refusal::Description);
    };
    let create = |flags: &String| {
        let Ok(flags) = CString::new(flags.as_str()) else { return false };
        let (run, index) = (Some(entry::<H> as _), info.key_index);
        // SAFETY: the texts end with a NUL, and the server copies them.
        let created = unsafe {
            api!(RedisModule_CreateCommand)(
                context.raw,
                info.name.as_ptr(),
                run,
                flags.as_ptr(),
                index,
                index,
                1,
            )
        };
        created == ok
    };
    if !info.flags.iter().any(create) {
        let is_taken = context.has_command(&info.name.to_string_lossy());
        return Err(if is_taken { Refusal::NameTaken } else { Refusal::Description });
    }
    // SAFETY: the server sets the pointers before the module's load function runs.
    let (get, set_info, set_categories) = unsafe {
        (
            raw::RedisModule_GetCommand,
            raw::RedisModule_SetCommandInfo,
            raw::RedisModule_SetCommandACLCategories,
        )
    };
    let Some(get) = get else { return Ok(()) };
    // SAFETY: the context is valid and the name ends with a NUL.
    let command = unsafe { get(context.raw, info.name.as_ptr()) };
    if command.is_null() || set_info.is_some_and(|set| !info.describe(command, set)) {
        return Err(Refusal::Description);
    }
    // SAFETY: the command is valid, and the server copies the text.
    let has_categories =
        set_categories.is_none_or(|set| unsafe { set(command, categories.as_ptr()) } == ok);
    has_categories.then_some(()).ok_or(Refusal::Description)
}

/// Adds an ACL category. Returns false if the server has no categories for modules.
pub fn add_category(context: &Context, name: &CStr) -> bool {
    // SAFETY: the load function got the context, and the text ends with a NUL.
    unsafe {
        raw::RedisModule_AddACLCategory
            .is_some_and(|add| add(context.raw, name.as_ptr()) == raw::REDISMODULE_OK as c_int)
    }
}
