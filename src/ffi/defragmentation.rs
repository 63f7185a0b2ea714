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

use super::catch_panic;
use super::native_type::NativeValue;

thread_local! {
    /// What the server has passed while it asks, and null otherwise.
    static ASKING: Cell<*mut raw::RedisModuleDefragCtx> = const { Cell::new(null_mut()) };
}

/// The time in which the server asks. It ends when this is dropped, after a panic as well.
struct Asking;

impl Asking {
    fn begin(context: *mut raw::RedisModuleDefragCtx) -> Self {
        ASKING.set(context);
        Self
    }
}

impl Drop for Asking {
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

/// Moves blocks of a value until the server has no more time, and returns 1 if any are left.
pub(super) extern "C" fn defragment<T: NativeValue>(
    context: *mut raw::RedisModuleDefragCtx,
    _key: *mut raw::RedisModuleString,
    pointer: *mut *mut c_void,
) -> c_int {
    let next = catch_panic(|| {
        let mut from: c_ulong = 0;
        // SAFETY: the server passes a valid context and a value of this type, to which nothing
        // else refers between commands. A small value has no cursor, and is moved at once.
        let value = unsafe {
            api!(RedisModule_DefragCursorGet)(context, &raw mut from);
            &mut *(*pointer).cast::<T>()
        };
        let _asking = Asking::begin(context);
        // SAFETY: the context is valid.
        let should_stop = || unsafe { api!(RedisModule_DefragShouldStop)(context) != 0 };
        value.defragment(from, should_stop)
    });
    // SAFETY: as above.
    let set = |next| unsafe { api!(RedisModule_DefragCursorSet)(context, next) };
    let is_left = next.flatten().is_some_and(|next| set(next) == raw::REDISMODULE_OK as c_int);
    c_int::from(is_left)
}
