//! Module configurations: values that the server reads and writes by name. They exist from Redis
//! 7.0 on; on older servers, registering one does nothing.

use std::ffi::{CStr, CString, c_char, c_int, c_longlong, c_uint, c_void};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, Ordering};

use redis_module::raw;

use super::context::Context;

/// Registers a number: of bytes, for which units such as `mb` are accepted, or of something else.
/// Returns false if the server refuses.
pub fn register_number(
    context: &Context,
    name: &CStr,
    value: &'static AtomicI64,
    default: i64,
    range: &RangeInclusive<i64>,
    is_memory: bool,
) -> bool {
    let flags = match is_memory {
        true => raw::REDISMODULE_CONFIG_MEMORY,
        false => raw::REDISMODULE_CONFIG_DEFAULT,
    };
    // SAFETY: the server sets the pointer before the module's load function runs.
    let Some(register) = (unsafe { raw::RedisModule_RegisterNumericConfig }) else { return true };
    // SAFETY: the server copies the name. The value is static, and the callbacks know its type.
    let status = unsafe {
        register(
            context.raw,
            name.as_ptr(),
            default,
            flags as c_uint,
            *range.start(),
            *range.end(),
            Some(get_number),
            Some(set_number),
            None,
            private_data(value),
        )
    };
    status == raw::REDISMODULE_OK as c_int
}

/// Registers one of several words; the value is the word's index. Returns false if the server
/// refuses.
pub fn register_enum(
    context: &Context,
    name: &CStr,
    value: &'static AtomicI64,
    default: i64,
    words: &[&str],
) -> bool {
    // SAFETY: as in `register_number`.
    let Some(register) = (unsafe { raw::RedisModule_RegisterEnumConfig }) else { return true };
    let words: Vec<CString> = words.iter().flat_map(|word| CString::new(*word)).collect();
    let mut names: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let indexes: Vec<c_int> = (0..).take(names.len()).collect();
    // SAFETY: the server copies the name, the words and their values, which are equally many. The
    // value is static, and the callbacks know its type.
    let status = unsafe {
        register(
            context.raw,
            name.as_ptr(),
            default as c_int,
            raw::REDISMODULE_CONFIG_DEFAULT as c_uint,
            names.as_mut_ptr(),
            indexes.as_ptr(),
            names.len() as c_int,
            Some(get_enum),
            Some(set_enum),
            None,
            private_data(value),
        )
    };
    status == raw::REDISMODULE_OK as c_int
}

/// Has the server set everything registered, from its configuration file or else to the defaults.
/// Returns false if the file has a wrong value or a name that was not registered.
pub fn load_configs(context: &Context) -> bool {
    // SAFETY: the load function got the context.
    unsafe {
        raw::RedisModule_LoadConfigs
            .is_none_or(|load| load(context.raw) == raw::REDISMODULE_OK as c_int)
    }
}

fn private_data(value: &'static AtomicI64) -> *mut c_void {
    std::ptr::from_ref(value).cast_mut().cast()
}

/// # Safety
///
/// `data` came from [`private_data`].
unsafe fn value(data: *mut c_void) -> &'static AtomicI64 {
    // SAFETY: as the caller promises.
    unsafe { &*data.cast::<AtomicI64>() }
}

extern "C" fn get_number(_name: *const c_char, data: *mut c_void) -> c_longlong {
    // SAFETY: this is what was registered; likewise below.
    unsafe { value(data) }.load(Ordering::Relaxed)
}

extern "C" fn set_number(
    _name: *const c_char,
    number: c_longlong,
    data: *mut c_void,
    _error: *mut *mut raw::RedisModuleString,
) -> c_int {
    // SAFETY: as above. The server has checked the range.
    unsafe { value(data) }.store(number, Ordering::Relaxed);
    raw::REDISMODULE_OK as c_int
}

extern "C" fn get_enum(_name: *const c_char, data: *mut c_void) -> c_int {
    // SAFETY: as above. The value is the index of a word.
    unsafe { value(data) }.load(Ordering::Relaxed) as c_int
}

extern "C" fn set_enum(
    _name: *const c_char,
    index: c_int,
    data: *mut c_void,
    _error: *mut *mut raw::RedisModuleString,
) -> c_int {
    // SAFETY: as above. The server passes the index of a word.
    unsafe { value(data) }.store(index.into(), Ordering::Relaxed);
    raw::REDISMODULE_OK as c_int
}
