//! A connection to a server that can send many commands at a time.

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use redis::{Value, parse_redis_value};

use crate::interrupt;
use crate::server::reply::reply_length;
use crate::server::requests::Requests;

/// The number of bytes that are read or sent at a time.
const CHUNK: usize = 64 * 1024;

pub struct Connection {
    stream: TcpStream,
    inbox: Vec<u8>,
    /// The bytes that were received and not yet consumed are `inbox[start..end]`.
    start: usize,
    end: usize,
}

impl Connection {
    pub fn open(port: u16) -> Result<Self> {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, inbox: vec![0; CHUNK], start: 0, end: 0 })
    }

    /// Sends commands. The caller must then receive or skip their replies.
    pub fn send(&mut self, requests: &Requests) -> Result<()> {
        interrupt::check()?;
        self.stream.write_all(requests.bytes()).context("the server closed the connection")
    }

    pub fn call(&mut self, name: &str, arguments: &[&str]) -> Result<Value> {
        let mut requests = Requests::default();
        let command = requests.command(name, 1 + arguments.len());
        for argument in arguments {
            command.arg(argument);
        }
        self.send(&requests)?;
        self.receive().with_context(|| format!("{name} failed"))
    }

    /// Returns how long a command takes, in milliseconds.
    pub fn time(&mut self, name: &str, arguments: &[&str]) -> Result<f64> {
        let start = Instant::now();
        self.call(name, arguments)?;
        Ok(1e3 * start.elapsed().as_secs_f64())
    }

    /// Sends any number of commands in bulk and ignores their replies, except for errors.
    pub fn bulk(&mut self) -> BulkSender<'_> {
        BulkSender { connection: self, requests: Requests::default(), unread: 0 }
    }

    pub fn receive(&mut self) -> Result<Value> {
        let length = self.await_reply()?;
        let reply = parse_redis_value(&self.inbox[self.start..self.start + length])?;
        self.start += length;
        Ok(reply.extract_error()?)
    }

    /// Skips the next `count` replies; an error if one of them is an error.
    pub fn skip(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            let length = self.await_reply()?;
            if self.inbox[self.start] == b'-' {
                self.receive()?;
            }
            self.start += length;
        }
        Ok(())
    }

    /// Reads until the inbox holds a whole reply, and returns its length.
    fn await_reply(&mut self) -> Result<usize> {
        loop {
            if let Some(length) = reply_length(&self.inbox[self.start..self.end]) {
                return Ok(length);
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

/// Sends commands in large chunks. While the server runs one chunk, the caller fills the next.
pub struct BulkSender<'a> {
    connection: &'a mut Connection,
    requests: Requests,
    /// The number of commands that were sent and whose replies were not read.
    unread: usize,
}

impl BulkSender<'_> {
    /// Returns the buffer for the next commands, after sending it if it is full.
    pub fn next(&mut self) -> Result<&mut Requests> {
        if self.requests.bytes().len() >= CHUNK {
            self.flush()?;
        }
        Ok(&mut self.requests)
    }

    /// Sends the rest and waits until the server has run all commands.
    pub fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.connection.skip(self.unread)
    }

    fn flush(&mut self) -> Result<()> {
        self.connection.send(&self.requests)?;
        self.connection.skip(self.unread)?;
        self.unread = self.requests.count();
        self.requests.clear();
        Ok(())
    }
}
