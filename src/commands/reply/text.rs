//! A JSON text that is being written.

/// A JSON text that is being written, or some entries of an object.
#[derive(Debug, Default)]
pub struct Json {
    pub(super) text: Vec<u8>,
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
    pub(super) fn separate(&mut self) {
        if !matches!(self.text.last(), None | Some(b'[' | b'{' | b':')) {
            self.text.push(b',');
        }
    }
}
