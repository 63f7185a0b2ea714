//! Changes of the configuration.

use std::ffi::{CStr, c_void};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::context::Context;

/// The name of a configuration, and the reaction to its change.
pub type Reaction = (&'static CStr, fn(&Context));

static REACTIONS: OnceCell<&[Reaction]> = OnceCell::new();

/// Calls the reactions after each `CONFIG SET` that names their configurations. Servers before
/// Redis 7.0 do not report changes.
pub fn on_config_change(context: &Context, reactions: &'static [Reaction]) {
    let _ = REACTIONS.set(reactions);
    let event = raw::RedisModuleEvent { id: raw::REDISMODULE_EVENT_CONFIG, dataver: 1 };
    // SAFETY: the load function got the context. A server that does not know the event
    // refuses it.
    unsafe {
        if let Some(subscribe) = raw::RedisModule_SubscribeToServerEvent {
            subscribe(context.raw, event, Some(config_changed));
        }
    }
}

extern "C" fn config_changed(
    context: *mut raw::RedisModuleCtx,
    _event: raw::RedisModuleEvent,
    _subevent: u64,
    data: *mut c_void,
) {
    // SAFETY: with this event the server passes a valid context and such a structure, which holds
    // `num_changes` names that end with a NUL.
    let (names, context) = unsafe {
        let change = &*data.cast::<raw::RedisModuleConfigChangeV1>();
        let names = std::slice::from_raw_parts(change.config_names, change.num_changes as usize);
        (names.iter().map(|name| CStr::from_ptr(*name)), Context::new(context))
    };
    for (name, react) in REACTIONS.get().into_iter().copied().flatten() {
        if names.clone().any(|changed| changed == *name) {
            catch_panic(|| react(&context));
        }
    }
}
