//! A Rust type as a type of keys.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{NonNull, null_mut};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::catch_panic;
use super::command_builder::AofWriter;
use super::context::Context;
use super::defragmentation::Request;
use super::log::log_io_error;
use super::rdb::{RdbReader, RdbWriter};

/// A type whose values the server can keep in keys. It may free them on another thread.
pub trait NativeValue: Sized + Send + 'static {
    /// The name that `TYPE` returns: nine characters.
    const NAME: &'static CStr;
    /// The version of the encoding that `save` writes.
    const ENCODING: i32;

    /// Returns the static that keeps the server's handle of the type.
    fn handle() -> &'static OnceCell<TypeHandle>;

    /// Reads a value that `save` wrote in the given encoding.
    ///
    /// # Errors
    ///
    /// A line for the log that says what is wrong.
    fn load(reader: &mut RdbReader, encoding: i32) -> Result<Self, String>;

    /// Returns whether a child process must not save or rewrite the value, which is about to be
    /// saved or rewritten.
    fn refuses_to_be_saved(&self) -> bool;

    fn save(&self, writer: &mut RdbWriter);

    /// Writes commands that create the value.
    fn rewrite(&self, writer: &AofWriter);

    /// Returns the bytes of memory that the value takes.
    fn memory(&self) -> usize;

    /// Returns the approximate number of allocations to free. The server frees values with many of
    /// them in the background.
    fn free_effort(&self) -> usize;

    /// Notes that the value's key does not hold it any more.
    fn unlinked(&self);

    fn copy(&self) -> Self;

    /// Has the allocator move blocks of memory from a place on, until `should_stop` returns true.
    /// The first place is 0. Returns the place at which to go on, or None at the end.
    fn defragment(&mut self, from: u64, should_stop: impl Fn() -> bool) -> Option<u64>;

    /// Adds the content to a digest, for `DEBUG DIGEST`.
    fn digest(&self, digest: &mut Digest);
}

/// The server's handle of a registered type.
#[derive(Debug)]
pub struct TypeHandle(NonNull<raw::RedisModuleType>);

// SAFETY: the handle only identifies the type to the server, on its main thread.
unsafe impl Send for TypeHandle {}
// SAFETY: as above.
unsafe impl Sync for TypeHandle {}

/// Returns the handle of `T`, if it is registered.
pub(super) fn handle<T: NativeValue>() -> Option<*mut raw::RedisModuleType> {
    T::handle().get().map(|handle| handle.0.as_ptr())
}

/// Registers `T`. Returns false if the server refuses.
pub fn register_type<T: NativeValue>(context: &Context) -> bool {
    let mut methods = raw::RedisModuleTypeMethods {
        // Version 3 of this structure has all that is used here, and Redis 6.2 supports it.
        version: 3,
        rdb_load: Some(load::<T>),
        rdb_save: Some(save::<T>),
        aof_rewrite: Some(rewrite::<T>),
        mem_usage: Some(memory::<T>),
        digest: Some(digest::<T>),
        free: Some(free::<T>),
        aux_load: None,
        aux_save: None,
        aux_save_triggers: 0,
        free_effort: Some(free_effort::<T>),
        unlink: Some(unlink::<T>),
        copy: Some(copy::<T>),
        defrag: Some(defragment::<T>),
        mem_usage2: None,
        free_effort2: None,
        unlink2: None,
        copy2: None,
        aux_save2: None,
    };
    // SAFETY: the server copies the methods, and the name ends with a NUL.
    let handle = unsafe {
        api!(RedisModule_CreateDataType)(
            context.raw,
            T::NAME.as_ptr(),
            T::ENCODING,
            &raw mut methods,
        )
    };
    NonNull::new(handle).is_some_and(|handle| T::handle().set(TypeHandle(handle)).is_ok())
}

#[derive(Debug)]
pub struct Digest {
    raw: *mut raw::RedisModuleDigest,
}

impl Digest {
    /// Adds bytes; their order matters.
    pub fn add(&mut self, bytes: &[u8]) {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: the digest is valid for the callback that created this value.
        unsafe { api!(RedisModule_DigestAddStringBuffer)(self.raw, start, bytes.len()) };
    }

    /// Ends an element. The order of elements does not matter.
    pub fn end_element(&mut self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_DigestEndSequence)(self.raw) };
    }
}

/// Returns the value behind a pointer that the server got from `Key::set`, `load` or `copy`.
///
/// # Safety
///
/// `value` came from one of these with the same `T` and has not been freed.
unsafe fn value<'a, T>(value: *const c_void) -> &'a T {
    // SAFETY: as the caller promises.
    unsafe { &*value.cast::<T>() }
}

/// Makes the saving child process fail: after a panic, which left the output incomplete, or for a
/// value that refuses to be saved. The server then keeps the old file and reports the failure. In
/// the main process (`SAVE`, `DUMP`), a module cannot report it.
fn fail_if_child() {
    // SAFETY: the flag is the server's and needs no context. A child process may exit at any time.
    unsafe {
        let flags = api!(RedisModule_GetContextFlags)(null_mut());
        if flags as u32 & raw::REDISMODULE_CTX_FLAGS_IS_CHILD != 0
            && let Some(exit) = raw::RedisModule_ExitFromChild
        {
            exit(1);
        }
    }
}

extern "C" fn load<T: NativeValue>(io: *mut raw::RedisModuleIO, encoding: c_int) -> *mut c_void {
    catch_panic(|| {
        // SAFETY: the server passes a stream that is valid for this callback.
        let mut reader = unsafe { RdbReader::new(io) };
        match T::load(&mut reader, encoding) {
            Ok(value) => Box::into_raw(Box::new(value)).cast(),
            Err(reason) => {
                // SAFETY: as above.
                unsafe { log_io_error(io, &reason) };
                null_mut()
            }
        }
    })
    .unwrap_or(null_mut())
}

extern "C" fn save<T: NativeValue>(io: *mut raw::RedisModuleIO, pointer: *mut c_void) {
    let saved = catch_panic(|| {
        // SAFETY: the server passes a valid stream and a value of this type.
        let (mut writer, value) = unsafe { (RdbWriter::new(io), value::<T>(pointer)) };
        if value.refuses_to_be_saved() {
            fail_if_child();
        }
        value.save(&mut writer);
    });
    if saved.is_none() {
        fail_if_child();
    }
}

extern "C" fn rewrite<T: NativeValue>(
    io: *mut raw::RedisModuleIO,
    key: *mut raw::RedisModuleString,
    pointer: *mut c_void,
) {
    let rewritten = catch_panic(|| {
        // SAFETY: the server passes a valid file, a key and a value of this type.
        let (writer, value) = unsafe { (AofWriter::new(io, key), value::<T>(pointer)) };
        if value.refuses_to_be_saved() {
            fail_if_child();
        }
        value.rewrite(&writer);
    });
    if rewritten.is_none() {
        fail_if_child();
    }
}

extern "C" fn memory<T: NativeValue>(pointer: *const c_void) -> usize {
    // SAFETY: the server passes a value of this type; likewise below.
    catch_panic(|| unsafe { value::<T>(pointer) }.memory()).unwrap_or(0)
}

extern "C" fn free_effort<T: NativeValue>(
    _key: *mut raw::RedisModuleString,
    pointer: *const c_void,
) -> usize {
    // SAFETY: as above.
    catch_panic(|| unsafe { value::<T>(pointer) }.free_effort()).unwrap_or(1)
}

extern "C" fn unlink<T: NativeValue>(_key: *mut raw::RedisModuleString, pointer: *const c_void) {
    // SAFETY: as above.
    catch_panic(|| unsafe { value::<T>(pointer) }.unlinked());
}

extern "C" fn digest<T: NativeValue>(raw: *mut raw::RedisModuleDigest, pointer: *mut c_void) {
    catch_panic(|| {
        let mut digest = Digest { raw };
        // SAFETY: as above.
        unsafe { value::<T>(pointer) }.digest(&mut digest);
    });
}

extern "C" fn copy<T: NativeValue>(
    _from: *mut raw::RedisModuleString,
    _to: *mut raw::RedisModuleString,
    pointer: *const c_void,
) -> *mut c_void {
    catch_panic(|| {
        // SAFETY: as above.
        Box::into_raw(Box::new(unsafe { value::<T>(pointer) }.copy())).cast()
    })
    .unwrap_or(null_mut())
}

extern "C" fn free<T: NativeValue>(pointer: *mut c_void) {
    // SAFETY: `Box::into_raw` made the pointer. The server frees the value once, possibly on
    // another thread, and does not use the pointer afterwards.
    catch_panic(|| drop(unsafe { Box::from_raw(pointer.cast::<T>()) }));
}

/// Moves blocks of a value until the server has no more time, and returns 1 if any are left.
extern "C" fn defragment<T: NativeValue>(
    context: *mut raw::RedisModuleDefragCtx,
    _key: *mut raw::RedisModuleString,
    pointer: *mut *mut c_void,
) -> c_int {
    let is_left = catch_panic(|| {
        // SAFETY: the server passes a context that is valid for this callback, and a value of this
        // type, to which nothing else refers between commands.
        let (request, value) = unsafe { (Request::begin(context), &mut *(*pointer).cast::<T>()) };
        let next = value.defragment(request.from(), || request.should_stop());
        next.is_some_and(|next| request.go_on_at(next))
    });
    c_int::from(is_left.unwrap_or(false))
}
