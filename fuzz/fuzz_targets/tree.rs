//! Runs of keys put into the tree under the rankings, moved and taken out.
#![no_main]

use article_model::targets::tree;

libfuzzer_sys::fuzz_target!(|input: &[u8]| tree::run(input));
