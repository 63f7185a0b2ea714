//! The circumstances of a call on which an outcome depends.

use std::cell::OnceCell;

use article_site::{Origin, Site, UnixTime};

use crate::clock;
use crate::commands::run::site_key::now;
use crate::commands::words::additions::Additions;
use crate::commands::words::error::Error;
use crate::ffi::Context;

/// What a server knows about a call.
pub trait Server {
    fn now(&self) -> UnixTime;

    /// Returns whether the command was accepted before. The server takes some time to say.
    fn is_replay(&self) -> bool;

    /// Returns whether the clock, which says `now`, is too far ahead.
    fn is_clock_ahead(&self, now: UnixTime) -> bool;
}

impl Server for Context<'_> {
    fn now(&self) -> UnixTime {
        now(self)
    }

    fn is_replay(&self) -> bool {
        self.is_replay()
    }

    fn is_clock_ahead(&self, now: UnixTime) -> bool {
        clock::observe(self, now.get())
    }
}

/// A call of a command that writes. What it says is looked up when it is asked for.
pub struct Call<'s> {
    server: &'s dyn Server,
    now: OnceCell<UnixTime>,
    /// Whether the key does not exist.
    pub is_new: bool,
    /// The options that only a replayed command carries.
    pub replayed: Additions,
    /// Whether the command is applied without the rules for clients, after they refused it.
    is_trusted: bool,
}

impl<'s> Call<'s> {
    /// Creates the call of a command on a key that exists or does not.
    pub fn new(server: &'s dyn Server, is_new: bool, replayed: Additions) -> Self {
        Self { server, now: OnceCell::new(), is_new, replayed, is_trusted: false }
    }

    /// Calls `apply`, which follows the rules for clients. If that fails, but the command was
    /// accepted before, by a primary, calls it again without these rules.
    pub fn retry<R>(
        mut self,
        mut apply: impl FnMut(&Self) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match apply(&self) {
            Err(_) if self.is_replay() => {
                self.is_trusted = true;
                apply(&self)
            }
            result => result,
        }
    }

    /// Returns the time at which the command runs.
    pub fn now(&self) -> UnixTime {
        *self.now.get_or_init(|| self.server.now())
    }

    /// Returns whether the command was accepted before.
    pub fn is_replay(&self) -> bool {
        self.is_trusted || self.server.is_replay()
    }

    /// Returns whether the rules for clients hold.
    pub fn origin(&self) -> Origin {
        if self.is_trusted { Origin::Replay } else { Origin::Client(self.now()) }
    }

    /// Returns whether the clock is too far ahead to end what has closed.
    pub fn is_clock_ahead(&self) -> bool {
        self.server.is_clock_ahead(self.now())
    }

    /// Has a site hold vote records of what has closed, if the command does. Returns the time at
    /// which the command runs, or ran first, and what replicas must know besides its arguments.
    /// `given` is the time that the client gave.
    pub fn begin(&self, site: &mut Site, given: Option<UnixTime>) -> (UnixTime, Additions) {
        let Additions { holds: held, time, .. } = self.replayed;
        let holds = held || self.is_clock_ahead() && !self.is_replay();
        site.hold_closed(holds);
        let given = given.or(time);
        let time = given.unwrap_or_else(|| self.now());
        let added = given.is_none().then_some(time);
        (time, Additions { time: added, holds: holds && !held, ..Additions::default() })
    }

    /// Refuses times in the future, with the names of their options. Replayed commands may have
    /// some, from a clock that was ahead.
    pub fn refuse_future(&self, times: &[(&'static str, UnixTime)]) -> Result<(), Error> {
        let Origin::Client(now) = self.origin() else { return Ok(()) };
        let future = times.iter().find(|(_, time)| *time > now);
        future.map_or(Ok(()), |(what, _)| Err(Error::InFuture(what)))
    }
}
