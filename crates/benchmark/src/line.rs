//! A connection to a server, and a way to send it much at once.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use anyhow::{Context, Result, ensure};

use crate::interrupt;
use crate::reply::{Reader, Reply};
use crate::requests::Requests;

/// How many bytes are read or sent at a time.
const CHUNK: usize = 64 * 1024;

/// A connection to a server.
pub struct Line {
    stream: TcpStream,
    inbox: Vec<u8>,
    /// What is read but not yet taken: `inbox[start..end]`.
    start: usize,
    end: usize,
}

impl Line {
    /// Connects to a server on this machine.
    pub fn connect(port: u16) -> Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, inbox: vec![0; CHUNK], start: 0, end: 0 })
    }

    /// Sends commands, whose replies must be taken afterwards.
    pub fn send(&mut self, requests: &Requests) -> Result<()> {
        interrupt::check()?;
        self.stream.write_all(requests.bytes()).context("the server closed the connection")
    }

    /// Sends one command and takes its reply.
    pub fn ask(&mut self, name: &str, arguments: &[&str]) -> Result<Reply> {
        let mut requests = Requests::default();
        let command = requests.command(name, 1 + arguments.len());
        for argument in arguments {
            command.arg(argument);
        }
        self.send(&requests)?;
        self.receive().with_context(|| format!("{name} failed"))
    }

    /// Many commands whose replies are of no interest as long as they are no errors.
    pub fn feed(&mut self) -> Feed<'_> {
        Feed { line: self, requests: Requests::default(), unread: 0 }
    }

    /// Takes the next reply.
    pub fn receive(&mut self) -> Result<Reply> {
        let length = self.whole_reply()?;
        let reply = Reader::new(&self.inbox[self.start..self.start + length]).reply();
        self.start += length;
        reply
    }

    /// Passes over the next `count` replies, none of which may be an error.
    pub fn skip(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            let length = self.whole_reply()?;
            if self.inbox[self.start] == b'-' {
                self.receive()?;
            }
            self.start += length;
        }
        Ok(())
    }

    /// Reads until a whole reply is in the inbox; its length.
    fn whole_reply(&mut self) -> Result<usize> {
        loop {
            let mut reader = Reader::new(&self.inbox[self.start..self.end]);
            if reader.pass().is_some() {
                return Ok(reader.at());
            }
            self.read_more()?;
        }
    }

    fn read_more(&mut self) -> Result<()> {
        self.inbox.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.inbox.len() - self.end < CHUNK / 2 {
            self.inbox.resize(2 * self.inbox.len(), 0);
        }
        let read = loop {
            match self.stream.read(&mut self.inbox[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => break read?,
            }
        };
        ensure!(read > 0, "the server closed the connection");
        self.end += read;
        Ok(())
    }
}

/// Sends what it is given in large pieces, one of which is always under way while the next is
/// made, so that neither side waits for the other.
pub struct Feed<'a> {
    line: &'a mut Line,
    requests: Requests,
    unread: usize,
}

impl Feed<'_> {
    /// Where the next command is to be written.
    pub fn next(&mut self) -> Result<&mut Requests> {
        if self.requests.bytes().len() >= CHUNK {
            self.flush()?;
        }
        Ok(&mut self.requests)
    }

    /// Sends what is left and waits until all of it is done.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.line.skip(self.unread)
    }

    fn flush(&mut self) -> Result<()> {
        self.line.send(&self.requests)?;
        self.line.skip(self.unread)?;
        self.unread = self.requests.count();
        self.requests.clear();
        Ok(())
    }
}
