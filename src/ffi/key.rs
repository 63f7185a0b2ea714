//! A key that is empty or holds a value of the module's type.

use std::ffi::c_int;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::atomic::{AtomicIsize, Ordering};

use redis_module::raw;

use super::args::Args;
use super::context::Context;
use super::kept_string::OwnString;
use super::lasting_context::lasting_context;
use super::native_type::{NativeValue, handle};

/// An open key of a command, to read its value.
#[derive(Debug)]
pub struct Key<'a, T> {
    raw: *mut raw::RedisModuleKey,
    /// The value. Null if there is none.
    value: *mut T,
    _borrow: Borrow,
    _command: PhantomData<&'a T>,
}

/// An open key of a command, to change or create its value. No other key is open meanwhile.
#[derive(Debug)]
pub struct KeyMut<'a, T>(Key<'a, T>);

/// The number of open keys, or -1 while one is open for changes. Two keys may have one value. Only
/// the server's main thread has a context to open keys.
static OPEN: AtomicIsize = AtomicIsize::new(0);

/// A part of [`OPEN`].
#[derive(Debug)]
struct Borrow(isize);

impl Borrow {
    fn shared() -> Option<Self> {
        let open = OPEN.load(Ordering::Relaxed);
        (open >= 0).then(|| Self::add(open, 1))
    }

    fn exclusive() -> Option<Self> {
        let open = OPEN.load(Ordering::Relaxed);
        (open == 0).then(|| Self::add(open, -1))
    }

    fn add(open: isize, part: isize) -> Self {
        OPEN.store(open + part, Ordering::Relaxed);
        Self(part)
    }
}

impl Drop for Borrow {
    fn drop(&mut self) {
        OPEN.store(OPEN.load(Ordering::Relaxed) - self.0, Ordering::Relaxed);
    }
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
    // It is freed after the key is closed, also if the change panics.
    let name = OwnString::new(&key.name);
    // SAFETY: the context is valid, and the name is while the key is open.
    let key = unsafe {
        if api!(RedisModule_SelectDb)(context, key.database) != raw::REDISMODULE_OK as c_int {
            return None;
        }
        Key::<T>::open_raw(context, name.raw(), mode, Borrow::exclusive)
    };
    let mut key = KeyMut(key.ok()?);
    key.value_mut().map(change)
}

/// Why a key cannot be opened.
#[derive(Clone, Copy, Debug)]
pub enum OpenError {
    /// It holds a value of another type.
    WrongType,
    /// It would be open twice, at least once for changes: a bug in the module.
    InUse,
}

impl<'a, T: NativeValue> Key<'a, T> {
    /// Opens the key whose name is the argument at `index`.
    pub fn open(context: &Context<'a>, args: Args<'a>, index: usize) -> Result<Self, OpenError> {
        let name = args.raw(index).ok_or(OpenError::WrongType)?;
        // SAFETY: context and name are valid for the command.
        unsafe { Self::open_raw(context.raw, name, raw::REDISMODULE_READ, Borrow::shared) }
    }

    /// # Safety
    ///
    /// The context and the name must be valid as long as the result lasts.
    unsafe fn open_raw(
        context: *mut raw::RedisModuleCtx,
        name: *mut raw::RedisModuleString,
        mode: u32,
        borrow: impl FnOnce() -> Option<Borrow>,
    ) -> Result<Self, OpenError> {
        // SAFETY: the caller passes a valid context and name. The key is closed in `drop` or here.
        // Opening can run other commands: if the key expires, and a module listens to that.
        let raw = unsafe { api!(RedisModule_OpenKey)(context, name, mode as c_int) };
        let Some(borrow) = borrow() else {
            // SAFETY: the server opened it, and ignores null.
            unsafe { api!(RedisModule_CloseKey)(raw) };
            return Err(OpenError::InUse);
        };
        let value = std::ptr::null_mut();
        let mut key = Self { raw, value, _borrow: borrow, _command: PhantomData };
        // SAFETY: the API takes null for an empty key. The value is a `T` if its type is the type
        // of `T`, which is checked first.
        unsafe {
            if handle::<T>() != Some(api!(RedisModule_ModuleTypeGetType)(raw)) {
                let kind = api!(RedisModule_KeyType)(raw) as isize;
                let is_empty = kind == raw::REDISMODULE_KEYTYPE_EMPTY;
                return if is_empty { Ok(key) } else { Err(OpenError::WrongType) };
            }
            key.value = api!(RedisModule_ModuleTypeGetValue)(raw).cast();
        }
        Ok(key)
    }

    pub fn value(&self) -> Option<&T> {
        // SAFETY: the value lives as long as the key is open, and is borrowed through it. No key
        // is open for changes, or this one alone.
        unsafe { self.value.as_ref() }
    }
}

impl<'a, T: NativeValue> KeyMut<'a, T> {
    /// Opens the key whose name is the argument at `index`.
    pub fn open(context: &Context<'a>, args: Args<'a>, index: usize) -> Result<Self, OpenError> {
        const MODE: u32 = raw::REDISMODULE_READ | raw::REDISMODULE_WRITE;
        let name = args.raw(index).ok_or(OpenError::WrongType)?;
        // SAFETY: context and name are valid for the command.
        unsafe { Key::open_raw(context.raw, name, MODE, Borrow::exclusive).map(Self) }
    }

    pub fn value_mut(&mut self) -> Option<&mut T> {
        // SAFETY: the value lives as long as the key is open, and is borrowed through it. No other
        // key is open.
        unsafe { self.0.value.as_mut() }
    }

    /// Stores a value in an empty key.
    pub fn set(&mut self, value: T) {
        let Some(handle) = handle::<T>() else { return };
        let value = Box::into_raw(Box::new(value));
        // SAFETY: the key is open for writing. The server owns the value from now on and frees it
        // through the type's callback.
        unsafe { api!(RedisModule_ModuleTypeSetValue)(self.0.raw, handle, value.cast()) };
        self.0.value = value;
    }
}

impl<'a, T> Deref for KeyMut<'a, T> {
    type Target = Key<'a, T>;

    fn deref(&self) -> &Key<'a, T> {
        &self.0
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_open_for_changes_alone() {
        let readers = [Borrow::shared(), Borrow::shared()];
        assert!(readers.iter().all(Option::is_some) && Borrow::exclusive().is_none());
        drop(readers);
        let writer = Borrow::exclusive();
        assert!(writer.is_some() && Borrow::exclusive().is_none() && Borrow::shared().is_none());
        drop(writer);
        assert!(Borrow::exclusive().is_some());
    }
}
