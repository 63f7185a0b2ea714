//! A connection to a server that many clients share. Commands go out in the order in which they
//! come, in as few writes as possible, and each reply goes to who waits for it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncReadExt, AsyncWriteExt, split};
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep};

use crate::resp::Scanner;
use crate::stream::Stream;

/// Why there is no reply: the connection was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Whether the server may have received the command.
    pub may_be_sent: bool,
}

pub type Outcome = Result<Bytes, Lost>;

/// A reply to come. If its link is dropped, the command may have been sent.
pub type Pending = oneshot::Receiver<Outcome>;

/// Who waits for a reply, if anybody, and where the command began among all bytes sent.
struct Waiting {
    start: u64,
    reply: Option<oneshot::Sender<Outcome>>,
}

/// The side of a link that sends.
pub struct Link {
    pub is_open: Cell<bool>,
    out: RefCell<BytesMut>,
    /// The number of bytes that were ever appended to `out`.
    appended: Cell<u64>,
    waiting: RefCell<VecDeque<Waiting>>,
    wake: Notify,
}

impl Link {
    /// Begins to use a connection. Without a reply for so long, it counts as lost.
    pub fn begin(stream: Stream, timeout: Duration) -> Rc<Self> {
        let link = Rc::new(Self {
            is_open: Cell::new(true),
            out: RefCell::default(),
            appended: Cell::new(0),
            waiting: RefCell::default(),
            wake: Notify::new(),
        });
        tokio::task::spawn_local(run(Rc::clone(&link), stream, timeout));
        link
    }

    /// Sends a command.
    pub fn send(&self, command: &[u8]) -> Pending {
        let (sender, receiver) = oneshot::channel();
        self.append(command, Some(sender));
        receiver
    }

    /// Sends a command to a server that is importing its key.
    pub fn send_asking(&self, command: &[u8]) -> Pending {
        self.append(b"*1\r\n$6\r\nASKING\r\n", None);
        self.send(command)
    }

    fn append(&self, command: &[u8], reply: Option<oneshot::Sender<Outcome>>) {
        if !self.is_open.get() {
            let _ = reply.map(|reply| reply.send(Err(Lost { may_be_sent: false })));
            return;
        }
        let start = self.appended.get();
        self.waiting.borrow_mut().push_back(Waiting { start, reply });
        self.out.borrow_mut().extend_from_slice(command);
        self.appended.set(start + command.len() as u64);
        self.wake.notify_one();
    }

    /// Closes the connection. What waits for replies gets none.
    pub fn close(&self) {
        self.is_open.set(false);
        self.wake.notify_one();
    }
}

/// Waits for a reply.
pub async fn reply(pending: Pending) -> Outcome {
    pending.await.unwrap_or(Err(Lost { may_be_sent: true }))
}

async fn run(link: Rc<Link>, stream: Stream, timeout: Duration) {
    let (mut read, mut write) = split(stream);
    let (mut sending, mut input) = (BytesMut::new(), BytesMut::new());
    let (mut scanner, mut written) = (Scanner::default(), 0);
    let mut heard = Instant::now();
    let watch = sleep(timeout);
    tokio::pin!(watch);
    'open: while link.is_open.get() {
        if sending.is_empty() {
            std::mem::swap(&mut sending, &mut link.out.borrow_mut());
        }
        tokio::select! {
            biased;
            sent = write.write_buf(&mut sending), if !sending.is_empty() => match sent {
                Ok(count) if count > 0 => {
                    // A server has the time for its reply from the first command on.
                    if link.waiting.borrow().front().is_some_and(|it| it.start >= written) {
                        heard = Instant::now();
                    }
                    written += count as u64;
                }
                _ => break,
            },
            received = async { input.reserve(1 << 14); read.read_buf(&mut input).await } => {
                if !received.is_ok_and(|count| count > 0) {
                    break;
                }
                heard = Instant::now();
                loop {
                    let length = match scanner.next(&input) {
                        Ok(Some(length)) => length,
                        Ok(None) => break,
                        Err(()) => break 'open,
                    };
                    let reply = input.split_to(length).freeze();
                    let first = link.waiting.borrow_mut().pop_front();
                    if let Some(Waiting { reply: Some(sender), .. }) = first {
                        // Who no longer waits does not need it.
                        let _ = sender.send(Ok(reply));
                    }
                }
            }
            () = link.wake.notified(), if sending.is_empty() => {}
            () = &mut watch => {
                if !link.waiting.borrow().is_empty() && heard.elapsed() >= timeout {
                    break;
                }
                watch.as_mut().reset(Instant::now() + timeout / 4);
            }
        }
        if sending.is_empty() && sending.capacity() > 1 << 20 {
            sending = BytesMut::new();
        }
        if !sending.has_remaining() && input.is_empty() && link.waiting.borrow().is_empty() {
            input = BytesMut::new();
        }
    }
    link.is_open.set(false);
    for waiting in link.waiting.take() {
        let lost = Lost { may_be_sent: waiting.start < written };
        let _ = waiting.reply.map(|reply| reply.send(Err(lost)));
    }
}
