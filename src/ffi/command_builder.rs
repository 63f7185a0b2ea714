//! Commands that the module composes: for replicas and the append-only file in place of the
//! client's command, or for a rewritten append-only file.

use std::ffi::CStr;
use std::marker::PhantomData;

use redis_module::raw;
use smallvec::SmallVec;

use super::args::Args;
use super::kept_string::{KeptWord, OwnString};

/// A command under construction. Nothing is sent before [`CommandBuilder::send`].
#[derive(Debug)]
pub struct CommandBuilder<'a> {
    to: Destination,
    command: &'a CStr,
    /// Short commands, such as every POST replicates, need no allocation.
    args: SmallVec<[*mut raw::RedisModuleString; 12]>,
    /// Those in `args` that nobody else holds.
    own: SmallVec<[OwnString; 4]>,
    /// What the command is sent from, and the arguments of the client that are part of it.
    _callback: PhantomData<&'a ()>,
}

/// The destination of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Destination {
    /// Replicas and the append-only file, on behalf of the command with this context.
    Replicas(*mut raw::RedisModuleCtx),
    /// An append-only file that is being rewritten, and the key, which is the first argument. The
    /// server may hold the key on its stack, and copies it only if it is passed separately.
    Rewrite(*mut raw::RedisModuleIO, *mut raw::RedisModuleString),
}

impl<'a> CommandBuilder<'a> {
    /// # Safety
    ///
    /// The destination is valid for `'a`.
    pub(super) unsafe fn new(to: Destination, command: &'a CStr) -> Self {
        let (args, own) = (SmallVec::new(), SmallVec::new());
        Self { to, command, args, own, _callback: PhantomData }
    }

    /// Adds the client's arguments, from the key on, without copying them.
    #[must_use]
    pub fn with_client_args(mut self, args: Args<'a>) -> Self {
        self.args.extend_from_slice(args.raw_from(1));
        self
    }

    /// Adds the client's argument at `index`, of which the key is the first.
    #[must_use]
    pub fn with_client_arg(mut self, args: Args<'a>, index: usize) -> Self {
        self.args.extend(args.raw(index));
        self
    }

    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        self.with_own(OwnString::new(bytes))
    }

    fn with_own(mut self, string: OwnString) -> Self {
        self.args.push(string.raw());
        self.own.push(string);
        self
    }

    #[must_use]
    pub fn with_integer(self, value: i64) -> Self {
        self.with_own(OwnString::of_integer(value))
    }

    /// Adds a word that is mostly the same as the last time.
    #[must_use]
    pub fn with_kept(self, kept: &KeptWord, word: &[u8]) -> Self {
        self.with_own(kept.get(word))
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
    pub fn command(&self, command: &'static CStr) -> CommandBuilder<'_> {
        // SAFETY: the callback lasts longer than this value, as `new` requires.
        unsafe { CommandBuilder::new(Destination::Rewrite(self.raw, self.key), command) }
    }
}
