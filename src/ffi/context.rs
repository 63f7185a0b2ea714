//! The server as a callback sees it: its state, replication, events, and replies to the client.

use std::ffi::{CStr, c_char, c_int, c_long};
use std::marker::PhantomData;

use redis_module::{RedisValue, raw};

use super::args::Args;
use super::clock::now;
use super::command_builder::{CommandBuilder, Destination};
use super::text::c_text;

/// The server, for the duration of one callback.
#[derive(Debug)]
pub struct Context<'a> {
    pub(super) raw: *mut raw::RedisModuleCtx,
    _callback: PhantomData<&'a ()>,
}

impl Context<'_> {
    /// # Safety
    ///
    /// The server passed `raw` to a callback, which lasts longer than the result.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleCtx) -> Self {
        Self { raw, _callback: PhantomData }
    }

    /// Returns the time of the server's clock, as [`now`].
    pub fn now(&self) -> i64 {
        now()
    }

    /// Returns whether the command was accepted before: it comes from this server's primary, from
    /// the append-only file, or with a slot from another primary.
    pub fn is_replay(&self) -> bool {
        self.has_flag(raw::REDISMODULE_CTX_FLAGS_REPLICATED | raw::REDISMODULE_CTX_FLAGS_LOADING)
    }

    /// Returns whether the client speaks RESP3. Servers before Redis 7.0 do not say so.
    pub fn is_resp3(&self) -> bool {
        self.has_flag(raw::REDISMODULE_CTX_FLAGS_RESP3)
    }

    pub(super) fn has_flag(&self, any_of: u32) -> bool {
        // SAFETY: the context is valid, as `new` requires.
        let flags = unsafe { api!(RedisModule_GetContextFlags)(self.raw) };
        flags as u32 & any_of != 0
    }

    /// Marks the command's key as modified, for WATCH, client-side caching and saving.
    pub fn signal_modified(&self, args: Args) {
        if let Some(key) = args.raw(1) {
            // SAFETY: context and key are valid for the callback.
            unsafe { api!(RedisModule_SignalModifiedKey)(self.raw, key) };
        }
    }

    /// Emits a keyspace event of the modules' class on the command's key.
    pub fn notify(&self, event: &CStr, args: Args) {
        if let Some(key) = args.raw(1) {
            let class = raw::REDISMODULE_NOTIFY_MODULE;
            // SAFETY: context, text and key are valid for the call.
            unsafe {
                api!(RedisModule_NotifyKeyspaceEvent)(self.raw, class, event.as_ptr(), key);
            }
        }
    }

    /// Replicates the client's command as it is.
    pub fn replicate_verbatim(&self) {
        // SAFETY: a command got the context.
        unsafe { api!(RedisModule_ReplicateVerbatim)(self.raw) };
    }

    /// Begins another command to replicate instead.
    pub fn replicate<'a>(&'a self, command: &'a CStr) -> CommandBuilder<'a> {
        // SAFETY: the context is valid as long as it is borrowed.
        unsafe { CommandBuilder::new(Destination::Replicas(self.raw), command) }
    }

    /// Returns a configuration of the server, if it has one of that name.
    pub fn server_config(&self, name: &str) -> Option<String> {
        self.call("CONFIG", &["GET", name]).into_iter().nth(1)
    }

    /// Calls a command of the server that replies with a text or an array of texts. Returns the
    /// texts, or none for any other reply.
    pub fn call(&self, command: &str, args: &[&str]) -> Vec<String> {
        let text = |value| match value {
            RedisValue::SimpleString(text) => Some(text),
            _ => None,
        };
        match redis_module::Context::new(self.raw).call(command, args) {
            Ok(RedisValue::Array(values)) => values.into_iter().filter_map(text).collect(),
            Ok(value) => text(value).into_iter().collect(),
            Err(_) => Vec::new(),
        }
    }

    /// Returns whether the server has a command, or a subcommand written as `command|subcommand`.
    pub(super) fn has_command(&self, name: &str) -> bool {
        let reply = redis_module::Context::new(self.raw).call("COMMAND", &["INFO", name]);
        matches!(reply, Ok(RedisValue::Array(commands))
            if matches!(commands.first(), Some(RedisValue::Array(_))))
    }

    pub fn reply_integer(&self, value: i64) {
        // SAFETY: the context is valid; likewise in the replies below.
        unsafe { api!(RedisModule_ReplyWithLongLong)(self.raw, value) };
    }

    pub fn reply_bulk(&self, bytes: &[u8]) {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: the server copies the bytes before it returns.
        unsafe { api!(RedisModule_ReplyWithStringBuffer)(self.raw, start, bytes.len()) };
    }

    /// Replies with a status such as `OK`.
    pub fn reply_status(&self, status: &'static CStr) {
        // SAFETY: the text ends with a NUL.
        unsafe { api!(RedisModule_ReplyWithSimpleString)(self.raw, status.as_ptr()) };
    }

    pub fn reply_null(&self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_ReplyWithNull)(self.raw) };
    }

    pub fn reply_array(&self, len: usize) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_ReplyWithArray)(self.raw, len as c_long) };
    }

    /// Begins a map of `pairs` pairs of replies. Returns false if the server has no maps.
    pub fn reply_map(&self, pairs: usize) -> bool {
        // SAFETY: as above.
        match unsafe { raw::RedisModule_ReplyWithMap } {
            Some(reply) => {
                // SAFETY: as above.
                unsafe { reply(self.raw, pairs as c_long) };
                true
            }
            None => false,
        }
    }

    /// Replies with an error, code word first.
    pub fn reply_error(&self, text: &str) {
        let text = c_text(text);
        // SAFETY: the server copies the text, which ends with a NUL.
        unsafe { api!(RedisModule_ReplyWithError)(self.raw, text.as_ptr()) };
    }

    /// Replies with the server's own error for a wrong number of arguments.
    pub fn reply_wrong_arity(&self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_WrongArity)(self.raw) };
    }
}

/// Sets the module's options: it handles read errors of its type, it signals changes of keys
/// itself, its values can be loaded while others are in use and, on servers that do this, migrated
/// atomically with their slot.
pub fn set_options(context: &Context) {
    const OPTIONS: u32 = raw::REDISMODULE_OPTIONS_HANDLE_IO_ERRORS
        | raw::REDISMODULE_OPTION_NO_IMPLICIT_SIGNAL_MODIFIED
        | raw::REDISMODULE_OPTIONS_HANDLE_REPL_ASYNC_LOAD;
    // From valkeymodule.h of Valkey 9.0. The bit may have another meaning for other servers.
    const HANDLE_ATOMIC_SLOT_MIGRATION: u32 = 1 << 5;

    let mut options = OPTIONS;
    if context.has_command("cluster|migrateslots") {
        options |= HANDLE_ATOMIC_SLOT_MIGRATION;
    }
    // SAFETY: the context is valid.
    unsafe { api!(RedisModule_SetModuleOptions)(context.raw, options as c_int) };
}
