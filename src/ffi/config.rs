//! Module configurations: values that the server reads and writes by name. They exist from Redis
//! 7.0; before, registering them does nothing.

use std::ffi::{CStr, c_char, c_int, c_longlong, c_uint, c_void};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use redis_module::raw;

use super::context::Context;

/// Registers a number, with what it is unless configured. False if the server refused.
pub fn register_number(
    context: &Context,
    name: &'static CStr,
    value: &'static AtomicI64,
    default: i64,
    range: RangeInclusive<i64>,
) -> bool {
    // SAFETY: the pointer is set once, before the module's load function runs.
    let Some(register) = (unsafe { raw::RedisModule_RegisterNumericConfig }) else { return true };
    // SAFETY: name and value are static; the callbacks take the value for what it is here.
    let status = unsafe {
        register(
            context.raw,
            name.as_ptr(),
            default,
            raw::REDISMODULE_CONFIG_DEFAULT as c_uint,
            *range.start(),
            *range.end(),
            Some(get_number),
            Some(set_number),
            None,
            std::ptr::from_ref(value).cast_mut().cast(),
        )
    };
    status == raw::REDISMODULE_OK as c_int
}

/// Registers a switch, with what it is unless configured. False if the server refused.
pub fn register_bool(
    context: &Context,
    name: &'static CStr,
    value: &'static AtomicBool,
    default: bool,
) -> bool {
    // SAFETY: as in `register_number`.
    let Some(register) = (unsafe { raw::RedisModule_RegisterBoolConfig }) else { return true };
    // SAFETY: as in `register_number`.
    let status = unsafe {
        register(
            context.raw,
            name.as_ptr(),
            c_int::from(default),
            raw::REDISMODULE_CONFIG_DEFAULT as c_uint,
            Some(get_bool),
            Some(set_bool),
            None,
            std::ptr::from_ref(value).cast_mut().cast(),
        )
    };
    status == raw::REDISMODULE_OK as c_int
}

/// Has the server set what was registered: from its configuration file, else to the defaults.
/// False if the file had a wrong value, or a name that was not registered.
pub fn load_configs(context: &Context) -> bool {
    // SAFETY: the context is that of the load function.
    unsafe {
        raw::RedisModule_LoadConfigs
            .is_none_or(|load| load(context.raw) == raw::REDISMODULE_OK as c_int)
    }
}

extern "C" fn get_number(_name: *const c_char, value: *mut c_void) -> c_longlong {
    // SAFETY: `register_number` gave a static atomic.
    unsafe { &*value.cast::<AtomicI64>() }.load(Ordering::Relaxed)
}

extern "C" fn set_number(
    _name: *const c_char,
    number: c_longlong,
    value: *mut c_void,
    _error: *mut *mut raw::RedisModuleString,
) -> c_int {
    // SAFETY: `register_number` gave a static atomic. The server has checked the range.
    unsafe { &*value.cast::<AtomicI64>() }.store(number, Ordering::Relaxed);
    raw::REDISMODULE_OK as c_int
}

extern "C" fn get_bool(_name: *const c_char, value: *mut c_void) -> c_int {
    // SAFETY: `register_bool` gave a static atomic.
    c_int::from(unsafe { &*value.cast::<AtomicBool>() }.load(Ordering::Relaxed))
}

extern "C" fn set_bool(
    _name: *const c_char,
    switch: c_int,
    value: *mut c_void,
    _error: *mut *mut raw::RedisModuleString,
) -> c_int {
    // SAFETY: `register_bool` gave a static atomic.
    unsafe { &*value.cast::<AtomicBool>() }.store(switch != 0, Ordering::Relaxed);
    raw::REDISMODULE_OK as c_int
}
