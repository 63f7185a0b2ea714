//! The module's section of INFO, and what it wants to know of the server's configuration.

use std::ffi::{CStr, c_int, c_void};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::context::Context;
use crate::stats::{ALL, Counter};

/// Shows the counters in `INFO article`. False if the server refused.
pub fn register_info(context: &Context) -> bool {
    // SAFETY: the context is that of the load function.
    unsafe {
        raw::RedisModule_RegisterInfoFunc.is_some_and(|register| {
            register(context.raw, Some(info)) == raw::REDISMODULE_OK as c_int
        })
    }
}

extern "C" fn info(context: *mut raw::RedisModuleInfoCtx, _for_crash_report: c_int) {
    // SAFETY: the context is valid for the callback; the names end with a NUL.
    unsafe {
        let (Some(section), Some(field)) =
            (raw::RedisModule_InfoAddSection, raw::RedisModule_InfoAddFieldULongLong)
        else {
            return;
        };
        if section(context, c"".as_ptr()) != raw::REDISMODULE_OK as c_int {
            return;
        }
        for counter in ALL.iter().copied() {
            field(context, Counter::name(counter).as_ptr(), counter.value());
        }
    }
}

/// Calls `react` whenever one of the server's configurations of that name is changed, where the
/// server tells.
pub fn on_config_change(context: &Context, name: &'static CStr, react: fn(&Context)) {
    let _ = REACTION.set((name, react));
    let event = raw::RedisModuleEvent { id: raw::REDISMODULE_EVENT_CONFIG, dataver: 1 };
    // SAFETY: the context is that of the load function; a server that does not know the event
    // refuses it.
    unsafe {
        if let Some(subscribe) = raw::RedisModule_SubscribeToServerEvent {
            subscribe(context.raw, event, Some(config_changed));
        }
    }
}

/// The name of a configuration and what to do when it changes.
type Reaction = (&'static CStr, fn(&Context));

static REACTION: OnceCell<Reaction> = OnceCell::new();

extern "C" fn config_changed(
    context: *mut raw::RedisModuleCtx,
    _event: raw::RedisModuleEvent,
    _subevent: u64,
    data: *mut c_void,
) {
    let Some((name, react)) = REACTION.get() else { return };
    // SAFETY: with this event the server passes such a structure, whose names are as many as it
    // says and end with a NUL, and a valid context.
    let (changed, context) = unsafe {
        let change = &*data.cast::<raw::RedisModuleConfigChangeV1>();
        let names = std::slice::from_raw_parts(change.config_names, change.num_changes as usize);
        let mut names = names.iter().map(|name| CStr::from_ptr(*name));
        (names.any(|changed| changed == *name), Context::new(context))
    };
    if changed {
        super::catch_panic((), || react(&context));
    }
}
