//! Sweeping sites to which nobody writes. Each change of a site sweeps some of the votes whose
//! records are dropped; a timer sweeps the rest.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::time::Duration;

use crate::datatype::{StoredSite, take_sweep_due};
use crate::ffi::{Args, Context, KeyName, after, with_value};

/// The time between two steps. A step takes a small part of it.
const PAUSE: Duration = Duration::from_millis(1);

thread_local! {
    /// The keys of the sites to sweep. Those that are renamed are found at their next change.
    static KEYS: RefCell<BTreeSet<KeyName>> = RefCell::default();
}

/// Has the site at the key of a command swept, if the command has left votes to be swept. Call it
/// after each command.
pub fn after_command(context: &Context, args: Args, key_index: usize) {
    if !take_sweep_due() {
        return;
    }
    let Some(key) = context.key_name(args, key_index) else { return };
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
    let Some(key) = KEYS.with_borrow_mut(BTreeSet::pop_first) else { return };
    with_value(&key, |stored: &mut StoredSite| {
        if !stored.is_damaged() {
            stored.change(|_| ());
        }
    });
    KEYS.with_borrow_mut(|keys| {
        if take_sweep_due() {
            keys.insert(key);
        }
        if !keys.is_empty() {
            after(PAUSE, sweep_one);
        }
    });
}
