//! A client's connection: its commands in their order, and their replies in the same order.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf, ReadHalf, split};
use tokio::time::{Instant, sleep_until};

use crate::ask::{Asked, Task};
use crate::cluster::Reply;
use crate::metrics::Metrics;
use crate::own::{self, State};
use crate::proxy::Proxy;
use crate::resp::{Parser, error};
use crate::run::Job;
use crate::site::Call;
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
    /// The replies to come, and whether each is to a command that reads several parts.
    queue: VecDeque<(Asked, bool)>,
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
        let options = &client.proxy.options;
        let (max_command, max_pipeline) = (options.max_command, options.max_pipeline);
        while !client.state.is_ending && !client.is_full() {
            match parser.next(&mut input, max_command) {
                Ok(Some(words)) => client.start(words).await,
                Ok(None) => break,
                Err(text) => client.refuse(&format!("ERR Protocol error: {text}")),
            }
        }
        if client.is_full() && input.len() > max_pipeline {
            // It does not read what it gets, so it may not read this either.
            client.refuse(&format!("ERR a pipeline can have at most {max_pipeline} bytes"));
            (input, end) = (BytesMut::new(), Some(Instant::now() + GRACE));
        }
        if input.is_empty() {
            input = BytesMut::new();
        }
        if client.out.is_empty() {
            client.out = BytesMut::new();
            if client.queue.is_empty() && (client.state.is_ending || end.is_some()) {
                break;
            }
        }
        let is_ending = client.state.is_ending;
        let reads = !is_ending && end.is_none();
        let Client { queue, out, proxy, .. } = &mut client;
        let (has_more, is_unread) = (!queue.is_empty(), out.len() >= UNREAD);
        let mut replies = BytesMut::new();
        tokio::select! {
            biased;
            () = poll_fn(|context| {
                // All that are there, in one go.
                while let Some((asked, _)) = queue.front_mut() {
                    let Poll::Ready(reply) = Pin::new(asked).poll(context) else { break };
                    queue.pop_front();
                    replies.extend_from_slice(&counted(proxy, reply));
                    if replies.len() >= UNREAD {
                        break;
                    }
                }
                if replies.is_empty() { Poll::Pending } else { Poll::Ready(()) }
            }), if has_more && !is_unread => {}
            written = write_half.write_buf(out), if !out.is_empty() => {
                if !written.is_ok_and(|count| count > 0) {
                    return;
                }
            }
            received = read(&mut read_half, &mut input), if reads => match received {
                Ok(count) if count > 0 => {}
                Ok(_) => end = Some(Instant::now() + GRACE),
                Err(_) => return,
            },
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

fn counted(proxy: &Proxy, reply: Reply) -> Bytes {
    Metrics::add(&proxy.metrics.commands);
    reply.unwrap_or_else(|error| {
        Metrics::add(&proxy.metrics.errors);
        error
    })
}

impl Client {
    /// Whether no further command is begun for now.
    fn is_full(&self) -> bool {
        self.queue.len() >= WINDOW || self.out.len() >= UNREAD
    }

    fn push(&mut self, reply: Reply) {
        self.queue.push_back((Asked::Ready(reply), false));
    }

    /// Ends the connection with an error, after the replies to come.
    fn refuse(&mut self, text: &str) {
        self.push(Err(error(text)));
        self.state.is_ending = true;
    }

    /// Waits for the replies to all that was begun.
    async fn settle(&mut self) {
        for (asked, _) in std::mem::take(&mut self.queue) {
            let reply = asked.await;
            self.out.extend_from_slice(&counted(&self.proxy, reply));
        }
    }

    /// Begins a command.
    async fn start(&mut self, words: Vec<Bytes>) {
        let Some(name) = words.first() else { return };
        if let Some(reply) = own::early(&mut self.state, &self.proxy, &words) {
            return self.push(reply);
        }
        match named(name) {
            Some(spec) if spec.route == Route::Refused => self.push(Err(error(own::REFUSED))),
            Some(spec) => match words.get(1).cloned() {
                Some(key) => Box::pin(self.begin(spec, key, words)).await,
                None => {
                    let name = spec.name.to_ascii_lowercase();
                    let text = format!("ERR wrong number of arguments for '{name}' command");
                    self.push(Err(error(text)));
                }
            },
            None => {
                self.settle().await;
                let reply = Box::pin(own::late(&self.proxy, &words, self.state.resp3)).await;
                self.push(reply);
            }
        }
    }

    /// Begins a command of a site. What reads goes on beside what was begun before. A write to
    /// several parts begins when all before it has ended, and ends before anything after it.
    async fn begin(&mut self, spec: &'static Spec, key: Bytes, line: Vec<Bytes>) {
        let site = match self.proxy.sites.known(&key) {
            Some(site) => site,
            None => {
                self.settle().await;
                match self.proxy.sites.open(&self.proxy.cluster, &key).await {
                    Ok(site) => site,
                    Err(_) if spec.route == Route::Create => {
                        Rc::new(crate::site::Site::new(&key, None))
                    }
                    Err(error) => return self.push(Err(error)),
                }
            }
        };
        let (proxy, resp3, is_write) = (Rc::clone(&self.proxy), self.state.resp3, spec.is_write);
        if let Some(part) = site.only_part(spec, &line) {
            if is_write && self.queue.iter().any(|(_, reads_several)| *reads_several) {
                self.settle().await;
            }
            let call = Call { site, part, words: line.into(), resp3, is_write };
            match Asked::try_send(&proxy, call) {
                Ok(asked) => self.queue.push_back((asked, false)),
                Err(call) => {
                    self.settle().await;
                    let reply = call.run(&proxy.cluster).await;
                    self.push(reply);
                }
            }
            return;
        }
        let job = Job { proxy, site, spec, line, resp3 };
        if is_write {
            self.settle().await;
            let reply = job.run().await;
            self.push(reply);
        } else {
            let task = Task::begin(async move { job.run().await });
            self.queue.push_back((Asked::Task(task), true));
        }
    }
}
