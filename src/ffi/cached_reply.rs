//! Replies that are sent often: the server formats them once instead of each time.

use std::ffi::{c_char, c_int};

use once_cell::sync::OnceCell;
use redis_module::raw;

use super::context::Context;

/// A bulk string that is part of many replies, such as the name of a field.
///
/// It is the server's reply to `ECHO`, kept for good. Sending it is a single copy of bytes; the
/// server assembles any other bulk string from three.
#[derive(Debug)]
pub struct CachedReply {
    text: &'static str,
    reply: OnceCell<Option<ServerReply>>,
}

/// A reply of the server to a command, never freed.
#[derive(Debug)]
struct ServerReply(*mut raw::RedisModuleCallReply);

// SAFETY: the server calls the module only from its main thread, and a reply is only read: its
// lazily parsed parts were parsed in `prepare`.
unsafe impl Send for ServerReply {}
// SAFETY: as above.
unsafe impl Sync for ServerReply {}

impl CachedReply {
    /// Creates the bulk string of a text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, reply: OnceCell::new() }
    }

    /// Returns the text.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Has the server format the reply. If it cannot, because `ECHO` was renamed or disabled, the
    /// reply is the same, only slower.
    pub fn prepare(&self, context: &Context) {
        self.reply.get_or_init(|| self.echo(context));
    }

    fn echo(&self, context: &Context) -> Option<ServerReply> {
        let start = self.text.as_ptr().cast::<c_char>();
        // SAFETY: the format declares a buffer and its length, which follow; the server copies
        // them. A null reply is not used. The bytes of a string reply are valid until it is freed.
        unsafe {
            let call = api!(RedisModule_Call);
            let reply = call(context.raw, c"ECHO".as_ptr(), c"b".as_ptr(), start, self.text.len());
            if reply.is_null() {
                return None;
            }
            // Another command may be called ECHO: only a reply of these very bytes is kept.
            let string = raw::REDISMODULE_REPLY_STRING as c_int;
            if api!(RedisModule_CallReplyType)(reply) == string {
                let mut len = 0;
                let bytes = api!(RedisModule_CallReplyStringPtr)(reply, &raw mut len);
                if !bytes.is_null()
                    && std::slice::from_raw_parts(bytes.cast::<u8>(), len) == self.text.as_bytes()
                {
                    return Some(ServerReply(reply));
                }
            }
            api!(RedisModule_FreeCallReply)(reply);
            None
        }
    }
}

impl Context<'_> {
    /// Replies with a cached bulk string.
    pub fn reply_cached(&self, cached: &CachedReply) {
        match cached.reply.get() {
            Some(Some(ServerReply(reply))) => {
                // SAFETY: the context is valid, and the reply is never freed.
                unsafe { api!(RedisModule_ReplyWithCallReply)(self.raw, *reply) };
            }
            _ => self.reply_bulk(cached.text.as_bytes()),
        }
    }
}
