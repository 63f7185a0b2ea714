//! The server's allocator as Rust's, with an account of what is held: so the memory of a site is
//! known exactly, in the server's own terms, without walking through it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::c_void;

use redis_module::raw;

/// Allocates through the server or, where there is none (tests, benches, fuzzers), through the
/// system. Inside a server its functions are known before the first allocation.
#[derive(Clone, Copy, Debug)]
pub struct ServerAllocator;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that this thread has allocated less those that it has freed, with the allocator's
/// rounding. Only differences mean anything.
pub fn bytes_held() -> isize {
    HELD.get()
}

/// What the server's allocator aligns every block to.
const ALIGNMENT: usize = 16;

/// The bytes that a block really takes.
///
/// # Safety
///
/// `block` is of the server's allocator, or null.
unsafe fn size_of_block(block: *mut c_void) -> isize {
    if block.is_null() {
        return 0;
    }
    // SAFETY: the block is the server's, as the caller promises.
    unsafe { raw::RedisModule_MallocSize.map_or(0, |size| size(block) as isize) }
}

/// Counts a block that was newly allocated.
///
/// # Safety
///
/// As [`size_of_block`].
unsafe fn count(block: *mut c_void) -> *mut u8 {
    // SAFETY: as the caller promises.
    HELD.set(HELD.get().wrapping_add(unsafe { size_of_block(block) }));
    block.cast()
}

// SAFETY: every block comes from one of two allocators and goes back to the same: the system's
// where the alignment is more than the server's allocator gives, or where there is no server; the
// server's otherwise. Which of them depends on the layout and the process alone, so it is the same
// at allocation and release. The server's allocator aligns to 16 bytes and aborts when there is no
// memory.
unsafe impl GlobalAlloc for ServerAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of GlobalAlloc, which is passed on.
        unsafe {
            match raw::RedisModule_Alloc {
                Some(alloc) if layout.align() <= ALIGNMENT => count(alloc(layout.size())),
                _ => System.alloc(layout),
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            match raw::RedisModule_Calloc {
                Some(calloc) if layout.align() <= ALIGNMENT => count(calloc(1, layout.size())),
                _ => System.alloc_zeroed(layout),
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; the old block is measured before it goes.
        unsafe {
            match raw::RedisModule_Realloc {
                Some(realloc) if layout.align() <= ALIGNMENT => {
                    let before = size_of_block(block.cast());
                    let block = count(realloc(block.cast(), size));
                    HELD.set(HELD.get().wrapping_sub(before));
                    block
                }
                _ => System.realloc(block, layout, size),
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block is measured before it goes.
        unsafe {
            match raw::RedisModule_Free {
                Some(free) if layout.align() <= ALIGNMENT => {
                    let size = size_of_block(block.cast());
                    HELD.set(HELD.get().wrapping_sub(size));
                    free(block.cast());
                }
                _ => System.dealloc(block, layout),
            }
        }
    }
}
