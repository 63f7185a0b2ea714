//! A command that is sent to replicas and the append-only file in place of the one that came.

use std::ffi::{CStr, c_char};

use redis_module::raw;

use super::api;
use super::command::Args;
use super::context::Context;

/// A command under construction. Nothing is sent before [`Replicated::send`].
#[derive(Debug)]
pub struct Replicated<'a> {
    context: &'a Context<'a>,
    command: &'static CStr,
    args: Vec<*mut raw::RedisModuleString>,
    /// Those of `args` that were made here.
    own: Vec<*mut raw::RedisModuleString>,
}

impl<'a> Replicated<'a> {
    pub(super) fn new(context: &'a Context<'a>, command: &'static CStr) -> Self {
        Self { context, command, args: Vec::new(), own: Vec::new() }
    }

    /// Adds the arguments that the client sent, from the key on, without copying them.
    #[must_use]
    pub fn with_client_args(mut self, args: Args<'a>) -> Self {
        self.args.extend((1..args.len()).filter_map(|i| args.raw(i)));
        self
    }

    /// Adds the key of the client's command.
    #[must_use]
    pub fn with_key(mut self, args: Args<'a>) -> Self {
        self.args.extend(args.raw(1));
        self
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, bytes: &[u8]) -> Self {
        let start = bytes.as_ptr().cast::<c_char>();
        // SAFETY: the server copies the bytes; the string is freed in `drop`.
        let string =
            unsafe { api!(RedisModule_CreateString)(self.context.raw, start, bytes.len()) };
        self.args.push(string);
        self.own.push(string);
        self
    }

    /// Adds an option of a name and an integer.
    #[must_use]
    pub fn with_option(self, name: &str, value: i64) -> Self {
        self.with(name.as_bytes()).with(value.to_string().as_bytes())
    }

    /// Sends the command, after those that were sent before.
    pub fn send(self) {
        // SAFETY: the format announces an array of strings and its length, which are given; the
        // server takes references of its own to them.
        unsafe {
            api!(RedisModule_Replicate)(
                self.context.raw,
                self.command.as_ptr(),
                c"v".as_ptr(),
                self.args.as_ptr(),
                self.args.len(),
            );
        }
    }
}

impl Drop for Replicated<'_> {
    fn drop(&mut self) {
        for string in &self.own {
            // SAFETY: each was made in `with` and is released once.
            unsafe { api!(RedisModule_FreeString)(self.context.raw, *string) };
        }
    }
}
