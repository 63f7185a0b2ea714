//! Texts of cursors.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| article_model::targets::cursor::run(input));
