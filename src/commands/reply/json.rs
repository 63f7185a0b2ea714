//! Replies as one JSON text (RFC 8259) without white space.

use std::cell::RefCell;

use super::sink::{Destination, Sink};
use super::text::Json;
use crate::commands::words::error::Error;
use crate::commands::words::spec::Format;
use crate::config::reply_limit;
use crate::ffi::{Context, KeptConstant};

/// The most memory that is kept from one reply for the next, in bytes.
const MOST_KEPT: usize = 1 << 20;

thread_local! {
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Replies with what `write` writes: nil as nil, and everything else as one string.
pub fn reply(
    context: &Context,
    write: impl FnOnce(&mut dyn Sink) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut json = Json::new(BUFFER.take(), reply_limit());
    let result = write(&mut json).and_then(|()| match json.is_too_long() {
        true => Err(Error::ReplyTooLong),
        false => Ok(()),
    });
    if result.is_ok() {
        match &json.text[..] {
            b"null" => context.reply_null(),
            text => context.reply_bulk(text),
        }
    }
    if json.text.capacity() <= MOST_KEPT {
        BUFFER.set(json.text);
    }
    result
}

impl Sink for Json {
    fn begin_map(&mut self, _len: usize) {
        self.separate();
        self.text.push(b'{');
    }

    fn end_map(&mut self) {
        self.text.push(b'}');
    }

    fn begin_array(&mut self, _len: usize) {
        self.separate();
        self.text.push(b'[');
    }

    fn end_array(&mut self) {
        self.text.push(b']');
    }

    fn name(&mut self, name: &[u8]) {
        self.string(name);
        self.text.push(b':');
    }

    fn integer(&mut self, value: i64) {
        self.separate();
        self.text.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
    }

    fn string(&mut self, value: &[u8]) {
        self.push_string(value);
    }

    fn null(&mut self) {
        self.separate();
        self.text.extend_from_slice(b"null");
    }

    fn constant(&mut self, constant: &KeptConstant) {
        self.separate();
        self.text.push(b'"');
        self.text.extend_from_slice(constant.name.as_bytes());
        self.text.extend_from_slice(b"\":");
        if let Some(number) = constant.number {
            self.integer(number);
        }
    }

    fn format(&self) -> Format {
        Format::Json
    }

    fn destination(&mut self) -> Destination<'_> {
        Destination::Json(self)
    }

    fn has_nested_pairs(&self) -> bool {
        true
    }
}
