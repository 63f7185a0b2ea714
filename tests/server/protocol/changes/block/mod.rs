//! BLOCK: waiting for a change.

mod access;
mod clients;
mod crowd;
mod keys;
mod never;
mod waking;
