//! Commands of sites on their way to parts, and what all clients share.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use anyhow::Result;
use bytes::Bytes;
use tokio::sync::watch::Sender;
use tokio::time::Instant;

use crate::cluster::Cluster;
use crate::link::{Lost, Outcome, Pending, reply};
use crate::metrics::{Metrics, log};
use crate::options::Options;
use crate::site::{Site, Sites};

/// A reply, or an error reply.
pub type Reply = Result<Bytes, Bytes>;

/// What all clients share.
pub struct Proxy {
    pub options: Options,
    /// The password that clients must send.
    pub password: Option<String>,
    pub cluster: Rc<Cluster>,
    pub sites: Sites,
    pub metrics: Rc<Metrics>,
    pub started: Instant,
    /// Whether it ends: clients get the replies of what runs, and no more.
    pub stopped: Sender<bool>,
    turn: Cell<usize>,
}

impl Proxy {
    pub fn new(options: Options) -> Result<Rc<Self>> {
        let metrics = Rc::new(Metrics::default());
        Ok(Rc::new(Self {
            password: options.password()?,
            cluster: Rc::new(Cluster::new(&options, Rc::clone(&metrics))?),
            options,
            sites: Sites::default(),
            metrics,
            started: Instant::now(),
            stopped: Sender::new(false),
            turn: Cell::new(0),
        }))
    }

    /// Returns the next number, for what goes to parts in turn.
    pub fn turn(&self) -> usize {
        self.turn.replace(self.turn.get().wrapping_add(1))
    }
}

/// A command for a part of a site.
pub struct Call {
    pub proxy: Rc<Proxy>,
    pub site: Rc<Site>,
    pub part: usize,
    pub words: Rc<[Bytes]>,
    pub resp3: bool,
    pub is_write: bool,
}

impl Call {
    /// Sends the command: at once, if its part is connected and was compared just now.
    pub fn send(self) -> Asked {
        match self.try_send() {
            Some(pending) => Asked::Sent(pending, Some(self)),
            None => Asked::Work(Box::pin(self.finish(None))),
        }
    }

    fn try_send(&self) -> Option<Pending> {
        let (cluster, part) = (&self.proxy.cluster, self.site.parts.get(self.part)?);
        let link = cluster.open_link(part.slot, self.resp3)?;
        let is_compared = self.site.is_compared(cluster, part);
        is_compared.then(|| link.send(&self.words, &part.key))
    }

    /// Returns the reply of the part, to a command that may have been sent already. What may have
    /// been sent and writes is never sent again.
    async fn finish(self, mut sent: Option<Outcome>) -> Reply {
        let (site, cluster, words) = (&self.site, &self.proxy.cluster, &self.words);
        let Some(part) = site.parts.get(self.part) else { return Err(Bytes::new()) };
        // ALTER makes settings that differ equal.
        let is_alter = words.first().is_some_and(|it| it.eq_ignore_ascii_case(b"ARTICLE.ALTER"));
        for _ in 0..3 {
            if let Some(sent) = sent {
                match cluster.follow(sent, part.slot, words, &part.key, self.resp3).await {
                    Ok(answer) if !answer.starts_with(b"-") => return Ok(answer),
                    Ok(answer) if site.is_spread && answer == "-ERR no such key\r\n" => {
                        return Err(site.is_missing(self.part));
                    }
                    Ok(answer) => return Err(answer),
                    Err(Lost::MaybeSent) if self.is_write => break,
                    Err(_) => {}
                }
            }
            if let Err(error) = site.compare(cluster, self.part, self.resp3, is_alter).await {
                let what = String::from_utf8_lossy(&error);
                log(format_args!("{}: {}", part.key.escape_ascii(), what.trim()));
                return Err(error);
            }
            sent = Some(match self.try_send() {
                Some(pending) => reply(pending).await,
                None => Err(Lost::Unsent),
            });
        }
        Err(site.is_down(self.part))
    }
}

/// A reply to come. What is dropped ends.
pub enum Asked {
    Ready(Reply),
    Sent(Pending, Option<Call>),
    /// What takes several steps.
    Work(Pin<Box<dyn Future<Output = Reply>>>),
}

impl Future for Asked {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Reply> {
        loop {
            match &mut *self {
                Self::Ready(reply) => {
                    return Poll::Ready(std::mem::replace(reply, Ok(Bytes::new())));
                }
                Self::Sent(pending, call) => {
                    let answer = ready!(Pin::new(pending).poll(context));
                    let next = match (answer, call.take()) {
                        (Ok(answer), Some(call)) if answer.starts_with(b"-") => {
                            // It may have to go elsewhere.
                            Self::Work(Box::pin(call.finish(Some(Ok(answer)))))
                        }
                        (Err(_), Some(call)) => {
                            Self::Work(Box::pin(call.finish(Some(Err(Lost::MaybeSent)))))
                        }
                        (answer, _) => Self::Ready(Ok(answer.unwrap_or_default())),
                    };
                    self.set(next);
                }
                Self::Work(work) => return work.as_mut().poll(context),
            }
        }
    }
}
