//! The lengths of replies that are not sent.

use super::sink::{Destination, Sink};
use crate::commands::words::error::Error;
use crate::commands::words::spec::Format;
use crate::ffi::KeptConstant;

/// Counts the bytes of a reply to a client.
pub struct Measured {
    /// How many bytes the reply may still have; None once it has more.
    left: Option<usize>,
    is_resp3: bool,
}

impl Measured {
    pub fn new(limit: usize, is_resp3: bool) -> Self {
        Self { left: Some(limit), is_resp3 }
    }

    /// Checks that the reply is not too long.
    pub fn check(&self) -> Result<(), Error> {
        self.left.map(drop).ok_or(Error::ReplyTooLong)
    }

    fn count(&mut self, bytes: usize) {
        self.left = self.left.and_then(|left| left.checked_sub(bytes));
    }

    /// Counts a line: the byte of a type, a number, and the end of the line.
    fn line(&mut self, number: i64) {
        self.count(itoa::Buffer::new().format(number).len() + 3);
    }
}

impl Sink for Measured {
    fn begin_map(&mut self, len: usize) {
        self.line(if self.is_resp3 { len } else { 2 * len } as i64);
    }

    fn begin_array(&mut self, len: usize) {
        self.line(len as i64);
    }

    fn name(&mut self, name: &[u8]) {
        self.string(name);
    }

    fn integer(&mut self, value: i64) {
        self.line(value);
    }

    fn string(&mut self, value: &[u8]) {
        self.line(value.len() as i64);
        self.count(value.len() + 2);
    }

    fn null(&mut self) {
        self.count(if self.is_resp3 { 3 } else { 5 });
    }

    fn constant(&mut self, constant: &KeptConstant) {
        self.string(constant.name.as_bytes());
        constant.number.into_iter().for_each(|number| self.integer(number));
    }

    fn format(&self) -> Format {
        Format::Resp
    }

    fn destination(&mut self) -> Destination<'_> {
        Destination::Nowhere
    }

    fn has_nested_pairs(&self) -> bool {
        self.is_resp3
    }
}
