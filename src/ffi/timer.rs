//! Work that is done after some time.

use std::ffi::c_void;
use std::time::Duration;

use redis_module::raw;

use super::catch_panic;
use super::lasting_context::lasting_context;

/// Calls `work` after a time, between commands, on the server's main thread. With a time of zero,
/// that is once the server has run the commands that have come already. Does nothing if called on
/// any other thread.
pub fn after(time: Duration, work: fn()) {
    let Some(context) = lasting_context() else { return };
    let milliseconds = time.as_millis() as raw::mstime_t;
    let data = work as *mut c_void;
    // SAFETY: the context is valid, and `run` takes what it is passed here.
    unsafe { api!(RedisModule_CreateTimer)(context.as_ptr(), milliseconds, Some(run), data) };
}

extern "C" fn run(_context: *mut raw::RedisModuleCtx, data: *mut c_void) {
    // SAFETY: `after` passed such a function.
    let work = unsafe { std::mem::transmute::<*mut c_void, fn()>(data) };
    catch_panic(work);
}
