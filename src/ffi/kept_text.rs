//! Texts that are part of many replies: the server formats them once instead of each time.

use once_cell::sync::OnceCell;

use super::context::Context;
use super::kept_reply::KeptReply;

/// A bulk string that is part of many replies, such as the name of a field. It is kept for good:
/// sending it is a single copy of bytes, while the server assembles any other from three.
#[derive(Debug)]
pub struct KeptText {
    text: &'static str,
    reply: OnceCell<Option<ServerReply>>,
}

#[derive(Debug)]
struct ServerReply(KeptReply);

// SAFETY: the server calls the module only from its main thread.
unsafe impl Send for ServerReply {}
// SAFETY: as above.
unsafe impl Sync for ServerReply {}

impl KeptText {
    /// Creates the bulk string of a text.
    pub const fn new(text: &'static str) -> Self {
        Self { text, reply: OnceCell::new() }
    }

    /// Returns the text.
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Has the server format the reply. If it cannot, the reply is the same, only slower.
    pub fn prepare(&self, context: &Context) {
        let format = || context.keep(&|context| context.reply_bulk(self.text.as_bytes()));
        self.reply.get_or_init(|| format().map(ServerReply));
    }
}

impl Context<'_> {
    /// Replies with a text.
    pub fn reply_text(&self, text: &KeptText) {
        match text.reply.get() {
            Some(Some(ServerReply(reply))) => self.reply_kept(reply),
            _ => self.reply_bulk(text.text.as_bytes()),
        }
    }
}
