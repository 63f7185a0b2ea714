//! Strings of the server, and those that are part of many commands which the module composes: the
//! server creates them once instead of each time.

use std::ptr::null_mut;
use std::sync::{Mutex, PoisonError};

use redis_module::raw;

/// A word that is mostly the same as the last time, such as the name of an option or the time.
#[derive(Debug)]
pub struct KeptWord(Mutex<Option<(Box<[u8]>, OwnString)>>);

/// A reference to a string of the server.
#[derive(Debug)]
pub(super) struct OwnString(*mut raw::RedisModuleString);

// SAFETY: the server calls the module only from its main thread.
unsafe impl Send for OwnString {}
// SAFETY: as above.
unsafe impl Sync for OwnString {}

impl KeptWord {
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Returns the word as a string, which is kept for the next time.
    pub(super) fn get(&self, word: &[u8]) -> OwnString {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((last, string)) if **last == *word => string.clone(),
            _ => kept.insert((word.into(), OwnString::new(word))).1.clone(),
        }
    }
}

impl OwnString {
    pub fn new(bytes: &[u8]) -> Self {
        let start = bytes.as_ptr().cast();
        // SAFETY: a string needs no context, and the server copies the bytes.
        Self(unsafe { api!(RedisModule_CreateString)(null_mut(), start, bytes.len()) })
    }

    /// Creates the decimal digits of an integer.
    pub fn of_integer(value: i64) -> Self {
        // SAFETY: a string needs no context.
        Self(unsafe { api!(RedisModule_CreateStringFromLongLong)(null_mut(), value) })
    }

    /// Returns the string, which is valid as long as there is a reference to it.
    pub fn raw(&self) -> *mut raw::RedisModuleString {
        self.0
    }
}

impl Clone for OwnString {
    fn clone(&self) -> Self {
        // SAFETY: the string is valid, and without a context the server only counts a reference.
        unsafe { api!(RedisModule_RetainString)(null_mut(), self.0) };
        Self(self.0)
    }
}

impl Drop for OwnString {
    fn drop(&mut self) {
        // SAFETY: this reference was counted without a context, and is released once.
        unsafe { api!(RedisModule_FreeString)(null_mut(), self.0) };
    }
}
