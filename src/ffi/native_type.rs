//! A Rust type as the type of keys.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::NonNull;

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::command_builder::AofWriter;
use super::context::Context;
use super::rdb::{RdbReader, RdbWriter};
use super::{api, catch_panic};

/// What the server must be able to do with the values of its keys.
pub trait NativeValue: Sized + 'static {
    /// The name that `TYPE` answers: nine characters.
    const NAME: &'static CStr;
    /// The version of what `save` writes.
    const ENCODING: i32;

    /// Where the server's handle of the type is kept: a static of the implementer.
    fn handle() -> &'static OnceCell<TypeHandle>;

    /// Reads a value that `save` of the given version wrote, or says what is wrong with it.
    ///
    /// # Errors
    ///
    /// A line for the log.
    fn load(reader: &mut RdbReader, encoding: i32) -> Result<Self, String>;

    /// Writes the value.
    fn save(&self, writer: &mut RdbWriter);

    /// Writes commands that make the value anew.
    fn rewrite(&self, writer: &AofWriter);

    /// The bytes that the value holds.
    fn memory(&self) -> usize;

    /// How much work it is to free it, in allocations: the server frees in the background what is
    /// much.
    fn free_effort(&self) -> usize;

    /// Another value of the same content.
    fn copy(&self) -> Self;

    /// Describes the content, for `DEBUG DIGEST`.
    fn digest(&self, digest: &mut Digest);
}

/// The server's handle of a registered type.
#[derive(Debug)]
pub struct TypeHandle(NonNull<raw::RedisModuleType>);

// SAFETY: the handle is but a name for the server, which is only asked from its main thread.
unsafe impl Send for TypeHandle {}
// SAFETY: as above.
unsafe impl Sync for TypeHandle {}

/// The handle of `T`, if it is registered.
pub(super) fn handle<T: NativeValue>() -> Option<*mut raw::RedisModuleType> {
    T::handle().get().map(|handle| handle.0.as_ptr())
}

/// Makes `T` known to the server. False if it refused.
pub fn register_type<T: NativeValue>(context: &Context) -> bool {
    let mut methods = raw::RedisModuleTypeMethods {
        // The third version of this structure has all that is used, and is known since 6.2.
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
        unlink: None,
        copy: Some(copy::<T>),
        defrag: None,
        mem_usage2: None,
        free_effort2: None,
        unlink2: None,
        copy2: None,
        aux_save2: None,
    };
    // SAFETY: the server copies the methods; the name ends with a NUL.
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

/// What the server makes a digest of.
#[derive(Debug)]
pub struct Digest {
    raw: *mut raw::RedisModuleDigest,
}

impl Digest {
    /// Adds bytes; their order matters.
    pub fn add(&mut self, bytes: &[u8]) {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: the digest is valid for the callback that made this.
        unsafe { api!(RedisModule_DigestAddStringBuffer)(self.raw, start, bytes.len()) };
    }

    /// Adds numbers; their order matters.
    pub fn add_numbers(&mut self, numbers: &[i64]) {
        numbers.iter().for_each(|number| self.add(&number.to_le_bytes()));
    }

    /// Ends an element; the order of elements does not matter.
    pub fn end_element(&mut self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_DigestEndSequence)(self.raw) };
    }
}

/// The value behind a pointer that the server keeps for `Key::set`, `load` or `copy`.
///
/// # Safety
///
/// `value` came from one of these with the same `T`, and was not freed.
unsafe fn value<'a, T>(value: *const c_void) -> &'a T {
    // SAFETY: as the caller promises.
    unsafe { &*value.cast::<T>() }
}

extern "C" fn load<T: NativeValue>(io: *mut raw::RedisModuleIO, encoding: c_int) -> *mut c_void {
    catch_panic(std::ptr::null_mut(), || {
        // SAFETY: the server passes a stream that is valid for this callback.
        let mut reader = unsafe { RdbReader::new(io) };
        match T::load(&mut reader, encoding) {
            Ok(value) => Box::into_raw(Box::new(value)).cast(),
            Err(reason) => {
                let reason = CString::new(reason).unwrap_or_default();
                // SAFETY: the format has one string, which is given.
                unsafe {
                    if let Some(log) = raw::RedisModule_LogIOError {
                        log(io, c"warning".as_ptr(), c"%s".as_ptr(), reason.as_ptr());
                    }
                }
                std::ptr::null_mut()
            }
        }
    })
}

extern "C" fn save<T: NativeValue>(io: *mut raw::RedisModuleIO, pointer: *mut c_void) {
    catch_panic((), || {
        // SAFETY: the server passes a valid stream and one of this type's values.
        let (mut writer, value) = unsafe { (RdbWriter::new(io), value::<T>(pointer)) };
        value.save(&mut writer);
    });
}

extern "C" fn rewrite<T: NativeValue>(
    io: *mut raw::RedisModuleIO,
    key: *mut raw::RedisModuleString,
    pointer: *mut c_void,
) {
    catch_panic((), || {
        // SAFETY: the server passes a valid file, a key and one of this type's values.
        let (writer, value) = unsafe { (AofWriter::new(io, key), value::<T>(pointer)) };
        value.rewrite(&writer);
    });
}

extern "C" fn memory<T: NativeValue>(pointer: *const c_void) -> usize {
    // SAFETY: the server passes one of this type's values; likewise below.
    catch_panic(0, || unsafe { value::<T>(pointer) }.memory())
}

extern "C" fn free_effort<T: NativeValue>(
    _key: *mut raw::RedisModuleString,
    pointer: *const c_void,
) -> usize {
    // SAFETY: as above.
    catch_panic(1, || unsafe { value::<T>(pointer) }.free_effort())
}

extern "C" fn digest<T: NativeValue>(raw: *mut raw::RedisModuleDigest, pointer: *mut c_void) {
    catch_panic((), || {
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
    catch_panic(std::ptr::null_mut(), || {
        // SAFETY: as above.
        Box::into_raw(Box::new(unsafe { value::<T>(pointer) }.copy())).cast()
    })
}

extern "C" fn free<T: NativeValue>(pointer: *mut c_void) {
    // SAFETY: the value was made by `Box::into_raw`, and the server frees it once, perhaps from
    // another thread, after which nobody has the pointer.
    catch_panic((), || drop(unsafe { Box::from_raw(pointer.cast::<T>()) }));
}
