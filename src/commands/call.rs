//! The circumstances of a call on which an outcome depends.

use std::cell::OnceCell;

use article_site::{Origin, Site, UnixTime};

use crate::clock;
use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::outcome::Additions;
use crate::commands::site_key::now;
use crate::ffi::Context;

/// What a server knows about a call.
pub trait Server {
    /// Returns the time.
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
    /// Whether the command is applied without the rules for clients, after they refused it.
    is_trusted: bool,
}

impl<'s> Call<'s> {
    /// Creates the call of a command on a key that exists or does not.
    pub fn new(server: &'s dyn Server, is_new: bool) -> Self {
        Self { server, now: OnceCell::new(), is_new, is_trusted: false }
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

    /// Refuses times in the future, with the names of their options. Replayed commands may have
    /// some, from a clock that was ahead.
    pub fn refuse_future(&self, times: &[(&'static str, UnixTime)]) -> Result<(), Error> {
        let Origin::Client(now) = self.origin() else { return Ok(()) };
        let future = times.iter().find(|(_, time)| *time > now);
        future.map_or(Ok(()), |(what, _)| Err(Error::InFuture(what)))
    }
}

/// The option of a replayed command that holds vote records of what has closed, as on its primary.
pub const HOLD: &str = "HOLD";

/// When a command ran first, and whether it held vote records of what had closed, because the
/// clock was ahead. The options of a replayed command say so.
#[derive(Clone, Copy, Debug, Default)]
pub struct First {
    /// The time, unless it is now.
    pub time: Option<UnixTime>,
    holds: bool,
}

impl First {
    /// Reads TIME or HOLD. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments) -> Result<bool, Error> {
        match option {
            "TIME" => self.time = Some(options::time(arguments)?),
            HOLD => self.holds = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Has a site hold vote records of what has closed, if the command does. Returns the time, and
    /// what replicas must know besides the client's arguments.
    pub fn begin(self, site: &mut Site, call: &Call) -> (UnixTime, Additions) {
        let holds = self.holds || call.is_clock_ahead() && !call.is_replay();
        site.hold_closed(holds);
        let time = self.time.unwrap_or_else(|| call.now());
        let added = self.time.is_none().then_some(time);
        (time, Additions { time: added, holds: holds && !self.holds, ..Additions::default() })
    }
}
