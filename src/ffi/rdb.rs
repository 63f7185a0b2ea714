//! The stream of a value in an RDB file, a DUMP or a replication link, in chunks of bytes.

use std::ffi::c_char;

use redis_module::raw;

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
    /// The server passed `raw` to a save callback, which lasts longer than the result.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleIO) -> Self {
        Self { raw }
    }

    pub fn write(&mut self, chunk: &[u8]) {
        let start = chunk.as_ptr().cast::<c_char>();
        // SAFETY: the stream is valid, as `new` requires; the server copies the bytes.
        unsafe { api!(RedisModule_SaveStringBuffer)(self.raw, start, chunk.len()) };
    }
}

impl RdbReader {
    /// # Safety
    ///
    /// The server passed `raw` to a load callback, which lasts longer than the result.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleIO) -> Self {
        Self { raw }
    }

    /// Appends the next chunk to a buffer. Returns false, and appends nothing, if the stream is
    /// broken or the value has no more chunks.
    pub fn read(&mut self, buffer: &mut Vec<u8>) -> bool {
        let mut len = 0;
        // SAFETY: the stream is valid, as `new` requires. The result is null or a block of that
        // length, which must be freed here.
        unsafe {
            let chunk = api!(RedisModule_LoadStringBuffer)(self.raw, &raw mut len);
            if chunk.is_null() {
                return false;
            }
            let failed = self.has_failed();
            if !failed {
                buffer.extend_from_slice(std::slice::from_raw_parts(chunk.cast::<u8>(), len));
            }
            api!(RedisModule_Free)(chunk.cast());
            !failed
        }
    }

    /// Returns whether the source of the stream broke off: a replication link or a short file.
    ///
    /// The server reports the same error if the value has no more chunks. Both cannot be told
    /// apart, but the payload of `RESTORE` is complete: its checksum was verified.
    pub fn is_interrupted(&self) -> bool {
        const LOADING: u32 =
            raw::REDISMODULE_CTX_FLAGS_LOADING | raw::REDISMODULE_CTX_FLAGS_ASYNC_LOADING;
        // SAFETY: the server's own flags need no context.
        let flags = unsafe { api!(RedisModule_GetContextFlags)(std::ptr::null_mut()) };
        self.has_failed() && flags as u32 & LOADING != 0
    }

    fn has_failed(&self) -> bool {
        // SAFETY: the stream is valid, as `new` requires.
        unsafe { api!(RedisModule_IsIOError)(self.raw) != 0 }
    }
}
