//! Rust's global allocator: allocates through the server and counts the bytes held per thread. The
//! memory of a site is thus known as the server counts it, without walking the site.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};

use redis_module::raw;

use super::defragmentation::moved;

/// Allocates through the server or, where there is none (unit tests), through the system. Inside a
/// server, the pointers to its functions are set before the first allocation.
#[derive(Clone, Copy, Debug)]
pub struct ServerAllocator;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Returns the bytes that this thread has allocated, less those that it has freed, with the
/// allocator's rounding. Only differences are meaningful.
pub fn bytes_held() -> isize {
    HELD.get()
}

/// The alignment that every block of the server's allocator is sure to have. On 64-bit platforms,
/// malloc aligns to 16 bytes, but a server built without a function for the size of a block
/// (against musl, for example) stores the size in front of each block, which leaves 8. Layouts
/// with a larger alignment are rare here and go to the system's allocator; they are not counted.
const ALIGNMENT: usize = 8;

/// The largest requested size of which the size of the block is remembered.
const SMALL: usize = 1024;

/// The sizes of blocks by the requested size, in units of 8 bytes; 0 where it is not known. Asking
/// jemalloc takes as long as freeing a block. Always 0 with an allocator whose sizes do not follow
/// from the requested size: the C library's, or one that stores the requested size in front of
/// each block.
static SIZES: [AtomicU16; SMALL / 8 + 1] = [const { AtomicU16::new(0) }; SMALL / 8 + 1];

/// Whether the server's allocator has size classes, so that equal requests get blocks of equal
/// sizes.
static HAS_SIZE_CLASSES: AtomicBool = AtomicBool::new(false);

/// Finds out how the server's allocator chooses the sizes of blocks. Call it once the pointers to
/// the server's functions are set.
pub fn examine_allocator() {
    // The server's name for its allocator does not help, because LD_PRELOAD replaces the
    // allocator. Above 512 bytes, jemalloc has four classes per doubling. Others round to 16 bytes
    // at most.
    let has_classes = size_of_new_block(SMALL / 2 + 1) == size_of_new_block(SMALL / 2 + SMALL / 8);
    HAS_SIZE_CLASSES.store(has_classes, Ordering::Relaxed);
}

/// Allocates a block of the server's allocator, and returns its size.
fn size_of_new_block(requested: usize) -> usize {
    // SAFETY: the block belongs to the server's allocator, and is freed once.
    unsafe {
        let (Some(alloc), Some(size_of), Some(free)) =
            (raw::RedisModule_Alloc, raw::RedisModule_MallocSize, raw::RedisModule_Free)
        else {
            return requested;
        };
        let block = alloc(requested);
        let size = size_of(block);
        free(block);
        size
    }
}

/// Returns the bytes that a block of a requested size really takes.
///
/// # Safety
///
/// `block` is null or a block of the server's allocator.
unsafe fn size_of_block(block: *mut c_void, requested: usize) -> isize {
    if block.is_null() {
        return 0;
    }
    let remembered = SIZES.get(requested.div_ceil(8));
    match remembered.map_or(0, |size| size.load(Ordering::Relaxed)) {
        // SAFETY: the block belongs to the server's allocator, as the caller promises.
        0 => unsafe { raw::RedisModule_MallocSize.map_or(0, |size| size(block)) as isize },
        size => size as isize,
    }
}

/// Counts a new block, and remembers its size. Sizes of other blocks are not remembered: one that
/// is freed can be larger than requested, if the server is asking to move blocks.
///
/// # Safety
///
/// As for [`size_of_block`].
unsafe fn count(block: *mut c_void, requested: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let size = unsafe { size_of_block(block, requested) };
    if let (Some(remembered), Ok(size)) = (SIZES.get(requested.div_ceil(8)), u16::try_from(size))
        && remembered.load(Ordering::Relaxed) == 0
        && HAS_SIZE_CLASSES.load(Ordering::Relaxed)
    {
        remembered.store(size, Ordering::Relaxed);
    }
    HELD.set(HELD.get().wrapping_add(size));
    block.cast()
}

/// Counts what the system's allocator is asked for, in unit tests, where there is no server.
fn count_in_tests(added: usize, removed: usize) {
    if cfg!(test) {
        HELD.set(HELD.get().wrapping_add_unsigned(added).wrapping_sub_unsigned(removed));
    }
}

// SAFETY: every block is freed by the allocator that it came from. That is the system's if the
// alignment exceeds `ALIGNMENT` or if there is no server, and the server's otherwise; this depends
// only on the layout and the process. The server's allocator aborts when memory runs out.
unsafe impl GlobalAlloc for ServerAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of GlobalAlloc.
        unsafe {
            match raw::RedisModule_Alloc {
                Some(alloc) if layout.align() <= ALIGNMENT => {
                    count(alloc(layout.size()), layout.size())
                }
                _ => {
                    count_in_tests(layout.size(), 0);
                    System.alloc(layout)
                }
            }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            match raw::RedisModule_Calloc {
                Some(calloc) if layout.align() <= ALIGNMENT => {
                    count(calloc(1, layout.size()), layout.size())
                }
                _ => {
                    count_in_tests(layout.size(), 0);
                    System.alloc_zeroed(layout)
                }
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above; the old block is measured while it is valid.
        unsafe {
            match raw::RedisModule_Realloc {
                Some(realloc) if layout.align() <= ALIGNMENT => {
                    if let Some(moved) = moved(block.cast(), layout.size(), size) {
                        return moved.cast();
                    }
                    let before = size_of_block(block.cast(), layout.size());
                    let block = count(realloc(block.cast(), size), size);
                    HELD.set(HELD.get().wrapping_sub(before));
                    block
                }
                _ => {
                    count_in_tests(size, layout.size());
                    System.realloc(block, layout, size)
                }
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above; the block is measured while it is valid.
        unsafe {
            match raw::RedisModule_Free {
                Some(free) if layout.align() <= ALIGNMENT => {
                    let size = size_of_block(block.cast(), layout.size());
                    HELD.set(HELD.get().wrapping_sub(size));
                    free(block.cast());
                }
                _ => {
                    count_in_tests(0, layout.size());
                    System.dealloc(block, layout)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn size_in_place_of_address(block: *mut c_void) -> usize {
        block as usize
    }

    #[test]
    fn only_the_sizes_of_new_blocks_are_remembered() {
        HAS_SIZE_CLASSES.store(true, Ordering::Relaxed);
        // SAFETY: without a server nothing else calls it, and it does not read the block.
        unsafe { raw::RedisModule_MallocSize = Some(size_in_place_of_address) };
        // SAFETY: as above.
        let freed = |block: usize| unsafe { size_of_block(block as *mut c_void, 100) };
        assert_eq!([freed(512), freed(256)], [512, 256]);
        // SAFETY: as above.
        unsafe { count(112 as *mut c_void, 100) };
        assert_eq!(freed(512), 112);
    }
}
