//! A client's connection: its commands in their order, and their replies in the same order.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf, ReadHalf, split};
use tokio::time::{Instant, sleep_until};

use crate::call::{Asked, Call, Proxy};
use crate::metrics::Count;
use crate::own::{REFUSED, State, of_servers};
use crate::resp::{Parser, error, wrong_number};
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
    /// The replies to come. A command that takes several steps is the last one: it begins when all
    /// before it have ended, and ends before any after it begins.
    queue: VecDeque<Asked>,
    out: BytesMut,
}

/// Serves a client until it goes away, or the proxy ends.
pub async fn serve(proxy: Rc<Proxy>, stream: Stream, id: u64) {
    let (mut read_half, mut write_half) = split(stream);
    let mut stopped = proxy.stopped.subscribe();
    let state = State::new(id, proxy.password.is_none());
    let mut client = Client { proxy, state, queue: VecDeque::new(), out: BytesMut::new() };
    let (mut input, mut parser) = (BytesMut::new(), Parser::default());
    let mut end: Option<Instant> = None;
    loop {
        client.begin(&mut parser, &mut input);
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
        proxy.metrics.add(Count::Commands);
        if let Err(error) = &reply {
            proxy.metrics.add(Count::Errors);
            if error.starts_with(b"-PARTDOWN") {
                proxy.metrics.add(Count::PartsDown);
            } else if error.starts_with(b"-ERR part ") {
                proxy.metrics.add(Count::PartsWrong);
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
            ready!(Pin::new(&mut *half).poll_read(context, &mut buffer))?;
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
            || matches!(self.queue.back(), Some(Asked::Work(_)))
    }

    /// Begins what can be begun of the commands in the input.
    fn begin(&mut self, parser: &mut Parser, input: &mut BytesMut) {
        let limit = self.proxy.options.max_command;
        while !self.state.is_ending && !self.waits() {
            match parser.next(input, limit) {
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
        self.queue.push_back(Asked::Ready(Err(error(text))));
        self.state.is_ending = true;
    }

    fn ask(&mut self, words: Vec<Bytes>) -> Asked {
        if let Some(reply) = self.state.run(&self.proxy, &words) {
            return Asked::Ready(reply);
        }
        let (proxy, resp3) = (Rc::clone(&self.proxy), self.state.resp3);
        match words.first().and_then(|name| named(name)) {
            Some(Spec { route: Route::Refused, .. }) => Asked::Ready(Err(error(REFUSED))),
            Some(spec) => match words.get(1) {
                Some(key) => ask_site(proxy, spec, key.clone(), words, resp3),
                None => Asked::Ready(Err(wrong_number(spec.name.as_bytes()))),
            },
            None => Asked::Work(Box::pin(async move { of_servers(&proxy, &words, resp3).await })),
        }
    }
}

/// Sends a command of a site at once, if it goes to one part as it is.
fn ask_site(
    proxy: Rc<Proxy>,
    spec: &'static Spec,
    key: Bytes,
    words: Vec<Bytes>,
    resp3: bool,
) -> Asked {
    let site = proxy.sites.known(&key);
    match site.and_then(|site| Some((site.only_part(spec, &words)?, site))) {
        Some((part, site)) => {
            let is_write = spec.is_write;
            Call { proxy, site, part, words: words.into(), resp3, is_write }.send()
        }
        None => Asked::Work(Box::pin(run(proxy, spec, words, resp3))),
    }
}
