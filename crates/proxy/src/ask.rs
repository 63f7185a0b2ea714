//! Replies to come.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use tokio::task::{JoinHandle, spawn_local};

use crate::cluster::Reply;
use crate::link::{Lost, Pending};
use crate::proxy::Proxy;
use crate::resp::error;
use crate::site::Call;

/// Work that ends when nobody waits for it any more.
pub struct Task(JoinHandle<Reply>);

impl Task {
    pub fn begin(work: impl Future<Output = Reply> + 'static) -> Self {
        Self(spawn_local(work))
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A reply to come.
pub enum Asked {
    Ready(Reply),
    /// A command that was sent to its part.
    Sent {
        pending: Pending,
        call: Option<Call>,
        proxy: Rc<Proxy>,
    },
    /// What needs several steps.
    Task(Task),
}

impl Asked {
    /// Sends a command to its part: at once, if it is connected.
    pub fn send(proxy: &Rc<Proxy>, call: Call) -> Self {
        Self::try_send(proxy, call).unwrap_or_else(|call| {
            let proxy = Rc::clone(proxy);
            Self::Task(Task::begin(async move { call.run(&proxy.cluster).await }))
        })
    }

    /// Sends a command at once, or returns it.
    pub fn try_send(proxy: &Rc<Proxy>, call: Call) -> Result<Self, Call> {
        match call.try_send(&proxy.cluster) {
            Some(pending) => Ok(Self::Sent { pending, call: Some(call), proxy: Rc::clone(proxy) }),
            None => Err(call),
        }
    }
}

impl Future for Asked {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Reply> {
        loop {
            match &mut *self {
                Self::Ready(reply) => return Poll::Ready(reply.clone()),
                Self::Sent { pending, call, proxy } => {
                    let outcome = ready!(Pin::new(pending).poll(context));
                    let outcome = outcome.unwrap_or(Err(Lost { may_be_sent: true }));
                    match (outcome, call.take()) {
                        (Ok(answer), _) if !answer.starts_with(b"-") => {
                            return Poll::Ready(Ok(answer));
                        }
                        // It may have to go elsewhere, which takes steps.
                        (outcome, Some(call)) => {
                            let proxy = Rc::clone(proxy);
                            *self = Self::Task(Task::begin(async move {
                                call.finish(&proxy.cluster, outcome, true).await
                            }));
                        }
                        (_, None) => return Poll::Ready(Err(error("ERR internal error"))),
                    }
                }
                Self::Task(task) => {
                    let ended = ready!(Pin::new(&mut task.0).poll(context));
                    return Poll::Ready(
                        ended.unwrap_or_else(|_| Err(error("ERR internal error"))),
                    );
                }
            }
        }
    }
}
