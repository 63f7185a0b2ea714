//! Work that follows when the server loads a file, and when it replaces many keys in one go.

use std::ffi::c_void;

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::context::Context;

static WORK: OnceCell<fn()> = OnceCell::new();
static WORK_BEFORE_LOADING: OnceCell<fn(&Context)> = OnceCell::new();

/// Calls `work` whenever the server has loaded all its data, such as a replica whose primary has
/// sent everything, and after SWAPDB. It calls no callback of the type for the keys that are gone.
/// Calls `before_loading` whenever the server begins to load an append-only file.
pub fn on_keys_replaced(context: &Context, work: fn(), before_loading: fn(&Context)) {
    let _ = (WORK.set(work), WORK_BEFORE_LOADING.set(before_loading));
    let loading = raw::REDISMODULE_EVENT_LOADING;
    // With `repl-diskless-load swapdb`, a replica loads beside the data that it had.
    let loading_beside = raw::REDISMODULE_EVENT_REPL_ASYNC_LOAD;
    let swapping = raw::REDISMODULE_EVENT_SWAPDB;
    // SAFETY: the load function got the context. A server that does not know an event refuses it.
    unsafe {
        let Some(subscribe) = raw::RedisModule_SubscribeToServerEvent else { return };
        let event = |id| raw::RedisModuleEvent { id, dataver: 1 };
        subscribe(context.raw, event(loading), Some(happened::<LOADED>));
        subscribe(context.raw, event(loading_beside), Some(happened::<LOADED_BESIDE>));
        subscribe(context.raw, event(swapping), Some(happened::<SWAPPED>));
    }
}

/// The subevents of the end.
const LOADED: u64 = raw::REDISMODULE_SUBEVENT_LOADING_ENDED;
const LOADED_BESIDE: u64 = raw::REDISMODULE_SUBEVENT_REPL_ASYNC_LOAD_COMPLETED;
/// SWAPDB has no subevents.
const SWAPPED: u64 = 0;

extern "C" fn happened<const END: u64>(
    context: *mut raw::RedisModuleCtx,
    event: raw::RedisModuleEvent,
    subevent: u64,
    _data: *mut c_void,
) {
    if event.id == raw::REDISMODULE_EVENT_LOADING
        && subevent == raw::REDISMODULE_SUBEVENT_LOADING_AOF_START
        && let Some(work) = WORK_BEFORE_LOADING.get()
    {
        // SAFETY: the server passes a valid context.
        let context = unsafe { Context::new(context) };
        catch_panic(|| work(&context));
    }
    if subevent == END
        && let Some(work) = WORK.get()
    {
        catch_panic(work);
    }
}
