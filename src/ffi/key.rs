//! A key that is empty or holds a value of the module's type.

use std::ffi::c_int;
use std::marker::PhantomData;

use redis_module::raw;

use super::args::Args;
use super::context::Context;
use super::lasting_context::lasting_context;
use super::native_type::{NativeValue, handle};

/// The purpose for which a key is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Reading.
    Read,
    /// Changing or creating the value.
    Write,
}

/// An open key of a command.
#[derive(Debug)]
pub struct Key<'a, T> {
    raw: *mut raw::RedisModuleKey,
    /// The value, to which nothing else refers while the command runs. Null if there is none.
    value: *mut T,
    _command: PhantomData<&'a T>,
}

/// The name of a key and the number of its database, to find the key again later.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyName {
    database: c_int,
    name: Vec<u8>,
}

impl Context<'_> {
    /// Returns the name of the key that is the argument at `index`.
    pub fn key_name(&self, args: Args, index: usize) -> Option<KeyName> {
        let name = args.slices_from(index).first()?.to_vec();
        // SAFETY: the context is valid, as `Context::new` requires.
        let database = unsafe { api!(RedisModule_GetSelectedDb)(self.raw) };
        Some(KeyName { database, name })
    }
}

/// Calls `change` with the value of a key, if there is one, between commands on the server's main
/// thread. It must not change anything that a client can notice. Returns what it returns.
pub fn with_value<T: NativeValue, R>(
    key: &KeyName,
    change: impl FnOnce(&mut T) -> R,
) -> Option<R> {
    // Neither the key's age nor the server's figures tell that it was opened.
    const UNNOTICED: u32 = raw::REDISMODULE_OPEN_KEY_NOTOUCH
        | raw::REDISMODULE_OPEN_KEY_NONOTIFY
        | raw::REDISMODULE_OPEN_KEY_NOSTATS
        | raw::REDISMODULE_OPEN_KEY_NOEXPIRE;
    let context = lasting_context()?.as_ptr();
    let mode = raw::REDISMODULE_READ | UNNOTICED;
    // SAFETY: the context is valid, and the server copies the name. The key is closed in `drop`,
    // and the name is freed after that.
    unsafe {
        if api!(RedisModule_SelectDb)(context, key.database) != raw::REDISMODULE_OK as c_int {
            return None;
        }
        let name =
            api!(RedisModule_CreateString)(context, key.name.as_ptr().cast(), key.name.len());
        let key = Key::<T>::open_raw(context, name, mode as c_int);
        let result = key.ok().and_then(|mut key| key.value_mut().map(change));
        api!(RedisModule_FreeString)(context, name);
        result
    }
}

/// The key holds a value of another type.
#[derive(Clone, Copy, Debug)]
pub struct WrongType;

impl<'a, T: NativeValue> Key<'a, T> {
    /// Opens the key whose name is the argument at `index`.
    ///
    /// # Errors
    ///
    /// The key holds a value of another type.
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
        // SAFETY: context and name are valid for the command.
        unsafe { Self::open_raw(context.raw, name, mode as c_int) }
    }

    /// # Safety
    ///
    /// The context and the name must be valid as long as the result lasts.
    unsafe fn open_raw(
        context: *mut raw::RedisModuleCtx,
        name: *mut raw::RedisModuleString,
        mode: c_int,
    ) -> Result<Self, WrongType> {
        // SAFETY: the caller passes a valid context and name. The key is closed in `drop`.
        let raw = unsafe { api!(RedisModule_OpenKey)(context, name, mode) };
        let mut key = Self { raw, value: std::ptr::null_mut(), _command: PhantomData };
        // SAFETY: the API takes null for an empty key. The value is a `T` if its type is the type
        // of `T`, which is checked first.
        unsafe {
            if handle::<T>() != Some(api!(RedisModule_ModuleTypeGetType)(raw)) {
                let kind = api!(RedisModule_KeyType)(raw) as isize;
                let is_empty = kind == raw::REDISMODULE_KEYTYPE_EMPTY;
                return if is_empty { Ok(key) } else { Err(WrongType) };
            }
            key.value = api!(RedisModule_ModuleTypeGetValue)(raw).cast();
        }
        Ok(key)
    }

    /// Returns the value, if there is one.
    pub fn value(&self) -> Option<&T> {
        // SAFETY: the value lives as long as the key is open, and is borrowed through it.
        unsafe { self.value.as_ref() }
    }

    /// Returns the value, if there is one, for changes.
    pub fn value_mut(&mut self) -> Option<&mut T> {
        // SAFETY: as above; the server runs one command at a time, and the borrow is exclusive.
        unsafe { self.value.as_mut() }
    }

    /// Stores a value in an empty key that was opened for writing.
    pub fn set(&mut self, value: T) {
        let Some(handle) = handle::<T>() else { return };
        let value = Box::into_raw(Box::new(value));
        // SAFETY: the key is open for writing. The server owns the value from now on and frees it
        // through the type's callback.
        unsafe { api!(RedisModule_ModuleTypeSetValue)(self.raw, handle, value.cast()) };
        self.value = value;
    }
}

impl<T> Drop for Key<'_, T> {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: `open` opened it, and it is closed once.
            unsafe { api!(RedisModule_CloseKey)(self.raw) };
        }
    }
}
