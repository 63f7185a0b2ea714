//! The guard against a clock that jumps ahead. Vote records are freed when the time says that
//! voting has closed, which is for good; so the time must not be wrong by weeks for a moment.

use std::cell::Cell;

use crate::config;
use crate::ffi::{Context, now, seconds_passed};

/// How the server's clock is checked against the machine's own.
#[derive(Clone, Copy)]
struct Guard {
    /// The seconds by which the clock may be ahead; 0 for any number.
    tolerance: i64,
    /// The UNIX time at which the machine's own clock was 0, by the clock that was accepted.
    origin: i64,
    /// A time until which the server's clock is not too far ahead. The machine's own clock needs
    /// to be read only when it is past.
    right_until: i64,
}

thread_local! {
    /// The guard, which only the main thread uses.
    static GUARD: Cell<Guard> =
        const { Cell::new(Guard { tolerance: 0, origin: 0, right_until: i64::MAX }) };
    /// Whether the log says that the clock is ahead.
    static IS_LOGGED: Cell<bool> = const { Cell::new(false) };
}

/// Accepts the server's clock as it is, with the tolerance that is configured.
pub fn accept(context: &Context) {
    let (now, tolerance) = (now(), config::clock_guard());
    GUARD.set(Guard { tolerance, origin: now - seconds_passed(), right_until: now });
    observe(context, now);
}

/// Accepts the clock if the configuration has another value than before.
pub fn note_configuration(context: &Context) {
    if config::clock_guard() != GUARD.get().tolerance {
        accept(context);
    }
}

/// Returns the seconds by which the clock, which says `now`, is ahead of the time that has passed
/// since it was accepted. 0 if that is tolerated.
pub fn seconds_ahead(now: i64) -> i64 {
    let guard = GUARD.get();
    if now <= guard.right_until {
        return 0;
    }
    let right = guard.origin.saturating_add(seconds_passed());
    let right_until = match guard.tolerance {
        0 => i64::MAX,
        tolerance => right.saturating_add(tolerance),
    };
    GUARD.set(Guard { right_until, ..guard });
    if now > right_until { now.saturating_sub(right) } else { 0 }
}

/// Returns whether the clock, which says `now`, is too far ahead. Logs when that begins and ends.
pub fn observe(context: &Context, now: i64) -> bool {
    let ahead = seconds_ahead(now);
    let is_ahead = ahead > 0;
    if is_ahead && !IS_LOGGED.replace(true) {
        context.log_warning(&format!(
            "the clock is ahead by {ahead} seconds of the time that has passed since the module \
             was loaded: no vote records are freed until it is right. To accept it as it is, set \
             article.clock-guard to another value"
        ));
    } else if !is_ahead && IS_LOGGED.replace(false) {
        context.log_notice("the clock is no longer ahead: vote records are freed again");
    }
    is_ahead
}
