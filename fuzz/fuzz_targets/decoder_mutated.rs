//! A site that was written, damaged and read again.
#![no_main]

use article_model::targets::decoder_mutated;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder_mutated::run(input));
