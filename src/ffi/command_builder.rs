//! A command that the module makes: for replicas and the append-only file in place of the one that
//! came, or for the append-only file when it is rewritten.

use std::ffi::{CStr, c_char};

use redis_module::raw;

use super::api;
use super::args::Args;

/// A command under construction. Nothing is sent before [`CommandBuilder::send`].
#[derive(Debug)]
pub struct CommandBuilder {
    to: Destination,
    command: &'static CStr,
    args: Vec<*mut raw::RedisModuleString>,
    /// Those of `args` that were made here.
    own: Vec<*mut raw::RedisModuleString>,
}

/// Where a command goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Destination {
    /// To replicas and the append-only file, from a command with this context.
    Replicas(*mut raw::RedisModuleCtx),
    /// To the append-only file that is being rewritten, at a key: the first argument, which the
    /// server may hold on its stack and only copies where it is passed by itself.
    Rewrite(*mut raw::RedisModuleIO, *mut raw::RedisModuleString),
}

impl CommandBuilder {
    /// # Safety
    ///
    /// The destination is valid for as long as this.
    pub(super) unsafe fn new(to: Destination, command: &'static CStr) -> Self {
        Self { to, command, args: Vec::new(), own: Vec::new() }
    }

    /// Adds the arguments that the client sent, from the key on, without copying them.
    #[must_use]
    pub fn with_client_args(mut self, args: Args) -> Self {
        self.args.extend((1..args.len()).filter_map(|i| args.raw(i)));
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
    pub fn with(mut self, bytes: &[u8]) -> Self {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: a string needs no context; the server copies the bytes; it is freed in `drop`.
        let string =
            unsafe { api!(RedisModule_CreateString)(std::ptr::null_mut(), start, bytes.len()) };
        self.args.push(string);
        self.own.push(string);
        self
    }

    /// Adds an integer.
    #[must_use]
    pub fn with_integer(self, value: i64) -> Self {
        self.with(value.to_string().as_bytes())
    }

    /// Adds an option of a name and an integer.
    #[must_use]
    pub fn with_integer_option(self, name: &str, value: i64) -> Self {
        self.with(name.as_bytes()).with_integer(value)
    }

    /// Adds an option of a name, the number of texts and the texts, if there are any.
    #[must_use]
    pub fn with_list<'t>(
        self,
        name: &str,
        texts: impl ExactSizeIterator<Item = &'t [u8]>,
    ) -> Self {
        match texts.len() {
            0 => self,
            len => texts.fold(self.with_integer_option(name, len as i64), Self::with),
        }
    }

    /// Sends the command, after those that were sent before.
    pub fn send(self) {
        let (command, args, len) = (self.command.as_ptr(), self.args.as_ptr(), self.args.len());
        // SAFETY: the destination is valid, as `new` was promised; the format announces an array of
        // strings and its length, which are given; the server takes references of its own to them.
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
            // SAFETY: each was made in `with`, without a context, and is released once.
            unsafe { api!(RedisModule_FreeString)(std::ptr::null_mut(), *string) };
        }
    }
}

/// The append-only file that is being rewritten, at one key.
#[derive(Debug)]
pub struct AofWriter {
    raw: *mut raw::RedisModuleIO,
    key: *mut raw::RedisModuleString,
}

impl AofWriter {
    /// # Safety
    ///
    /// Both are what the server passed to a rewrite callback, which lasts longer than this.
    pub(super) unsafe fn new(
        raw: *mut raw::RedisModuleIO,
        key: *mut raw::RedisModuleString,
    ) -> Self {
        Self { raw, key }
    }

    /// Begins a command on the key.
    pub fn command(&self, command: &'static CStr) -> CommandBuilder {
        // SAFETY: the callback lasts longer than this, as `new` was promised.
        unsafe { CommandBuilder::new(Destination::Rewrite(self.raw, self.key), command) }
    }
}
