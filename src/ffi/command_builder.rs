//! Commands that the module composes: for replicas and the append-only file in place of the
//! client's command, or for a rewritten append-only file.

use std::ffi::{CStr, c_char};

use redis_module::raw;
use smallvec::SmallVec;

use super::args::Args;

/// A command under construction. Nothing is sent before [`CommandBuilder::send`].
#[derive(Debug)]
pub struct CommandBuilder {
    to: Destination,
    command: &'static CStr,
    args: Strings,
    /// The strings in `args` that were created here.
    own: Strings,
}

/// Strings of the server. Short commands, such as every POST replicates, need no allocation.
type Strings = SmallVec<[*mut raw::RedisModuleString; 12]>;

/// The destination of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Destination {
    /// Replicas and the append-only file, on behalf of the command with this context.
    Replicas(*mut raw::RedisModuleCtx),
    /// An append-only file that is being rewritten, and the key, which is the first argument. The
    /// server may hold the key on its stack, and copies it only if it is passed separately.
    Rewrite(*mut raw::RedisModuleIO, *mut raw::RedisModuleString),
}

impl CommandBuilder {
    /// # Safety
    ///
    /// The destination outlives the result.
    pub(super) unsafe fn new(to: Destination, command: &'static CStr) -> Self {
        Self { to, command, args: Strings::new(), own: Strings::new() }
    }

    /// Adds the client's arguments, from the key on, without copying them.
    #[must_use]
    pub fn with_client_args(mut self, args: Args) -> Self {
        self.args.extend_from_slice(args.raw_from(1));
        self
    }

    /// Adds the key of the client's command.
    #[must_use]
    pub fn with_key(mut self, args: Args) -> Self {
        self.args.extend(args.raw(1));
        self
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: a string needs no context, and the server copies the bytes. `drop` frees it.
        let string =
            unsafe { api!(RedisModule_CreateString)(std::ptr::null_mut(), start, bytes.len()) };
        self.with_own(string)
    }

    fn with_own(mut self, string: *mut raw::RedisModuleString) -> Self {
        self.args.push(string);
        self.own.push(string);
        self
    }

    /// Adds an integer.
    #[must_use]
    pub fn with_integer(self, value: i64) -> Self {
        // SAFETY: a string needs no context. `drop` frees it.
        let string =
            unsafe { api!(RedisModule_CreateStringFromLongLong)(std::ptr::null_mut(), value) };
        self.with_own(string)
    }

    /// Adds an option: a name and an integer.
    #[must_use]
    pub fn with_integer_option(self, name: &str, value: i64) -> Self {
        self.with(name.as_bytes()).with_integer(value)
    }

    /// Sends the command, after those already sent.
    pub fn send(self) {
        let (command, args, len) = (self.command.as_ptr(), self.args.as_ptr(), self.args.len());
        // SAFETY: the destination is valid, as `new` requires. The format declares an array of
        // strings and its length, which follow; the server takes its own references to them.
        unsafe {
            match self.to {
                Destination::Replicas(context) => {
                    api!(RedisModule_Replicate)(context, command, c"v".as_ptr(), args, len);
                }
                Destination::Rewrite(io, key) => {
                    api!(RedisModule_EmitAOF)(io, command, c"sv".as_ptr(), key, args, len);
                }
            }
        }
    }
}

impl Drop for CommandBuilder {
    fn drop(&mut self) {
        for string in &self.own {
            // SAFETY: `with` created it without a context, and it is released once.
            unsafe { api!(RedisModule_FreeString)(std::ptr::null_mut(), *string) };
        }
    }
}

/// An append-only file that is being rewritten, at one key.
#[derive(Debug)]
pub struct AofWriter {
    raw: *mut raw::RedisModuleIO,
    key: *mut raw::RedisModuleString,
}

impl AofWriter {
    /// # Safety
    ///
    /// The server passed both to a rewrite callback, which lasts longer than the result.
    pub(super) unsafe fn new(
        raw: *mut raw::RedisModuleIO,
        key: *mut raw::RedisModuleString,
    ) -> Self {
        Self { raw, key }
    }

    /// Begins a command on the key.
    pub fn command(&self, command: &'static CStr) -> CommandBuilder {
        // SAFETY: the callback lasts longer than the command, as `new` requires.
        unsafe { CommandBuilder::new(Destination::Rewrite(self.raw, self.key), command) }
    }
}
