//! A context that lasts as long as the server, for calls that no callback makes.

use std::cell::Cell;
use std::ptr::NonNull;

use redis_module::raw;

use super::context::Context;

thread_local! {
    /// Only the server's main thread has it, so what needs it does nothing on any other.
    static CONTEXT: Cell<Option<NonNull<raw::RedisModuleCtx>>> = const { Cell::new(None) };
}

/// Makes the context, once at load. Returns false if the server does not.
pub fn make_lasting_context(context: &Context) -> bool {
    // SAFETY: the load function got the context.
    let raw = unsafe { api!(RedisModule_GetDetachedThreadSafeContext)(context.raw) };
    CONTEXT.set(NonNull::new(raw));
    !raw.is_null()
}

/// Returns the context, once it is made, on the server's main thread.
pub(super) fn lasting_context() -> Option<NonNull<raw::RedisModuleCtx>> {
    CONTEXT.get()
}
