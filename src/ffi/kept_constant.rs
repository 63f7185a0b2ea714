//! What is part of many replies: the server formats it once instead of each time.

use once_cell::sync::OnceCell;

use super::context::Context;
use super::kept_reply::KeptReply;

/// A bulk string that is part of many replies, such as the name of an entry, or an entry with an
/// integer. It is kept for good: sending it is a single copy of bytes, while the server assembles
/// any other bulk string from three.
#[derive(Debug)]
pub struct KeptConstant {
    pub name: &'static str,
    pub number: Option<i64>,
    reply: OnceCell<Option<ServerReply>>,
}

#[derive(Debug)]
struct ServerReply(KeptReply);

// SAFETY: the server calls the module only from its main thread.
unsafe impl Send for ServerReply {}
// SAFETY: as above.
unsafe impl Sync for ServerReply {}

impl KeptConstant {
    /// Creates a bulk string.
    pub const fn name(name: &'static str) -> Self {
        Self { name, number: None, reply: OnceCell::new() }
    }

    /// Creates a bulk string and the integer that follows.
    pub const fn entry(name: &'static str, number: i64) -> Self {
        Self { name, number: Some(number), reply: OnceCell::new() }
    }

    /// Has the server format the reply. If it cannot, the reply is the same, only slower.
    pub fn prepare(&self, context: &Context) {
        let format = || {
            context.keep(&|context| {
                self.reply_anew(context);
                Some(())
            })
        };
        self.reply.get_or_init(|| format().map(ServerReply));
    }

    fn reply_anew(&self, context: &Context) {
        context.reply_bulk(self.name.as_bytes());
        if let Some(number) = self.number {
            context.reply_integer(number);
        }
    }
}

impl Context<'_> {
    pub fn reply_constant(&self, constant: &KeptConstant) {
        match constant.reply.get() {
            Some(Some(ServerReply(reply))) => self.reply_kept(reply),
            _ => constant.reply_anew(self),
        }
    }
}
