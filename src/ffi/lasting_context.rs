//! A context that lasts as long as the server, for calls that no callback makes.

use std::ptr::NonNull;

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::context::Context;

struct LastingContext(NonNull<raw::RedisModuleCtx>);

// SAFETY: the module uses the context only on the server's main thread, as it does every other.
unsafe impl Send for LastingContext {}
// SAFETY: as above.
unsafe impl Sync for LastingContext {}

static CONTEXT: OnceCell<LastingContext> = OnceCell::new();

/// Makes the context, once at load. Returns false if the server does not.
pub fn make_lasting_context(context: &Context) -> bool {
    // SAFETY: the load function got the context.
    let raw = unsafe { api!(RedisModule_GetDetachedThreadSafeContext)(context.raw) };
    NonNull::new(raw).is_some_and(|raw| CONTEXT.set(LastingContext(raw)).is_ok())
}

/// Returns the context, once it is made.
pub(super) fn lasting_context() -> Option<NonNull<raw::RedisModuleCtx>> {
    CONTEXT.get().map(|context| context.0)
}
