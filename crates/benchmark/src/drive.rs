//! Runs operations on a contender, pipelined, over one or more connections.
//!
//! A single thread serves all connections. While it reads the replies on one of them, the server
//! works on the requests of the others.

use anyhow::Result;
use redis::Value;

use crate::contenders::Backend;
use crate::server::{Connection, Requests};
use crate::site::Op;

/// Runs the operations in batches of `pipeline` on each of the connections.
pub fn run(
    backend: &dyn Backend,
    connections: &mut [Connection],
    ops: &[Op],
    pipeline: usize,
) -> Result<()> {
    let mut remaining = ops.chunks(pipeline);
    let mut in_flight = Vec::with_capacity(connections.len());
    for (connection, ops) in connections.iter_mut().zip(&mut remaining) {
        let mut batch = Batch::default();
        batch.start(backend, connection, ops)?;
        in_flight.push((connection, batch));
    }
    while !in_flight.is_empty() {
        let mut nth = 0;
        while let Some((connection, batch)) = in_flight.get_mut(nth) {
            nth += 1;
            if !batch.advance(backend, connection)? {
                continue;
            }
            match remaining.next() {
                Some(ops) => batch.start(backend, connection, ops)?,
                None => {
                    nth -= 1;
                    in_flight.swap_remove(nth);
                }
            }
        }
    }
    Ok(())
}

/// Runs one operation and returns the replies to all its commands.
pub fn run_one(backend: &dyn Backend, connection: &mut Connection, op: &Op) -> Result<Vec<Value>> {
    let mut replies = Vec::new();
    let mut requests = Requests::default();
    for trip in 0..backend.round_trips(op) {
        requests.clear();
        backend.request(op, trip, &replies, &mut requests);
        connection.send(&requests)?;
        for _ in 0..requests.count() {
            replies.push(connection.receive()?);
        }
    }
    Ok(replies)
}

/// Operations that make their round trips together on one connection.
#[derive(Default)]
struct Batch<'a> {
    ops: &'a [Op],
    trip: usize,
    requests: Requests,
    /// The number of commands that each operation sent in this trip.
    sent: Vec<usize>,
    /// The replies to each operation, kept only as long as a later trip needs them.
    replies: Vec<Vec<Value>>,
}

impl<'a> Batch<'a> {
    fn start(
        &mut self,
        backend: &dyn Backend,
        connection: &mut Connection,
        ops: &'a [Op],
    ) -> Result<()> {
        self.ops = ops;
        self.trip = 0;
        self.replies.clear();
        self.replies.resize(ops.len(), Vec::new());
        self.send(backend, connection)
    }

    /// Receives the replies of this trip and sends the requests of the next one. Returns whether
    /// the batch is complete.
    fn advance(&mut self, backend: &dyn Backend, connection: &mut Connection) -> Result<bool> {
        self.trip += 1;
        let mut complete = true;
        for ((op, &sent), replies) in self.ops.iter().zip(&self.sent).zip(&mut self.replies) {
            if self.trip < backend.round_trips(op) {
                complete = false;
                for _ in 0..sent {
                    replies.push(connection.receive()?);
                }
            } else {
                connection.skip(sent)?;
            }
        }
        if !complete {
            self.send(backend, connection)?;
        }
        Ok(complete)
    }

    fn send(&mut self, backend: &dyn Backend, connection: &mut Connection) -> Result<()> {
        self.requests.clear();
        self.sent.clear();
        for (op, replies) in self.ops.iter().zip(&self.replies) {
            let before = self.requests.count();
            if self.trip < backend.round_trips(op) {
                backend.request(op, self.trip, replies, &mut self.requests);
            }
            self.sent.push(self.requests.count() - before);
        }
        connection.send(&self.requests)
    }
}
