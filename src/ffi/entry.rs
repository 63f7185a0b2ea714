//! What the server calls when it loads the module.

use std::ffi::{CStr, c_int};

use redis_module::raw;

use super::alloc::examine_allocator;
use super::args::Args;
use super::catch_panic;
use super::context::Context;

/// Defines the function that the server calls when it loads a module of that name and version, and
/// the allocator. The function introduces the module and calls `$set_up`; see [`load_module`].
macro_rules! module_entry {
    ($name:expr, $version:expr, $set_up:path) => {
        #[allow(unsafe_code)]
        mod module {
            use std::ffi::c_int;

            use redis_module::raw::{RedisModuleCtx, RedisModuleString};

            use $crate::ffi::{ServerAllocator, load_module};

            #[cfg_attr(not(miri), global_allocator)]
            static ALLOCATOR: ServerAllocator = ServerAllocator;

            /// Called by the server when it loads the module.
            ///
            /// # Safety
            ///
            /// As the server's module API describes.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            pub unsafe extern "C" fn RedisModule_OnLoad(
                context: *mut RedisModuleCtx,
                argv: *mut *mut RedisModuleString,
                argc: c_int,
            ) -> c_int {
                // SAFETY: the server calls this function with these arguments.
                unsafe { load_module(context, argv, argc, $name, $version, $set_up) }
            }
        }
    };
}
pub(crate) use module_entry;

/// Introduces the module to the server, and calls `set_up` with the load arguments. Logs the
/// reason if that fails. Returns the status for the server.
///
/// The crate redis-module has a macro for this, which fails without a word where a module of that
/// name is already loaded.
///
/// # Safety
///
/// The first three arguments are those that the server passed to `RedisModule_OnLoad`, which lasts
/// longer than this call.
pub unsafe fn load_module(
    raw: *mut raw::RedisModuleCtx,
    argv: *mut *mut raw::RedisModuleString,
    argc: c_int,
    name: &CStr,
    version: c_int,
    set_up: impl FnOnce(&Context, &[&[u8]]) -> Result<(), String>,
) -> c_int {
    redis_module::init_api(&redis_module::Context::new(raw));
    examine_allocator();
    let result = catch_panic(|| {
        // SAFETY: as the caller promises. Without load arguments, `argv` may be null.
        let (context, args) = unsafe {
            let len = usize::try_from(argc).unwrap_or(0);
            (Context::new(raw), (!argv.is_null()).then(|| Args::new(argv, len)))
        };
        let args = args.map(|args| args.slices_from(0)).unwrap_or_default();
        let result = introduce(&context, name, version).and_then(|()| set_up(&context, &args));
        if let Err(reason) = &result {
            context.log_warning(&format!("the module cannot be loaded: {reason}"));
        }
        result
    });
    let is_loaded = matches!(result, Some(Ok(())));
    (if is_loaded { raw::REDISMODULE_OK } else { raw::REDISMODULE_ERR }) as c_int
}

/// Gives the server the module's name and version, unless another module has the name.
fn introduce(context: &Context, name: &CStr, version: c_int) -> Result<(), String> {
    let api_version = raw::REDISMODULE_APIVER_1 as c_int;
    // SAFETY: the load function got the context, and the name ends with a NUL.
    let is_name_taken = unsafe {
        let is_name_taken = api!(RedisModule_IsModuleNameBusy)(name.as_ptr()) != 0;
        // In any case, because log lines begin with the name.
        api!(RedisModule_SetModuleAttribs)(context.raw, name.as_ptr(), version, api_version);
        is_name_taken
    };
    if is_name_taken {
        return Err(format!(
            "a module named {} is already loaded: remove one of the two loadmodule lines, which \
             can be in redis.conf, in a file that it includes, or on the command line",
            name.to_string_lossy()
        ));
    }
    Ok(())
}
