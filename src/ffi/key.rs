//! A key of the database that holds a value of the module's type, or nothing.

use std::ffi::c_int;
use std::marker::PhantomData;

use redis_module::raw;

use super::api;
use super::args::Args;
use super::context::Context;
use super::native_type::{NativeValue, handle};

/// What a key is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// To be read.
    Read,
    /// To be changed or made.
    Write,
}

/// A key that is an argument of a command, opened.
#[derive(Debug)]
pub struct Key<'a, T> {
    raw: *mut raw::RedisModuleKey,
    /// The value, of which the key is the only owner while the command runs. Null if none.
    value: *mut T,
    _command: PhantomData<&'a T>,
}

/// The key holds a value of another type.
#[derive(Clone, Copy, Debug)]
pub struct WrongType;

impl<'a, T: NativeValue> Key<'a, T> {
    /// Opens the key that is the argument of that index.
    ///
    /// # Errors
    ///
    /// It holds something else.
    pub fn open(
        context: &Context<'a>,
        args: Args<'a>,
        index: usize,
        mode: Mode,
    ) -> Result<Self, WrongType> {
        let name = args.raw(index).ok_or(WrongType)?;
        let mode = match mode {
            Mode::Read => raw::REDISMODULE_READ,
            Mode::Write => raw::REDISMODULE_READ | raw::REDISMODULE_WRITE,
        };
        // SAFETY: context and name are valid for the command. The key is closed in `drop`.
        let raw = unsafe { api!(RedisModule_OpenKey)(context.raw, name, mode as c_int) };
        let mut key = Self { raw, value: std::ptr::null_mut(), _command: PhantomData };
        // SAFETY: a null key is empty to the API; the type of the value is asked for before the
        // value is taken for a `T`.
        unsafe {
            if api!(RedisModule_KeyType)(raw) as isize == raw::REDISMODULE_KEYTYPE_EMPTY {
                return Ok(key);
            }
            if handle::<T>() != Some(api!(RedisModule_ModuleTypeGetType)(raw)) {
                return Err(WrongType);
            }
            key.value = api!(RedisModule_ModuleTypeGetValue)(raw).cast();
        }
        Ok(key)
    }

    /// The value, if there is one.
    pub fn value(&self) -> Option<&T> {
        // SAFETY: the value lives as long as the key is open, and is borrowed through it.
        unsafe { self.value.as_ref() }
    }

    /// The value, if there is one, to be changed.
    pub fn value_mut(&mut self) -> Option<&mut T> {
        // SAFETY: as above; the server runs one command at a time, and this key is borrowed whole.
        unsafe { self.value.as_mut() }
    }

    /// Puts a value into a key that was opened for writing and holds none.
    pub fn set(&mut self, value: T) {
        let Some(handle) = handle::<T>() else { return };
        let value = Box::into_raw(Box::new(value));
        // SAFETY: the key is open for writing, and its owner is now the server, which frees the
        // value through the type's callback.
        unsafe { api!(RedisModule_ModuleTypeSetValue)(self.raw, handle, value.cast()) };
        self.value = value;
    }
}

impl<T> Drop for Key<'_, T> {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: it was opened in `open` and is closed once.
            unsafe { api!(RedisModule_CloseKey)(self.raw) };
        }
    }
}
