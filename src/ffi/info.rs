//! The module's section of `INFO`.

use std::ffi::{CStr, c_int};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::context::Context;

/// Calls its argument with the name and value of each field, in the order of the section.
pub type Fields = fn(&mut dyn FnMut(&CStr, u64));

static FIELDS: OnceCell<Fields> = OnceCell::new();

/// Adds a section of numbers to `INFO`, read whenever a client asks for it. Returns false if the
/// server refuses.
pub fn register_info(context: &Context, fields: Fields) -> bool {
    let _ = FIELDS.set(fields);
    // SAFETY: the load function got the context.
    let status = unsafe { api!(RedisModule_RegisterInfoFunc)(context.raw, Some(info)) };
    status == raw::REDISMODULE_OK as c_int
}

extern "C" fn info(context: *mut raw::RedisModuleInfoCtx, _for_crash_report: c_int) {
    // SAFETY: the server sets the pointers before the module's load function runs.
    let (section, field) =
        unsafe { (raw::RedisModule_InfoAddSection, raw::RedisModule_InfoAddFieldULongLong) };
    let (Some(section), Some(field), Some(fields)) = (section, field, FIELDS.get()) else {
        return;
    };
    // SAFETY: the context is valid for the callback, and the texts end with a NUL.
    if unsafe { section(context, c"".as_ptr()) } != raw::REDISMODULE_OK as c_int {
        return;
    }
    catch_panic(|| {
        fields(&mut |name, value| {
            // SAFETY: as above.
            unsafe { field(context, name.as_ptr(), value) };
        });
    });
}
