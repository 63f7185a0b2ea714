//! Operations on a site, held against the model.
#![no_main]

use redis_article_fuzz::targets::operations;

libfuzzer_sys::fuzz_target!(|input: &[u8]| operations::run(input));
