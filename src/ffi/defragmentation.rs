//! Active defragmentation: the server asks a type to move its blocks of memory out of pages that
//! are nearly empty.
//!
//! The blocks belong to collections in safe code, which cannot take another block. But a
//! collection that shrinks takes what `realloc` returns. So while the server asks, `realloc` to
//! less than a block has only moves the block, if the server wants it moved, and `realloc` back
//! finds that it still has its size.

use std::cell::Cell;
use std::ffi::{c_int, c_ulong, c_void};
use std::ptr::null_mut;

use redis_module::raw;

thread_local! {
    /// What the server has passed while it asks, and null otherwise.
    static ASKING: Cell<*mut raw::RedisModuleDefragCtx> = const { Cell::new(null_mut()) };
}

/// A request of the server to move the blocks of a value. It ends when this is dropped, after a
/// panic as well.
pub(super) struct Request {
    context: *mut raw::RedisModuleDefragCtx,
}

impl Request {
    /// Begins to serve a request.
    ///
    /// # Safety
    ///
    /// The context is valid until the request is dropped.
    pub(super) unsafe fn begin(context: *mut raw::RedisModuleDefragCtx) -> Self {
        ASKING.set(context);
        Self { context }
    }

    /// Returns the place to begin at: where the last request for this value ended, or 0. A small
    /// value has no places, and is moved at once.
    pub(super) fn from(&self) -> u64 {
        let mut from: c_ulong = 0;
        // SAFETY: the context is valid, likewise below.
        unsafe { api!(RedisModule_DefragCursorGet)(self.context, &raw mut from) };
        from
    }

    /// Returns whether the time that the server gives is over.
    pub(super) fn should_stop(&self) -> bool {
        // SAFETY: as above.
        unsafe { api!(RedisModule_DefragShouldStop)(self.context) != 0 }
    }

    /// Sets the place at which the next request begins. Returns whether there will be one.
    pub(super) fn go_on_at(&self, next: u64) -> bool {
        // SAFETY: as above.
        let set = unsafe { api!(RedisModule_DefragCursorSet)(self.context, next) };
        set == raw::REDISMODULE_OK as c_int
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        ASKING.set(null_mut());
    }
}

/// While the server asks for blocks to be moved, returns the block that a collection has to use
/// instead of its own: one of the same size, which is at least `size`. Returns None at any other
/// time, and if the block is too small. `before` and `size` are what the collection asked for
/// last, and asks for now.
///
/// # Safety
///
/// `block` is a block of the server's allocator, and nobody uses it after this.
pub(super) unsafe fn moved(block: *mut c_void, before: usize, size: usize) -> Option<*mut c_void> {
    let context = ASKING.get();
    if context.is_null() {
        return None;
    }
    // SAFETY: the context is valid while the server asks, and the block as the caller promises.
    // The server returns null, or a copy of the block, which it has freed.
    unsafe {
        if size < before {
            let copy = api!(RedisModule_DefragAlloc)(context, block);
            return Some(if copy.is_null() { block } else { copy });
        }
        (size <= raw::RedisModule_MallocSize?(block)).then_some(block)
    }
}
