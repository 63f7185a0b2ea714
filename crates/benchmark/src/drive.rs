//! Sends operations to a contender, pipelined, over one or more connections, from one thread:
//! while it reads the replies on one connection, the server has the requests of the others.

use std::time::{Duration, Instant};

use anyhow::Result;

use crate::contenders::Contender;
use crate::line::Line;
use crate::ops::Op;
use crate::reply::Reply;
use crate::requests::Requests;

/// Runs the operations in batches of `pipeline` on each of the connections; for each batch, how
/// long it took.
pub fn run(
    contender: &dyn Contender,
    lines: &mut [Line],
    ops: &[Op],
    pipeline: usize,
) -> Result<Vec<Duration>> {
    let mut waits = Vec::with_capacity(ops.len() / pipeline + 1);
    let mut waiting = ops.chunks(pipeline);
    let mut under_way = Vec::with_capacity(lines.len());
    for (line, ops) in lines.iter_mut().zip(&mut waiting) {
        let mut batch = Batch::default();
        batch.begin(contender, line, ops)?;
        under_way.push((line, batch));
    }
    while !under_way.is_empty() {
        let mut nth = 0;
        while let Some((line, batch)) = under_way.get_mut(nth) {
            nth += 1;
            if !batch.go_on(contender, line)? {
                continue;
            }
            waits.push(batch.begun.elapsed());
            match waiting.next() {
                Some(ops) => batch.begin(contender, line, ops)?,
                None => {
                    nth -= 1;
                    under_way.swap_remove(nth);
                }
            }
        }
    }
    Ok(waits)
}

/// Runs one operation; the replies to all its commands.
pub fn converse(contender: &dyn Contender, line: &mut Line, op: &Op) -> Result<Vec<Reply>> {
    let mut heard = Vec::new();
    let mut requests = Requests::default();
    for trip in 0..contender.trips(op) {
        requests.clear();
        contender.request(op, trip, &heard, &mut requests);
        line.send(&requests)?;
        for _ in 0..requests.count() {
            heard.push(line.receive()?);
        }
    }
    Ok(heard)
}

/// Operations that make their round trips together on a connection.
struct Batch<'a> {
    ops: &'a [Op],
    begun: Instant,
    trip: usize,
    requests: Requests,
    /// How many commands each operation has sent in this trip.
    sent: Vec<usize>,
    /// The replies that each operation has heard; kept only where a later trip needs them.
    heard: Vec<Vec<Reply>>,
}

impl Default for Batch<'_> {
    fn default() -> Self {
        let (requests, sent, heard) = Default::default();
        Self { ops: &[], begun: Instant::now(), trip: 0, requests, sent, heard }
    }
}

impl<'a> Batch<'a> {
    fn begin(&mut self, contender: &dyn Contender, line: &mut Line, ops: &'a [Op]) -> Result<()> {
        self.ops = ops;
        self.trip = 0;
        self.heard.clear();
        self.heard.resize(ops.len(), Vec::new());
        self.begun = Instant::now();
        self.send(contender, line)
    }

    /// Takes the replies of a trip, makes the next one; true if there is none.
    fn go_on(&mut self, contender: &dyn Contender, line: &mut Line) -> Result<bool> {
        self.trip += 1;
        let mut done = true;
        for ((op, &sent), heard) in self.ops.iter().zip(&self.sent).zip(&mut self.heard) {
            if self.trip < contender.trips(op) {
                done = false;
                for _ in 0..sent {
                    heard.push(line.receive()?);
                }
            } else {
                line.skip(sent)?;
            }
        }
        if !done {
            self.send(contender, line)?;
        }
        Ok(done)
    }

    fn send(&mut self, contender: &dyn Contender, line: &mut Line) -> Result<()> {
        self.requests.clear();
        self.sent.clear();
        for (op, heard) in self.ops.iter().zip(&self.heard) {
            let before = self.requests.count();
            if self.trip < contender.trips(op) {
                contender.request(op, self.trip, heard, &mut self.requests);
            }
            self.sent.push(self.requests.count() - before);
        }
        line.send(&self.requests)
    }
}
