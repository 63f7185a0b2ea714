//! The arguments of a command, borrowed from the server.

use std::ffi::CStr;

use redis_module::raw;
use smallvec::SmallVec;

/// The arguments of a command, its name first. They are valid until the command returns.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(&'a [*mut raw::RedisModuleString]);

impl<'a> Args<'a> {
    /// # Safety
    ///
    /// `argv` points to `len` strings that the server passed to a command, which lasts for `'a`.
    pub(super) unsafe fn new(argv: *mut *mut raw::RedisModuleString, len: usize) -> Self {
        // SAFETY: as the caller promises.
        Self(unsafe { std::slice::from_raw_parts(argv, len) })
    }

    /// Returns their number, including the name.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// Returns the command's name as the client wrote it.
    pub fn name(self) -> &'a CStr {
        let (Some(name), mut len) = (self.raw(0), 0) else { return c"" };
        // SAFETY: the string is valid and unchanged while the command runs, and ends with a NUL,
        // as all strings of the server do.
        unsafe { CStr::from_ptr(api!(RedisModule_StringPtrLen)(name, &raw mut len)) }
    }

    /// Returns the bytes of each argument from an index on. Short commands need no allocation.
    pub fn slices_from(self, index: usize) -> SmallVec<[&'a [u8]; 8]> {
        let strings = self.0.get(index..).unwrap_or_default();
        let bytes = |string: &*mut raw::RedisModuleString| {
            let mut len = 0;
            // SAFETY: the string is valid and unchanged while the command runs.
            unsafe {
                let start = api!(RedisModule_StringPtrLen)(*string, &raw mut len);
                std::slice::from_raw_parts(start.cast::<u8>(), len)
            }
        };
        strings.iter().map(bytes).collect()
    }

    pub(super) fn raw(self, index: usize) -> Option<*mut raw::RedisModuleString> {
        self.0.get(index).copied()
    }

    pub(super) fn raw_from(self, index: usize) -> &'a [*mut raw::RedisModuleString] {
        self.0.get(index..).unwrap_or_default()
    }
}
