//! A connection to a server that many clients share. Commands go out in the order in which they
//! come, in as few writes as possible, and each reply goes to who waits for it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt, split};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, interval};

use crate::resp::{self, Scanner};
use crate::stream::Stream;

/// How much is read at once.
const PIECE: usize = 1 << 15;

/// Why there is no reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// There was no connection.
    Unsent,
    /// The connection was lost, so the server may have received the command.
    MaybeSent,
}

pub type Outcome = Result<Bytes, Lost>;

/// A reply to come. If it is dropped by its sender, the connection was lost.
pub type Pending = oneshot::Receiver<Bytes>;

/// The side of a link that sends.
pub struct Link {
    is_open: Cell<bool>,
    out: RefCell<BytesMut>,
    /// Who waits for replies.
    waiting: RefCell<VecDeque<oneshot::Sender<Bytes>>>,
    /// When the server last replied, or began to owe a reply.
    heard: Cell<Instant>,
    wake: Notify,
}

impl Link {
    /// Begins to use a connection. Without a reply for so long, it counts as lost.
    pub fn begin(stream: Stream, timeout: Duration) -> Rc<Self> {
        let link = Rc::new(Self {
            is_open: Cell::new(true),
            out: RefCell::default(),
            waiting: RefCell::default(),
            heard: Cell::new(Instant::now()),
            wake: Notify::new(),
        });
        let running = Rc::clone(&link);
        tokio::task::spawn_local(async move {
            running.run(stream, timeout).await;
            running.is_open.set(false);
            running.waiting.take();
        });
        link
    }

    pub fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// Sends a command, whose second word is this key.
    pub fn send(&self, words: &[impl AsRef<[u8]>], key: &[u8]) -> Pending {
        let (sender, receiver) = oneshot::channel();
        if self.is_open.get() {
            let mut waiting = self.waiting.borrow_mut();
            if waiting.is_empty() {
                self.heard.set(Instant::now());
            }
            waiting.push_back(sender);
            resp::command(&mut self.out.borrow_mut(), words, key);
            self.wake.notify_one();
        }
        receiver
    }

    /// Closes the connection. What waits for replies gets none.
    pub fn close(&self) {
        self.is_open.set(false);
        self.wake.notify_one();
    }

    /// Sends and receives until the connection is lost.
    async fn run(&self, stream: Stream, timeout: Duration) {
        let (mut read, mut write) = split(stream);
        let (mut sending, mut input) = (BytesMut::new(), BytesMut::new());
        let mut scanner = Scanner::default();
        let mut watch = interval(timeout / 4);
        while self.is_open() {
            if sending.is_empty() {
                std::mem::swap(&mut sending, &mut self.out.borrow_mut());
            }
            tokio::select! {
                biased;
                sent = write.write_buf(&mut sending), if !sending.is_empty() => {
                    if !sent.is_ok_and(|count| count > 0) {
                        return;
                    }
                }
                received = async { input.reserve(PIECE); read.read_buf(&mut input).await } => {
                    if !received.is_ok_and(|count| count > 0) {
                        return;
                    }
                    self.heard.set(Instant::now());
                    loop {
                        let Ok(length) = scanner.next(&input) else { return };
                        let Some(length) = length else { break };
                        let reply = input.split_to(length).freeze();
                        let first = self.waiting.borrow_mut().pop_front();
                        // Who no longer waits does not need it.
                        let _ = first.map(|first| first.send(reply));
                    }
                }
                () = self.wake.notified(), if sending.is_empty() => {}
                _ = watch.tick() => {
                    if !self.waiting.borrow().is_empty() && self.heard.get().elapsed() >= timeout {
                        return;
                    }
                }
            }
            if sending.is_empty() && sending.capacity() > 1 << 20 {
                sending = BytesMut::new();
            }
            if input.is_empty() && self.waiting.borrow().is_empty() {
                input = BytesMut::new();
            }
        }
    }
}

/// Waits for a reply.
pub async fn reply(pending: Pending) -> Outcome {
    pending.await.map_err(|_| Lost::MaybeSent)
}
