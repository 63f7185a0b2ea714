//! Arguments of commands, walked through by the cursor.
#![no_main]

use redis_article_fuzz::targets::arguments;

libfuzzer_sys::fuzz_target!(|input: &[u8]| arguments::run(input));
