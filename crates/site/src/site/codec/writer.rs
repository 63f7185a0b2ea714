//! Numbers and texts to chunks of bytes.

/// The size at which a chunk is flushed.
const CHUNK: usize = 64 * 1024;

/// Collects bytes and passes them on in chunks.
pub struct Writer<S> {
    chunk: Vec<u8>,
    sink: S,
}

impl<S: FnMut(&[u8])> Writer<S> {
    pub fn new(sink: S) -> Self {
        Self { chunk: Vec::with_capacity(CHUNK), sink }
    }

    /// Writes a number as LEB128.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.chunk.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.chunk.push(number as u8);
    }

    /// Writes a signed number as ZigZag.
    pub fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    /// Writes the length of a text and the text. Flushes the chunk if that fills it.
    pub fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.chunk.extend_from_slice(text);
        self.flush_if_full();
    }

    /// Flushes the chunk if it is full: texts do so themselves, many numbers in a row do not.
    pub fn flush_if_full(&mut self) {
        if self.chunk.len() >= CHUNK {
            self.flush();
        }
    }

    /// Passes on what is left. There is never an empty chunk: a reader would not ask for it.
    pub fn flush(&mut self) {
        if !self.chunk.is_empty() {
            (self.sink)(&self.chunk);
            self.chunk.clear();
        }
    }
}
