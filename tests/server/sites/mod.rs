//! Sites as keys, with their settings: made, loaded, moved, and reported.

mod config;
mod config_rewrite;
mod export;
mod keys;
mod load_bytes;
mod log;
mod observability;
mod restore;
