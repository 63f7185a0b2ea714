//! What is done with inputs that may be anything. Each target takes bytes and panics where
//! something is wrong.
//!
//! The fuzzers under `fuzz/` run these under a sanitizer for as long as one likes, and the test
//! `fuzz_corpus` for a moment. Whoever includes this has the module's `cursor`, `error` and `ffi`
//! at its root.

mod content;
pub mod decoder;
pub mod decoder_mutated;
mod input;
pub mod mutation;
pub mod operations;
mod rebuilt;
pub mod tree;
