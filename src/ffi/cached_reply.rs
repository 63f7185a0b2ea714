//! Replies that are sent often: the server puts them into its protocol once, not each time.

use std::ffi::{c_char, c_int};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::api;
use super::context::Context;

/// A bulk string that is part of many replies, such as the name of a field.
///
/// It is the server's reply to `ECHO`, which the server takes apart once, when it is prepared, and
/// then sends as it is: one copy of bytes, where another bulk string is put together of three.
#[derive(Debug)]
pub struct CachedReply {
    text: &'static str,
    reply: OnceCell<Option<ServerReply>>,
}

/// A reply of the server to a command, kept for good.
#[derive(Debug)]
struct ServerReply(*mut raw::RedisModuleCallReply);

// SAFETY: the server calls the module from its main thread only; and what is kept is only read, for
// `prepare` has had the server find out its type, the one thing that it finds out late.
unsafe impl Send for ServerReply {}
// SAFETY: as above.
unsafe impl Sync for ServerReply {}

impl CachedReply {
    /// The bulk string of that text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, reply: OnceCell::new() }
    }

    /// Has the server prepare the reply. Where it cannot, nothing is different but the time that
    /// replying takes.
    pub fn prepare(&self, context: &Context) {
        let start = self.text.as_ptr().cast::<c_char>();
        self.reply.get_or_init(|| {
            // SAFETY: the format announces a buffer and its length, which are given; the server
            // copies them. A reply is never freed, so it is valid wherever it is used.
            unsafe {
                let call = api!(RedisModule_Call);
                let reply =
                    call(context.raw, c"ECHO".as_ptr(), c"b".as_ptr(), start, self.text.len());
                let is_string = !reply.is_null()
                    && api!(RedisModule_CallReplyType)(reply)
                        == raw::REDISMODULE_REPLY_STRING as c_int;
                is_string.then_some(ServerReply(reply))
            }
        });
    }
}

impl Context<'_> {
    /// Replies with a constant bulk string.
    pub fn reply_cached(&self, constant: &CachedReply) {
        match constant.reply.get() {
            Some(Some(ServerReply(reply))) => {
                // SAFETY: the context is valid, and so is the reply, which is never freed.
                unsafe { api!(RedisModule_ReplyWithCallReply)(self.raw, *reply) };
            }
            _ => self.reply_bulk(constant.text.as_bytes()),
        }
    }
}
