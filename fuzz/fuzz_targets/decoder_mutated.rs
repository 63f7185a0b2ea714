//! An encoded site, damaged and decoded.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| article_model::targets::decoder::run_mutated(input));
