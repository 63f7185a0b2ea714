//! Replies, written straight to the client. Every difference between RESP2 and RESP3 is here.

use crate::ffi::{Context, KeptConstant};

/// Begins a map: in RESP2 and on servers without maps, an array of twice the length.
pub fn map(context: &Context, pairs: usize) {
    if !context.reply_map(pairs) {
        context.reply_array(2 * pairs);
    }
}

/// Replies with names and sizes as ZRANGE WITHSCORES does: in RESP3 an array of arrays of two, in
/// RESP2 a flat array.
pub fn pairs<'a>(context: &Context, pairs: impl ExactSizeIterator<Item = (&'a [u8], usize)>) {
    let nested = context.is_resp3();
    context.reply_array(if nested { pairs.len() } else { 2 * pairs.len() });
    for (name, size) in pairs {
        if nested {
            context.reply_array(2);
        }
        context.reply_bulk(name);
        context.reply_integer(size as i64);
    }
}

/// The name of a value in a map.
pub trait Name {
    /// Replies with it.
    fn reply(self, context: &Context);
}

impl Name for &str {
    fn reply(self, context: &Context) {
        context.reply_bulk(self.as_bytes());
    }
}

impl Name for &KeptConstant {
    fn reply(self, context: &Context) {
        context.reply_constant(self);
    }
}

/// Replies with a name and an integer.
pub fn integer(context: &Context, name: impl Name, value: i64) {
    name.reply(context);
    context.reply_integer(value);
}

/// Replies with a name and a string.
pub fn bulk(context: &Context, name: impl Name, value: &[u8]) {
    name.reply(context);
    context.reply_bulk(value);
}
