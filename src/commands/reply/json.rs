//! Replies as one JSON text (RFC 8259) without white space.

use std::cell::RefCell;

use article_site::ItemView;

use super::escape::push_string;
use super::{Format, Sink};
use crate::commands::error::Error;
use crate::commands::kept_text;
use crate::commands::show::Show;
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
    let mut json = Json { text: BUFFER.take() };
    json.text.clear();
    let result = write(&mut json);
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

/// A JSON text that is being written, or some entries of an object.
#[derive(Debug, Default)]
pub struct Json {
    text: Vec<u8>,
}

impl Json {
    /// Returns the text.
    pub fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Writes entries of an object that were written before.
    pub fn entries(&mut self, text: &[u8]) {
        if !text.is_empty() {
            self.separate();
            self.text.extend_from_slice(text);
        }
    }

    /// Writes the comma before a value or a name, unless it is the first. No value ends with one
    /// of these bytes.
    fn separate(&mut self) {
        if !matches!(self.text.last(), None | Some(b'[' | b'{' | b':')) {
            self.text.push(b',');
        }
    }
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
        self.separate();
        push_string(&mut self.text, value);
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

    fn item(&mut self, show: &Show, view: &ItemView, depth: Option<u32>) {
        kept_text::write(self, show, view, depth);
    }

    fn format(&self) -> Format {
        Format::Json
    }

    fn has_nested_pairs(&self) -> bool {
        true
    }
}
