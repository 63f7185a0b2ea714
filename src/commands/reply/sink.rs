//! What a command writes its reply to.

use std::fmt::Display;

use article_site::ItemId;

use super::measured::Measured;
use super::text::Json;
use crate::commands::words::error::Error;
use crate::commands::words::format::Format;
use crate::config::reply_limit;
use crate::ffi::{Context, KeptConstant};

/// Where a reply goes, for values that are kept as they were formatted for it.
pub enum Destination<'a> {
    Client(&'a Context<'a>),
    Json(&'a mut Json),
    /// Nowhere: only its length is wanted.
    Nowhere,
}

/// Takes a reply, value by value. A map is a name and a value for each entry.
pub trait Sink {
    /// Begins a map of `len` entries.
    fn begin_map(&mut self, len: usize);

    /// Ends the map that was begun last.
    fn end_map(&mut self) {}

    /// Begins an array of `len` values.
    fn begin_array(&mut self, len: usize);

    /// Ends the array that was begun last.
    fn end_array(&mut self) {}

    /// Writes the name of an entry of a map.
    fn name(&mut self, name: &[u8]);

    /// Writes an integer.
    fn integer(&mut self, value: i64);

    /// Writes a string of any bytes.
    fn string(&mut self, value: &[u8]);

    /// Writes nil.
    fn null(&mut self);

    /// Writes the name of an entry of a map or, if the constant has a number, a whole entry.
    fn constant(&mut self, constant: &KeptConstant);

    /// Returns the format of the reply.
    fn format(&self) -> Format;

    /// Returns where the reply goes.
    fn destination(&mut self) -> Destination<'_>;

    /// Returns whether names with numbers are arrays of two, and not a flat array.
    fn has_nested_pairs(&self) -> bool;
}

impl dyn Sink + '_ {
    /// Writes what may be long. `most` returns a number of bytes that it does not exceed in RESP.
    ///
    /// # Errors
    ///
    /// [`Error::ReplyTooLong`]: it would be longer than is allowed, and nothing was written. A
    /// JSON text has its length checked while it is written.
    pub fn limited(
        &mut self,
        most: impl FnOnce() -> usize,
        write: impl Fn(&mut dyn Sink),
    ) -> Result<(), Error> {
        let limit = reply_limit();
        if let Destination::Client(context) = self.destination()
            && most() > limit
        {
            let mut measured = Measured::new(limit, context.is_resp3());
            write(&mut measured);
            measured.check()?;
        }
        write(self);
        Ok(())
    }

    /// Writes a map of `len` entries.
    pub fn map(&mut self, len: usize, write_entries: impl FnOnce(&mut Self)) {
        self.begin_map(len);
        write_entries(self);
        self.end_map();
    }

    /// Writes an array of `len` values.
    pub fn array(&mut self, len: usize, write_values: impl FnOnce(&mut Self)) {
        self.begin_array(len);
        write_values(self);
        self.end_array();
    }

    /// Writes rows of names and numbers, as `limited`.
    ///
    /// # Errors
    ///
    /// As `limited`.
    pub fn rows(&mut self, rows: usize, write: impl Fn(&mut dyn Sink)) -> Result<(), Error> {
        /// A name of a group or a user, and some numbers, in bytes.
        const ROW: usize = 400;
        self.limited(|| (1 + rows) * ROW, write)
    }

    /// Writes an array of strings.
    pub fn strings<'s>(&mut self, strings: impl ExactSizeIterator<Item = &'s [u8]>) {
        self.array(strings.len(), |sink| strings.for_each(|string| sink.string(string)));
    }

    /// Writes an array of ids.
    pub fn ids(&mut self, ids: &[ItemId]) {
        self.array(ids.len(), |sink| ids.iter().for_each(|id| sink.integer(id.get().into())));
    }

    /// Writes a string.
    pub fn text(&mut self, value: &impl Display) {
        self.string(value.to_string().as_bytes());
    }

    /// Writes an integer, or nil if there is none.
    pub fn optional(&mut self, value: Option<i64>) {
        match value {
            Some(value) => self.integer(value),
            None => self.null(),
        }
    }

    /// Writes an entry of a map that is an integer.
    pub fn entry(&mut self, name: &str, value: i64) {
        self.name(name.as_bytes());
        self.integer(value);
    }

    /// Writes names and sizes as ZRANGE WITHSCORES replies: where the format has no nested pairs,
    /// as a flat array.
    pub fn pairs<'s>(&mut self, pairs: impl ExactSizeIterator<Item = (&'s [u8], usize)>) {
        let is_nested = self.has_nested_pairs();
        let len = if is_nested { pairs.len() } else { 2 * pairs.len() };
        self.array(len, |sink| {
            for (name, size) in pairs {
                let write = |sink: &mut Self| {
                    sink.string(name);
                    sink.integer(size as i64);
                };
                if is_nested { sink.array(2, write) } else { write(sink) }
            }
        });
    }
}
