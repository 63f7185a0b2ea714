//! The fuzz targets: functions that take any bytes and panic if the core is wrong.
//!
//! `make fuzz` runs them under AddressSanitizer for as long as it is asked to. Tests run them over
//! the committed corpus.

pub mod cursor;
pub mod decoder;
pub mod mutation;
pub mod operations;
mod rebuilt;
pub mod tree;

/// A target's name, which its corpus in `fuzz/corpus` has, too, and its function.
pub type Target = (&'static str, fn(&[u8]));

pub const ALL: [Target; 5] = [
    ("cursor", cursor::run),
    ("decoder", decoder::run),
    ("decoder_mutated", decoder::run_mutated),
    ("operations", operations::run),
    ("tree", tree::run),
];
