//! Runs of keys inserted into a tree, replaced and removed.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| article_model::targets::tree::run(input));
