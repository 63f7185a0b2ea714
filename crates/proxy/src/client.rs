//! A client's connection: its commands in their order, and their replies in the same order.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{poll_fn, ready};
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Context, Poll};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf, ReadHalf, split};
use tokio::time::{Instant, sleep_until, timeout};

use crate::job::{Asked, Job};
use crate::metrics::count;
use crate::own::{REFUSED, State, of_servers};
use crate::proxy::Proxy;
use crate::resp::{Scanner, error, take_command, wrong_number};
use crate::run::run;
use crate::stream::Stream;
use crate::table::{Route, Spec, named};

/// The most commands of a client that are under way.
const WINDOW: usize = 1_024;
/// How many bytes of replies a client may leave unread before its commands wait.
const UNREAD: usize = 1 << 20;
/// How long the commands of a client that sends no more go on.
const GRACE: Duration = Duration::from_secs(1);

thread_local! {
    /// What is read goes through here, so that idle clients take no memory for it.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 1 << 16]);
}

struct Client {
    proxy: Rc<Proxy>,
    state: State,
    /// The replies to come.
    queue: VecDeque<Asked>,
    /// Whether the last one is of a command that takes several steps: it begins when all before it
    /// have ended, and ends before any after it begins.
    is_last: bool,
    out: BytesMut,
}

/// Serves a client until it goes away, or the proxy ends.
pub async fn serve(proxy: Rc<Proxy>, stream: Stream, id: u64) {
    let (mut read_half, mut write_half) = split(stream);
    let mut stopped = proxy.stopped.subscribe();
    let state = State::new(id, proxy.password.is_none());
    let (queue, out) = (VecDeque::new(), BytesMut::new());
    let mut client = Client { proxy, state, queue, is_last: false, out };
    let (mut input, mut scanner) = (BytesMut::new(), Scanner::of_client());
    let mut end: Option<Instant> = None;
    loop {
        client.begin(&mut scanner, &mut input);
        if client.waits() && input.len() > client.proxy.options.max_pipeline {
            // It may not read this: it does not read what it gets.
            let most = client.proxy.options.max_pipeline;
            client.refuse(&format!("ERR a pipeline can have at most {most} bytes"));
            (input, end) = (BytesMut::new(), Some(Instant::now() + GRACE));
        }
        if input.is_empty() {
            input = BytesMut::new();
        }
        let is_ending = client.state.is_ending;
        let has_replies = !client.queue.is_empty() && client.out.len() < UNREAD;
        if client.out.is_empty() {
            client.out = BytesMut::new();
            if client.queue.is_empty() && (is_ending || end.is_some()) {
                break;
            }
        }
        let Client { queue, out, proxy, .. } = &mut client;
        let mut replies = BytesMut::new();
        tokio::select! {
            biased;
            () = poll_fn(|it| collect(queue, &mut replies, proxy, it)), if has_replies => {}
            written = write_half.write_buf(out), if !out.is_empty() => {
                if !written.is_ok_and(|count| count > 0) {
                    return;
                }
            }
            received = read(&mut read_half, &mut input), if !is_ending && end.is_none() => {
                match received {
                    Ok(count) if count > 0 => {}
                    Ok(_) => end = Some(Instant::now() + GRACE),
                    Err(_) => return,
                }
            }
            () = sleep_until(end.unwrap_or_else(Instant::now)), if end.is_some() => return,
            _ = stopped.wait_for(|stopped| *stopped), if !is_ending => {
                client.state.is_ending = true;
            }
        }
        client.out.unsplit(replies);
    }
    // A client that has asked for the end may not read it.
    let _ = write_half.shutdown().await;
    // One that was refused is still sending. If nobody read that, it would not get the error.
    if !input.is_empty() {
        let rest = async {
            while read(&mut read_half, &mut input).await.is_ok_and(|count| count > 0) {
                input.clear();
            }
        };
        let _ = timeout(GRACE, rest).await;
    }
}

/// Takes all replies that are there, in one go.
fn collect(
    queue: &mut VecDeque<Asked>,
    replies: &mut BytesMut,
    proxy: &Proxy,
    context: &mut Context,
) -> Poll<()> {
    while let Some(first) = queue.front_mut().filter(|_| replies.len() < UNREAD) {
        let Poll::Ready(reply) = Pin::new(first).poll(context) else { break };
        queue.pop_front();
        let metrics = &proxy.metrics;
        count(&metrics.total_commands_processed);
        if let Err(error) = &reply {
            count(&metrics.total_error_replies);
            if error.starts_with(b"-PARTDOWN") {
                count(&metrics.parts_not_reached);
            } else if error.starts_with(b"-ERR part ") {
                count(&metrics.parts_missing_or_wrong);
            }
        }
        replies.extend_from_slice(&reply.unwrap_or_else(|error| error));
    }
    if replies.is_empty() { Poll::Pending } else { Poll::Ready(()) }
}

async fn read(half: &mut ReadHalf<Stream>, input: &mut BytesMut) -> io::Result<usize> {
    poll_fn(|context| {
        SCRATCH.with_borrow_mut(|scratch| {
            let mut buffer = ReadBuf::new(scratch);
            task::ready!(Pin::new(&mut *half).poll_read(context, &mut buffer))?;
            input.extend_from_slice(buffer.filled());
            Poll::Ready(Ok(buffer.filled().len()))
        })
    })
    .await
}

impl Client {
    /// Whether no further command is begun for now.
    fn waits(&self) -> bool {
        self.queue.len() >= WINDOW
            || self.out.len() >= UNREAD
            || self.is_last && !self.queue.is_empty()
    }

    /// Begins what can be begun of the commands in the input.
    fn begin(&mut self, scanner: &mut Scanner, input: &mut BytesMut) {
        let limit = self.proxy.options.max_command;
        while !self.state.is_ending && !self.waits() {
            match take_command(scanner, input, limit) {
                Ok(Some(words)) => {
                    let asked = self.ask(words);
                    self.queue.push_back(asked);
                }
                Ok(None) => break,
                Err(text) => self.refuse(&format!("ERR Protocol error: {text}")),
            }
        }
    }

    /// Ends the connection with an error, after the replies to come.
    fn refuse(&mut self, text: &str) {
        self.queue.push_back(Box::pin(ready(Err(error(text)))));
        self.state.is_ending = true;
    }

    fn ask(&mut self, words: Vec<Bytes>) -> Asked {
        self.is_last = false;
        if let Some(reply) = self.state.run(&self.proxy, &words) {
            return Box::pin(ready(reply));
        }
        let (proxy, resp3) = (Rc::clone(&self.proxy), self.state.resp3);
        let spec = match words.first().and_then(|name| named(name)) {
            Some(Spec { route: Route::Refused, .. }) => {
                return Box::pin(ready(Err(error(REFUSED))));
            }
            Some(spec) => spec,
            None => {
                self.is_last = true;
                return Box::pin(async move { of_servers(&proxy, &words, resp3).await });
            }
        };
        let Some(key) = words.get(1) else {
            return Box::pin(ready(Err(wrong_number(spec.name.as_bytes()))));
        };
        let site = proxy.sites.known(key);
        let line: Rc<[Bytes]> = words.into();
        match site.and_then(|site| Some((site.only_part(spec, &line)?, site))) {
            // Sent at once, since it goes to one part as it is.
            Some((part, site)) => Job { proxy, site, spec, line, resp3 }.raw(part),
            None => {
                self.is_last = true;
                Box::pin(run(proxy, spec, line, resp3))
            }
        }
    }
}
