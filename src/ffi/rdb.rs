//! The stream of a value in an RDB file, a DUMP or a replication link, in chunks of bytes.

use std::ffi::c_char;

use redis_module::raw;

use super::api;

/// Writes chunks.
#[derive(Debug)]
pub struct RdbWriter {
    raw: *mut raw::RedisModuleIO,
}

/// Reads chunks.
#[derive(Debug)]
pub struct RdbReader {
    raw: *mut raw::RedisModuleIO,
}

impl RdbWriter {
    /// # Safety
    ///
    /// `raw` is what the server passed to a save callback, which lasts longer than this.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleIO) -> Self {
        Self { raw }
    }

    /// Writes one chunk.
    pub fn write(&mut self, chunk: &[u8]) {
        let start = chunk.as_ptr().cast::<c_char>();
        // SAFETY: the stream is valid, as `new` was promised; the server copies the bytes.
        unsafe { api!(RedisModule_SaveStringBuffer)(self.raw, start, chunk.len()) };
    }
}

impl RdbReader {
    /// # Safety
    ///
    /// `raw` is what the server passed to a load callback, which lasts longer than this.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleIO) -> Self {
        Self { raw }
    }

    /// Appends the next chunk to a buffer. False, and nothing appended, if the stream is broken or
    /// at its end.
    pub fn read(&mut self, buffer: &mut Vec<u8>) -> bool {
        let mut len = 0;
        // SAFETY: the stream is valid, as `new` was promised. What is returned is a block of the
        // server's allocator of the given length, or null, and is ours to free.
        unsafe {
            let chunk = api!(RedisModule_LoadStringBuffer)(self.raw, &raw mut len);
            if chunk.is_null() {
                return false;
            }
            let broken = api!(RedisModule_IsIOError)(self.raw) != 0;
            if !broken {
                buffer.extend_from_slice(std::slice::from_raw_parts(chunk.cast::<u8>(), len));
            }
            api!(RedisModule_Free)(chunk.cast());
            !broken
        }
    }
}
