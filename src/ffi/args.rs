//! The arguments of a command, where the server has them.

use redis_module::raw;

use super::api;

/// The arguments of a command, its name first. They are valid until it returns.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(&'a [*mut raw::RedisModuleString]);

impl<'a> Args<'a> {
    /// # Safety
    ///
    /// `argv` are that many strings that the server passed to a command, which lasts longer than
    /// this.
    pub(super) unsafe fn new(argv: *mut *mut raw::RedisModuleString, len: usize) -> Self {
        // SAFETY: as the caller promises.
        Self(unsafe { std::slice::from_raw_parts(argv, len) })
    }

    /// How many there are, the name included.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// The bytes of one.
    pub fn get(self, index: usize) -> Option<&'a [u8]> {
        let string = self.raw(index)?;
        let mut len = 0;
        // SAFETY: the string is valid while the command runs, and is not changed meanwhile.
        unsafe {
            let start = api!(RedisModule_StringPtrLen)(string, &raw mut len);
            Some(std::slice::from_raw_parts(start.cast::<u8>(), len))
        }
    }

    pub(super) fn raw(self, index: usize) -> Option<*mut raw::RedisModuleString> {
        self.0.get(index).copied()
    }
}
