//! The functions of the module API that this module cannot do without.

use redis_module::raw;

/// Makes the macro `api!` and the function [`missing_function`] from one list, so that a function
/// that is used but not listed does not compile.
macro_rules! required_functions {
    ($($name:ident),* $(,)?) => {
        /// Evaluates to a function of the module API. Reading its pointer is unsafe only because
        /// it is a mutable static, which the server sets before the module's load function runs.
        macro_rules! api {
            $(($name) => {
                match ::redis_module::raw::$name {
                    Some(function) => function,
                    None => $crate::ffi::api::unavailable(stringify!($name)),
                }
            };)*
        }

        /// Returns the name of the first required function that the server lacks.
        pub fn missing_function() -> Option<&'static str> {
            $(
                // SAFETY: the server sets the pointer before the module's load function runs.
                let function = unsafe { raw::$name };
                if function.is_none() {
                    return Some(stringify!($name));
                }
            )*
            None
        }
    };
}

required_functions!(
    RedisModule_BlockClientOnKeys,
    RedisModule_Call,
    RedisModule_CloseKey,
    RedisModule_CreateCommand,
    RedisModule_CreateDataType,
    RedisModule_CreateString,
    RedisModule_CreateStringFromLongLong,
    RedisModule_CreateTimer,
    RedisModule_DefragAlloc,
    RedisModule_DefragCursorGet,
    RedisModule_DefragCursorSet,
    RedisModule_DefragShouldStop,
    RedisModule_DigestAddStringBuffer,
    RedisModule_DigestEndSequence,
    RedisModule_EmitAOF,
    RedisModule_Free,
    RedisModule_FreeCallReply,
    RedisModule_FreeString,
    RedisModule_GetBlockedClientPrivateData,
    RedisModule_GetClientId,
    RedisModule_GetContextFlags,
    RedisModule_GetDetachedThreadSafeContext,
    RedisModule_GetSelectedDb,
    // Not called. Redis 6.2 is the first server with it and the oldest that the tests run on: 6.0
    // has all the others, but ignores some of the methods of the type.
    RedisModule_GetTypeMethodVersion,
    RedisModule_IsIOError,
    RedisModule_IsModuleNameBusy,
    RedisModule_KeyType,
    RedisModule_LoadStringBuffer,
    RedisModule_Milliseconds,
    RedisModule_ModuleTypeGetType,
    RedisModule_ModuleTypeGetValue,
    RedisModule_ModuleTypeSetValue,
    RedisModule_NotifyKeyspaceEvent,
    RedisModule_OpenKey,
    RedisModule_RegisterInfoFunc,
    RedisModule_Replicate,
    RedisModule_ReplicateVerbatim,
    RedisModule_ReplyWithArray,
    RedisModule_ReplyWithCallReply,
    RedisModule_ReplyWithError,
    RedisModule_ReplyWithLongLong,
    RedisModule_ReplyWithNull,
    RedisModule_ReplyWithSimpleString,
    RedisModule_ReplyWithStringBuffer,
    RedisModule_RetainString,
    RedisModule_SaveStringBuffer,
    RedisModule_SelectDb,
    RedisModule_SetModuleAttribs,
    RedisModule_SetModuleOptions,
    RedisModule_SignalModifiedKey,
    RedisModule_StringPtrLen,
    RedisModule_UnblockClient,
    RedisModule_WrongArity,
);

/// Reports a required function that is missing although [`missing_function`] was asked at load.
#[cold]
#[inline(never)]
#[allow(clippy::panic)] // Unreachable once the module is loaded, and caught at the FFI boundary.
pub fn unavailable(name: &str) -> ! {
    panic!("the server has no {name}")
}
