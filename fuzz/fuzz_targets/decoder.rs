//! Bytes that may be anything, read as a site.
#![no_main]

use article_model::targets::decoder;

libfuzzer_sys::fuzz_target!(|input: &[u8]| decoder::run(input));
