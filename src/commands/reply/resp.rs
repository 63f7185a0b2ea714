//! Replies straight to the client. Every difference between RESP2 and RESP3 is here.

use super::sink::{Destination, Sink};
use crate::commands::words::spec::Format;
use crate::ffi::{Context, KeptConstant};

/// The client of a command.
pub struct Resp<'a>(pub &'a Context<'a>);

impl Sink for Resp<'_> {
    /// In RESP2 and on servers without maps, an array of twice the length.
    fn begin_map(&mut self, len: usize) {
        if !self.0.reply_map(len) {
            self.0.reply_array(2 * len);
        }
    }

    fn begin_array(&mut self, len: usize) {
        self.0.reply_array(len);
    }

    fn name(&mut self, name: &[u8]) {
        self.0.reply_bulk(name);
    }

    fn integer(&mut self, value: i64) {
        self.0.reply_integer(value);
    }

    fn string(&mut self, value: &[u8]) {
        self.0.reply_bulk(value);
    }

    fn null(&mut self) {
        self.0.reply_null();
    }

    fn constant(&mut self, constant: &KeptConstant) {
        self.0.reply_constant(constant);
    }

    fn format(&self) -> Format {
        Format::Resp
    }

    fn destination(&mut self) -> Destination<'_> {
        Destination::Client(self.0)
    }

    fn has_nested_pairs(&self) -> bool {
        self.0.is_resp3()
    }
}
