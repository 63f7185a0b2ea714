//! Changes of the server's own configuration.

use std::ffi::{CStr, c_void};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::context::Context;

/// The name of a configuration, and the reaction to its change.
type Reaction = (&'static CStr, fn(&Context));

static REACTION: OnceCell<Reaction> = OnceCell::new();

/// Calls `react` after each change of a configuration of the server. Servers before Redis 7.0 do
/// not report changes.
pub fn on_config_change(context: &Context, name: &'static CStr, react: fn(&Context)) {
    let _ = REACTION.set((name, react));
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
    let Some((name, react)) = REACTION.get() else { return };
    // SAFETY: with this event the server passes a valid context and such a structure, which holds
    // `num_changes` names that end with a NUL.
    let (changed, context) = unsafe {
        let change = &*data.cast::<raw::RedisModuleConfigChangeV1>();
        let names = std::slice::from_raw_parts(change.config_names, change.num_changes as usize);
        let mut names = names.iter().map(|name| CStr::from_ptr(*name));
        (names.any(|changed| changed == *name), Context::new(context))
    };
    if changed {
        catch_panic(|| react(&context));
    }
}
