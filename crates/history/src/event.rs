use std::fmt;
use std::time::Duration;

/// An operation of a client, and what became of it. Times are since the recording began, by one
/// monotonic clock.
#[derive(Clone, Debug)]
pub struct Event<O, R> {
    /// The number of the client, which has one operation under way at a time. None for what
    /// happens to a server.
    pub client: Option<usize>,
    /// The time before the operation was sent.
    pub invoked: Duration,
    /// The time from which on the operation can no longer take effect: its reply has come, or its
    /// connection is closed. None if it may still take effect at any time.
    pub ended: Option<Duration>,
    pub operation: O,
    /// The reply. None if it was lost: the operation has taken effect once or never.
    pub reply: Option<R>,
}

impl<O, R> Event<O, R> {
    /// Returns the end, which is later than any time if the operation may still take effect.
    pub(crate) fn end(&self) -> Duration {
        self.ended.unwrap_or(Duration::MAX)
    }

    /// Returns the same event with another operation and reply.
    pub(crate) fn with<O2, R2>(&self, operation: O2, reply: Option<R2>) -> Event<O2, R2> {
        let Self { client, invoked, ended, .. } = *self;
        Event { client, invoked, ended, operation, reply }
    }
}

impl<O: fmt::Display, R: fmt::Display> fmt::Display for Event<O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { client, invoked, ended, operation, reply } = self;
        write!(f, "{:.6} to ", invoked.as_secs_f64())?;
        match ended {
            Some(ended) => write!(f, "{:.6}", ended.as_secs_f64())?,
            None => f.write_str("?")?,
        }
        f.write_str("  ")?;
        client.map_or(Ok(()), |client| write!(f, "client {client}: "))?;
        write!(f, "{operation} -> ")?;
        match reply {
            Some(reply) => write!(f, "{reply}"),
            None => f.write_str("no reply"),
        }
    }
}
