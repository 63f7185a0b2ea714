//! Operations on a site and its model in lockstep.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| article_model::targets::operations::run(input));
