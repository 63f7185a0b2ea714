//! A connection that returns replies as the bytes that the server sent.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use super::Protocol;

pub struct RawClient {
    stream: BufReader<TcpStream>,
}

impl RawClient {
    pub fn connect(port: u16, protocol: Protocol) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let mut client = Self { stream: BufReader::new(stream) };
        if protocol == Protocol::Resp3 {
            let reply = client.run("HELLO 3");
            assert!(reply.starts_with(b"%"), "{}", reply.escape_ascii());
        }
        client
    }

    /// Sends a line of words separated by blanks.
    pub fn run(&mut self, line: &str) -> Vec<u8> {
        let words: Vec<_> = line.split_ascii_whitespace().map(str::as_bytes).collect();
        self.call(&words)
    }

    /// Sends words of any bytes, and returns the reply.
    pub fn call(&mut self, words: &[impl AsRef<[u8]>]) -> Vec<u8> {
        self.send(words);
        let mut reply = Vec::new();
        self.read(&mut reply);
        reply
    }

    /// Sends words of any bytes.
    pub fn send(&mut self, words: &[impl AsRef<[u8]>]) {
        let mut command = format!("*{}\r\n", words.len()).into_bytes();
        for word in words.iter().map(AsRef::as_ref) {
            command.extend(format!("${}\r\n", word.len()).into_bytes());
            command.extend(word);
            command.extend(b"\r\n");
        }
        self.stream.get_mut().write_all(&command).expect("a command sent");
    }

    /// Appends one reply with everything in it.
    fn read(&mut self, reply: &mut Vec<u8>) {
        let start = reply.len();
        self.stream.read_until(b'\n', reply).expect("a reply");
        let line = std::str::from_utf8(&reply[start..]).expect("a line");
        let number = || line[1..].trim_end().parse::<i64>().expect("a number");
        match line.as_bytes().first().expect("a reply before the end") {
            b'$' | b'=' | b'!' if number() >= 0 => {
                let length = number() as u64 + 2;
                let text = self.stream.by_ref().take(length).read_to_end(reply);
                assert_eq!(text.expect("a text") as u64, length);
            }
            b'*' | b'~' | b'>' => (0..number()).for_each(|_| self.read(reply)),
            b'%' => (0..2 * number()).for_each(|_| self.read(reply)),
            _ => {}
        }
    }
}
