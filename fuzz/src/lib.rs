//! The module's core and its argument cursor, from the module's own sources but without the
//! server: neither C code nor the server's allocator is in the way of sanitizers and of Miri.
//! And [`targets`], what is done with inputs that may be anything.

extern crate self as redis_article;

// The module uses more of these than the targets do.
#[allow(dead_code)]
#[path = "../../src/cursor.rs"]
mod cursor;
#[allow(dead_code)]
#[path = "../../src/error.rs"]
mod error;
mod ffi;
#[path = "../../src/site/mod.rs"]
pub mod site;
pub mod targets;
