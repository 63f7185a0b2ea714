//! Operations on a site, held against the model.
#![no_main]

use article_model::targets::operations;

libfuzzer_sys::fuzz_target!(|input: &[u8]| operations::run(input));
