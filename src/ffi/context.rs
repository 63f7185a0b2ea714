//! What a command can ask of the server and tell it, and the replies to its client.

use std::ffi::{CStr, CString, c_char, c_int, c_long};
use std::marker::PhantomData;

use redis_module::{RedisValue, raw};

use super::api;
use super::args::Args;
use super::command_builder::{CommandBuilder, Destination};

/// The server, for the duration of one callback.
#[derive(Debug)]
pub struct Context<'a> {
    pub(super) raw: *mut raw::RedisModuleCtx,
    _callback: PhantomData<&'a ()>,
}

impl Context<'_> {
    /// # Safety
    ///
    /// `raw` is the context that the server passed to a callback, which lasts longer than this.
    pub(super) unsafe fn new(raw: *mut raw::RedisModuleCtx) -> Self {
        Self { raw, _callback: PhantomData }
    }

    /// The context of the function by which the server loads the module.
    pub fn of_load(context: &redis_module::Context) -> Context<'_> {
        // SAFETY: the crate made it of what the server passed; it is borrowed for as long.
        unsafe { Context::new(context.ctx) }
    }

    /// The server's clock, in UNIX seconds: the same throughout one command, and throughout a
    /// script or transaction where the server sees to that.
    pub fn now(&self) -> i64 {
        // SAFETY: neither function has a precondition.
        unsafe {
            match raw::RedisModule_CachedMicroseconds {
                Some(microseconds) => microseconds() / 1_000_000,
                None => api!(RedisModule_Milliseconds)() / 1_000,
            }
        }
    }

    /// Whether the command was accepted before: it comes from this server's primary, from the
    /// append-only file, or with a slot from another primary.
    pub fn is_replay(&self) -> bool {
        const ACCEPTED: u32 =
            raw::REDISMODULE_CTX_FLAGS_REPLICATED | raw::REDISMODULE_CTX_FLAGS_LOADING;
        // SAFETY: the context is valid, as `new` was promised.
        let flags = unsafe { api!(RedisModule_GetContextFlags)(self.raw) };
        flags as u32 & ACCEPTED != 0
    }

    /// Tells the server that the key's value is another now.
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

    /// Sends the command as it came to replicas and to the append-only file.
    pub fn replicate_verbatim(&self) {
        // SAFETY: the context is that of a command.
        unsafe { api!(RedisModule_ReplicateVerbatim)(self.raw) };
    }

    /// Begins a command of its own for replicas and the append-only file.
    pub fn replicate(&self, command: &'static CStr) -> CommandBuilder {
        // SAFETY: a command is sent from the callback that it is made in.
        unsafe { CommandBuilder::new(Destination::Replicas(self.raw), command) }
    }

    /// Writes a line to the server's log, at the level of warnings.
    pub fn log_warning(&self, text: &str) {
        log(self.raw, c"warning", text);
    }

    /// Writes a line to the server's log.
    pub fn log_notice(&self, text: &str) {
        log(self.raw, c"notice", text);
    }

    /// What the server answers to `CONFIG GET` of one name.
    pub fn server_config(&self, name: &str) -> Option<String> {
        let reply = redis_module::Context::new(self.raw).call("CONFIG", &["GET", name]).ok()?;
        match reply {
            RedisValue::Array(pair) => match pair.into_iter().nth(1)? {
                RedisValue::SimpleString(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the server has a command, or a subcommand behind a `|`.
    fn has_command(&self, name: &str) -> bool {
        let reply = redis_module::Context::new(self.raw).call("COMMAND", &["INFO", name]);
        matches!(reply, Ok(RedisValue::Array(commands))
            if matches!(commands.first(), Some(RedisValue::Array(_))))
    }

    /// Replies with an integer.
    pub fn reply_integer(&self, value: i64) {
        // SAFETY: the context is valid; likewise in the replies below.
        unsafe { api!(RedisModule_ReplyWithLongLong)(self.raw, value) };
    }

    /// Replies with a bulk string of any bytes.
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

    /// Replies with nil.
    pub fn reply_null(&self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_ReplyWithNull)(self.raw) };
    }

    /// Begins an array of so many replies.
    pub fn reply_array(&self, len: usize) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_ReplyWithArray)(self.raw, len as c_long) };
    }

    /// Begins a map of so many pairs of replies. False where the server has no maps.
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

    /// Replies as the server does to a wrong number of arguments.
    pub fn reply_wrong_arity(&self) {
        // SAFETY: as above.
        unsafe { api!(RedisModule_WrongArity)(self.raw) };
    }
}

/// Tells the server once, at load, how the module behaves: it handles broken input of its type
/// itself, it says when it has changed a key, its values may be loaded beside those in use and,
/// where the server can do that, be moved with their slot at once.
pub fn set_options(context: &Context) {
    const OPTIONS: u32 = raw::REDISMODULE_OPTIONS_HANDLE_IO_ERRORS
        | raw::REDISMODULE_OPTION_NO_IMPLICIT_SIGNAL_MODIFIED
        | raw::REDISMODULE_OPTIONS_HANDLE_REPL_ASYNC_LOAD;
    // Of Valkey from 9.0 on, from its valkeymodule.h: sites can be moved with their slot at once.
    // Other servers may mean something else by this bit.
    const HANDLE_ATOMIC_SLOT_MIGRATION: u32 = 1 << 5;

    let mut options = OPTIONS;
    if context.has_command("cluster|migrateslots") {
        options |= HANDLE_ATOMIC_SLOT_MIGRATION;
    }
    // SAFETY: the context is valid.
    unsafe { api!(RedisModule_SetModuleOptions)(context.raw, options as c_int) };
}

/// Sends the message and place of every panic to the server's log.
pub fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        log(std::ptr::null_mut(), c"warning", &format!("internal error: {panic}"));
    }));
}

fn log(context: *mut raw::RedisModuleCtx, level: &CStr, text: &str) {
    let text = c_text(text);
    // SAFETY: the format has one string, which is given; a log line needs no context.
    unsafe {
        if let Some(log) = raw::RedisModule_Log {
            log(context, level.as_ptr(), c"%s".as_ptr(), text.as_ptr());
        }
    }
}

/// The text for C, cut at a NUL if it has one.
fn c_text(text: &str) -> CString {
    let bytes = text.bytes().take_while(|byte| *byte != 0).collect::<Vec<u8>>();
    CString::new(bytes).unwrap_or_default()
}
