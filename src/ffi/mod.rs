//! The module API of the server, as safe and thin wrappers. All unsafe code is here.
//!
//! What holds throughout: the server calls a module from its main thread only (the `free` callback
//! apart, which touches nothing but the value that it is given); the pointers that it passes to a
//! callback are valid for the callback's duration, and the wrappers made of them cannot outlive it;
//! no panic crosses into the server.
#![allow(unsafe_code)]

mod alloc;
mod args;
mod cached_reply;
mod command;
mod command_builder;
mod config;
mod context;
mod info;
mod key;
mod native_type;
mod rdb;

pub use alloc::{ServerAllocator, bytes_held};
pub use args::Args;
pub use cached_reply::CachedReply;
pub use command::{Command, add_category, register_command};
pub use command_builder::{AofWriter, CommandBuilder};
pub use config::{load_configs, register_bool, register_number};
pub use context::{Context, log_panics, set_options};
pub use info::{on_config_change, register_info};
pub use key::{Key, Mode};
pub use native_type::{Digest, NativeValue, TypeHandle, register_type};
pub use rdb::{RdbReader, RdbWriter};

use std::panic::{AssertUnwindSafe, catch_unwind};

use redis_module::raw;

/// The function of the server behind a name of its module API.
///
/// A server that is too old lacks some: [`missing_function`] finds that out at load, before any
/// use. Functions that the module can do without are not called through this.
macro_rules! api {
    ($name:ident) => {
        match raw::$name {
            Some(function) => function,
            None => $crate::ffi::unavailable(stringify!($name)),
        }
    };
}
pub(crate) use api;

/// Runs a callback's body. After a panic, which the hook has logged, the fallback is the answer.
fn catch_panic<R>(fallback: R, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or(fallback)
}

#[cold]
#[inline(never)]
#[allow(clippy::panic)] // Checked at load; and panics are caught on the way to the server.
fn unavailable(name: &str) -> ! {
    panic!("the server has no {name}")
}

/// The first function of the module API that this module cannot do without and the server lacks.
pub fn missing_function() -> Option<&'static str> {
    macro_rules! first_missing {
        ($($name:ident),* $(,)?) => {
            // SAFETY: the pointers are set once, before the module's load function runs.
            unsafe {
                $(
                    let function = raw::$name;
                    if function.is_none() {
                        return Some(stringify!($name));
                    }
                )*
            }
        };
    }
    first_missing!(
        RedisModule_Call,
        RedisModule_CallReplyType,
        RedisModule_CloseKey,
        RedisModule_CreateCommand,
        RedisModule_CreateDataType,
        RedisModule_CreateString,
        RedisModule_DigestAddStringBuffer,
        RedisModule_DigestEndSequence,
        RedisModule_EmitAOF,
        RedisModule_Free,
        RedisModule_FreeString,
        RedisModule_GetContextFlags,
        RedisModule_IsIOError,
        RedisModule_KeyType,
        RedisModule_LoadStringBuffer,
        RedisModule_Log,
        RedisModule_Milliseconds,
        RedisModule_ModuleTypeGetType,
        RedisModule_ModuleTypeGetValue,
        RedisModule_ModuleTypeSetValue,
        RedisModule_NotifyKeyspaceEvent,
        RedisModule_OpenKey,
        RedisModule_Replicate,
        RedisModule_ReplicateVerbatim,
        RedisModule_ReplyWithArray,
        RedisModule_ReplyWithCallReply,
        RedisModule_ReplyWithError,
        RedisModule_ReplyWithLongLong,
        RedisModule_ReplyWithNull,
        RedisModule_ReplyWithSimpleString,
        RedisModule_ReplyWithStringBuffer,
        RedisModule_SaveStringBuffer,
        RedisModule_SetModuleOptions,
        RedisModule_SignalModifiedKey,
        RedisModule_StringPtrLen,
        RedisModule_WrongArity,
    );
    None
}
