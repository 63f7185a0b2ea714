//! A JSON text that is being written.

use article_site::{escaped_len, push_string};

/// A JSON text that is being written, or some entries of an object.
#[derive(Debug)]
pub struct Json {
    pub(super) text: Vec<u8>,
    /// How long the text may become, in bytes.
    limit: usize,
    /// Whether something was left out for being too long.
    is_cut: bool,
}

impl Default for Json {
    fn default() -> Self {
        Self::new(Vec::new(), usize::MAX)
    }
}

impl Json {
    /// Returns an empty text in the memory of another.
    pub fn new(mut text: Vec<u8>, limit: usize) -> Self {
        text.clear();
        Self { text, limit, is_cut: false }
    }

    pub fn into_text(self) -> Vec<u8> {
        self.text
    }

    /// Returns whether the text is longer than is allowed.
    pub fn is_too_long(&self) -> bool {
        self.is_cut || self.text.len() > self.limit
    }

    /// Writes entries of an object that were written before.
    #[inline] // Most of a reply consists of them.
    pub fn entries(&mut self, text: &[u8]) {
        if !text.is_empty() && self.has_room_for(text.len()) {
            self.separate();
            self.text.extend_from_slice(text);
        }
    }

    /// Writes a value that is a string, unless the text would be too long with it.
    pub(super) fn push_string(&mut self, value: &[u8]) {
        if self.is_cut {
            return;
        }
        // No byte takes more than six.
        let most = value.len().saturating_mul(6);
        if self.limit.saturating_sub(self.text.len()) > most
            || self.has_room_for(escaped_len(value))
        {
            self.separate();
            push_string(&mut self.text, value);
        }
    }

    /// Returns whether the text may become that much longer. After the first time that it may not,
    /// nothing has room. Takes no more memory than is allowed.
    fn has_room_for(&mut self, len: usize) -> bool {
        let left = self.limit.saturating_sub(self.text.len());
        self.is_cut |= len > left;
        if !self.is_cut && self.text.capacity() > self.limit / 2 {
            self.text.reserve_exact(left);
        }
        !self.is_cut
    }

    /// Writes the comma before a value or a name, unless it is the first. No value ends with one
    /// of these bytes.
    pub(super) fn separate(&mut self) {
        if !matches!(self.text.last(), None | Some(b'[' | b'{' | b':')) {
            self.text.push(b',');
        }
    }
}
