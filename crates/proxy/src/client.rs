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
use tokio::task::spawn_local;
use tokio::time::{Instant, sleep_until, timeout};

use crate::job::{Asked, Job, Reply};
use crate::metrics::{count, log};
use crate::own::{REFUSED, State, of_servers};
use crate::proxy::Proxy;
use crate::resp::{Scanner, error, take_command, unexpected, wrong_number};
use crate::run::{or_anew, run};
use crate::stream::Stream;
use crate::table::{Route, Spec, named};

/// The most commands of a client that are under way.
const WINDOW: usize = 1_024;
/// How many bytes of replies a client may leave unread before its commands wait.
const UNREAD: usize = 1 << 20;
/// How many bytes of replies may be under way, if they are as large as the largest of late.
const UNDER_WAY: usize = 1 << 24;
/// How large they are taken to be at first.
const LARGEST: usize = UNDER_WAY / 64;
/// The most bytes of a command of a client that has not sent the password, as in Redis.
const UNTRUSTED: usize = 1 << 14;
/// How long the commands of a client that sends no more go on.
const GRACE: Duration = Duration::from_secs(1);

thread_local! {
    /// What is read goes through here, so that idle clients take no memory for it.
    static SCRATCH: RefCell<Vec<u8>> = RefCell::new(vec![0; 1 << 16]);
}

struct Client {
    proxy: Rc<Proxy>,
    state: State,
    /// The replies to come, each with the number of bytes of its command.
    queue: VecDeque<(Asked, usize)>,
    /// The number of bytes of their commands.
    sent: usize,
    /// The size of the largest reply, which counts less with each further one.
    largest: usize,
    /// Whether the last one is of a command that was not sent at once: it begins when all before
    /// it have ended, and ends before any after it begins.
    is_last: bool,
    out: BytesMut,
}

/// Serves a client until it goes away, or the proxy ends.
pub async fn serve(proxy: Rc<Proxy>, stream: Stream, id: u64) {
    let (mut read_half, mut write_half) = split(stream);
    let mut stopped = proxy.stopped.subscribe();
    let state = State::new(id, proxy.password.is_none());
    let (queue, out) = (VecDeque::new(), BytesMut::new());
    let mut client =
        Client { proxy, state, queue, sent: 0, largest: LARGEST, is_last: false, out };
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
        let mut replies = BytesMut::new();
        let mut out = std::mem::take(&mut client.out);
        tokio::select! {
            biased;
            () = poll_fn(|it| client.collect(&mut replies, it)), if has_replies => {}
            written = write_half.write_buf(&mut out), if !out.is_empty() => {
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
        out.unsplit(replies);
        client.out = out;
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
    /// Takes all replies that are there, in one go.
    fn collect(&mut self, replies: &mut BytesMut, context: &mut Context) -> Poll<()> {
        while let Some((first, size)) = self.queue.front_mut().filter(|_| replies.len() < UNREAD) {
            let Poll::Ready(reply) = Pin::new(first).poll(context) else { break };
            self.sent -= *size;
            self.queue.pop_front();
            let metrics = &self.proxy.metrics;
            count(&metrics.total_commands_processed);
            if let Err(error) = &reply {
                count(&metrics.total_error_replies);
                if error.starts_with(b"-PARTDOWN") {
                    count(&metrics.parts_not_reached);
                } else if error.starts_with(b"-ERR part ") {
                    count(&metrics.parts_missing_or_wrong);
                }
            }
            let reply = reply.unwrap_or_else(|error| error);
            self.largest = reply.len().max(self.largest - self.largest / 8);
            replies.extend_from_slice(&reply);
        }
        if replies.is_empty() { Poll::Pending } else { Poll::Ready(()) }
    }

    /// Whether no further command is begun for now.
    fn waits(&self) -> bool {
        self.queue.len() >= (UNDER_WAY / self.largest.max(1)).clamp(1, WINDOW)
            || self.sent >= self.proxy.options.max_pipeline
            || self.out.len() >= UNREAD
            || self.is_last && !self.queue.is_empty()
    }

    /// Begins what can be begun of the commands in the input.
    fn begin(&mut self, scanner: &mut Scanner, input: &mut BytesMut) {
        let limit = match self.state.is_trusted() {
            true => self.proxy.options.max_command,
            false => UNTRUSTED,
        };
        while !self.state.is_ending && !self.waits() {
            match take_command(scanner, input, limit) {
                Ok(Some(words)) => {
                    let size = words.iter().map(Bytes::len).sum();
                    let asked = self.ask(words);
                    self.sent += size;
                    self.queue.push_back((asked, size));
                }
                Ok(None) => break,
                Err(text) => self.refuse(&format!("ERR Protocol error: {text}")),
            }
        }
    }

    /// Ends the connection with an error, after the replies to come.
    fn refuse(&mut self, text: &str) {
        self.queue.push_back((Box::pin(ready(Err(error(text)))), 0));
        self.state.is_ending = true;
    }

    fn ask(&mut self, words: Vec<Bytes>) -> Asked {
        self.is_last = false;
        // A browser that another site tells to send commands begins with one of these.
        let first = words.first().map_or(&b""[..], |word| word);
        if first.eq_ignore_ascii_case(b"POST") || first.eq_ignore_ascii_case(b"Host:") {
            log(format_args!("a client that speaks HTTP was refused"));
            self.state.is_ending = true;
            return Box::pin(ready(Err(error("ERR this is not an HTTP server"))));
        }
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
                return finished(async move { of_servers(&proxy, &words, resp3).await });
            }
        };
        let Some(key) = words.get(1) else {
            return Box::pin(ready(Err(wrong_number(spec.name.as_bytes()))));
        };
        let site = proxy.sites.known(key);
        let line: Rc<[Bytes]> = words.into();
        match site.and_then(|site| Some((site.only_part(spec, &line)?, site))) {
            // Sent at once, since it goes to one part as it is.
            Some((part, site)) => {
                let job = Job { proxy, site, spec, line, resp3 };
                let pending = job.send(part);
                // Else it is sent after all before it, and before any after it.
                self.is_last = pending.is_none();
                Box::pin(async move {
                    let reply = job.receive(part, pending).await;
                    match reply.is_ok() {
                        true => reply,
                        false => Box::pin(or_anew(reply, job.proxy, spec, job.line, resp3)).await,
                    }
                })
            }
            None => {
                self.is_last = true;
                let work = run(proxy, spec, line, resp3);
                if spec.is_write { finished(work) } else { Box::pin(work) }
            }
        }
    }
}

/// Begins what must not end halfway if the client goes away.
fn finished(work: impl Future<Output = Reply> + 'static) -> Asked {
    let task = spawn_local(work);
    Box::pin(async move { task.await.unwrap_or_else(|_| Err(unexpected())) })
}
