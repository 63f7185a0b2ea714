//! Work that is done now and then.

use std::ffi::c_void;

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::context::Context;

static WORK: OnceCell<fn(&Context)> = OnceCell::new();

/// Calls `work` about ten times per second, between commands, on the server's main thread.
pub fn on_cron(context: &Context, work: fn(&Context)) {
    let _ = WORK.set(work);
    let event = raw::RedisModuleEvent { id: raw::REDISMODULE_EVENT_CRON_LOOP, dataver: 1 };
    // SAFETY: the load function got the context.
    unsafe {
        if let Some(subscribe) = raw::RedisModule_SubscribeToServerEvent {
            subscribe(context.raw, event, Some(cron));
        }
    }
}

extern "C" fn cron(
    context: *mut raw::RedisModuleCtx,
    _event: raw::RedisModuleEvent,
    _subevent: u64,
    _data: *mut c_void,
) {
    if let Some(work) = WORK.get() {
        // SAFETY: the server passes a valid context.
        let context = unsafe { Context::new(context) };
        catch_panic(|| work(&context));
    }
}
