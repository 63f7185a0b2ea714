//! What clients send to article-proxy.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| article_proxy::fuzzing::run(input));
