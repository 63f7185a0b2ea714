//! Sweeping sites to which nobody writes. Each change of a site sweeps some of the votes whose
//! records are dropped; a timer sweeps the rest.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, KeyName, after, with_value};

/// The time between two steps. A step takes a small part of it.
const PAUSE: Duration = Duration::from_millis(1);

thread_local! {
    /// The keys of the sites to sweep. Those that are renamed are found at their next change.
    static KEYS: RefCell<BTreeSet<KeyName>> = RefCell::default();
}

/// Has the site of a command swept, which has left votes to be swept.
pub fn note(context: &Context, args: Args) {
    let Some(key) = context.key_name(args, 1) else { return };
    KEYS.with_borrow_mut(|keys| {
        if keys.is_empty() {
            after(PAUSE, sweep_one);
        }
        keys.insert(key);
    });
}

/// Returns the number of sites that the timer has to sweep: 0 on any thread but the server's main
/// thread.
pub fn sites() -> usize {
    KEYS.with(|keys| keys.try_borrow().map_or(0, |keys| keys.len()))
}

/// Sweeps a part of one site, and goes on after a pause while there is something to sweep.
fn sweep_one() {
    let _next = NextStep;
    let Some(key) = KEYS.with_borrow_mut(BTreeSet::pop_first) else { return };
    let is_left = with_value(&key, |stored: &mut StoredSite| {
        if stored.is_damaged() {
            return false;
        }
        stored.change(|_| ());
        stored.site().has_to_sweep()
    });
    if is_left == Some(true) {
        KEYS.with_borrow_mut(|keys| keys.insert(key));
    }
}

/// Sets the timer for the next step when it is dropped, after a panic as well.
struct NextStep;

impl Drop for NextStep {
    fn drop(&mut self) {
        if sites() > 0 {
            after(PAUSE, sweep_one);
        }
    }
}
