//! Requests in the Redis protocol.
//!
//! They are encoded by hand into one buffer, so that the client takes as little time as possible
//! from the server that it measures.

/// A sequence of encoded commands.
#[derive(Default)]
pub struct Requests {
    bytes: Vec<u8>,
    count: usize,
}

impl Requests {
    /// Begins a command of `arguments` arguments, including its name; the caller adds the rest.
    pub fn command(&mut self, name: &str, arguments: usize) -> &mut Self {
        self.count += 1;
        self.header(b'*', arguments);
        self.arg(name)
    }

    /// Adds a command of these words.
    pub fn words(&mut self, words: &[Vec<u8>]) {
        self.count += 1;
        self.header(b'*', words.len());
        words.iter().for_each(|word| {
            self.arg(word);
        });
    }

    /// Adds an argument.
    pub fn arg(&mut self, argument: impl AsRef<[u8]>) -> &mut Self {
        let argument = argument.as_ref();
        self.header(b'$', argument.len());
        self.bytes.extend_from_slice(argument);
        self.bytes.extend_from_slice(b"\r\n");
        self
    }

    /// Adds an integer argument.
    pub fn int(&mut self, number: impl Into<i64>) -> &mut Self {
        self.prefixed_int("", number)
    }

    /// Adds an argument that ends in an integer, such as `article:12`.
    pub fn prefixed_int(&mut self, prefix: &str, number: impl Into<i64>) -> &mut Self {
        let number = number.into();
        let digits = Digits::of(number.unsigned_abs());
        let sign = if number < 0 { "-" } else { "" };
        let digits = digits.as_bytes();
        self.header(b'$', prefix.len() + sign.len() + digits.len());
        for part in [prefix.as_bytes(), sign.as_bytes(), digits, b"\r\n"] {
            self.bytes.extend_from_slice(part);
        }
        self
    }

    /// Returns the number of commands.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the encoded commands.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Removes all commands but keeps the buffer.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }

    fn header(&mut self, kind: u8, number: usize) {
        self.bytes.push(kind);
        self.bytes.extend_from_slice(Digits::of(number as u64).as_bytes());
        self.bytes.extend_from_slice(b"\r\n");
    }
}

/// The decimal digits of a number, on the stack.
struct Digits {
    text: [u8; 20],
    start: usize,
}

impl Digits {
    fn of(mut number: u64) -> Self {
        let mut digits = Self { text: [b'0'; 20], start: 20 };
        loop {
            digits.start -= 1;
            digits.text[digits.start] = b'0' + (number % 10) as u8;
            number /= 10;
            if number == 0 {
                return digits;
            }
        }
    }

    fn as_bytes(&self) -> &[u8] {
        &self.text[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_encoded_in_sequence() {
        let mut requests = Requests::default();
        requests.command("GET", 2).arg("a");
        requests.command("SET", 3).prefixed_int("article:", 12u32).int(-108);
        let expected = "*2\r\n$3\r\nGET\r\n$1\r\na\r\n\
                        *3\r\n$3\r\nSET\r\n$10\r\narticle:12\r\n$4\r\n-108\r\n";
        assert_eq!(requests.bytes(), expected.as_bytes());
        assert_eq!(requests.count(), 2);
    }
}
