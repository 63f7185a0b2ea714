//! What a command writes its reply to.

use std::fmt::Display;

use article_site::ItemId;

use super::text::Json;
use crate::commands::words::spec::Format;
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
    fn begin_map(&mut self, len: usize);

    /// Ends the map that was begun last.
    fn end_map(&mut self) {}

    fn begin_array(&mut self, len: usize);

    /// Ends the array that was begun last.
    fn end_array(&mut self) {}

    fn name(&mut self, name: &[u8]);

    fn integer(&mut self, value: i64);

    /// Writes a string of any bytes.
    fn string(&mut self, value: &[u8]);

    fn null(&mut self);

    /// Writes the name of an entry of a map or, if the constant has a number, a whole entry.
    fn constant(&mut self, constant: &KeptConstant);

    fn format(&self) -> Format;

    fn destination(&mut self) -> Destination<'_>;

    /// Returns whether names with numbers are arrays of two, and not a flat array.
    fn has_nested_pairs(&self) -> bool;
}

impl dyn Sink + '_ {
    pub fn map(&mut self, len: usize, write_entries: impl FnOnce(&mut Self)) {
        self.begin_map(len);
        write_entries(self);
        self.end_map();
    }

    pub fn array(&mut self, len: usize, write_values: impl FnOnce(&mut Self)) {
        self.begin_array(len);
        write_values(self);
        self.end_array();
    }

    pub fn strings<'s>(&mut self, strings: impl ExactSizeIterator<Item = &'s [u8]>) {
        self.array(strings.len(), |sink| strings.for_each(|string| sink.string(string)));
    }

    pub fn ids(&mut self, ids: &[ItemId]) {
        self.array(ids.len(), |sink| ids.iter().for_each(|id| sink.integer(id.get().into())));
    }

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
