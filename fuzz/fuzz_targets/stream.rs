//! Commands on a primary, and what it sends on replicas.
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    redis_article::run_stream(input);
});
