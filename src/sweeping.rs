//! Sweeping sites to which nobody writes. Each change of a site sweeps some of the votes whose
//! records are dropped; a timer sweeps the rest.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::time::Duration;

use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, KeyName, after, with_value};

/// The time between two steps. A step takes a small part of it.
const PAUSE: Duration = Duration::from_millis(1);

thread_local! {
    /// Whether the command that runs has left votes to be swept.
    static IS_DUE: Cell<bool> = const { Cell::new(false) };
    /// The keys of the sites to sweep. Those that are renamed are found at their next change.
    static KEYS: RefCell<VecDeque<KeyName>> = RefCell::default();
}

/// Notes that a site has votes to be swept after a change.
pub fn note() {
    IS_DUE.set(true);
}

/// Has the site at the key of a command swept, if the command has left votes to be swept. Call it
/// after each command.
pub fn after_command(context: &Context, args: Args, key_index: usize) {
    if !IS_DUE.take() {
        return;
    }
    let Some(key) = context.key_name(args, key_index) else { return };
    KEYS.with_borrow_mut(|keys| {
        if keys.is_empty() {
            after(PAUSE, sweep_one);
        }
        if !keys.contains(&key) {
            keys.push_back(key);
        }
    });
}

/// Sweeps a part of one site, and goes on after a pause while there is something to sweep.
fn sweep_one() {
    let Some(key) = KEYS.with_borrow_mut(VecDeque::pop_front) else { return };
    with_value(&key, |stored: &mut StoredSite| stored.change(|_| ()));
    KEYS.with_borrow_mut(|keys| {
        if IS_DUE.take() {
            keys.push_back(key);
        }
        if !keys.is_empty() {
            after(PAUSE, sweep_one);
        }
    });
}
