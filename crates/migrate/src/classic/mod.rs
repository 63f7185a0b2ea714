//! Sites in plain Redis keys, as the code of "Redis in Action" (J. L. Carlson, Manning, 2013),
//! section 1.3, and its ports to other languages make them.
//!
//! docs/migrating.md lists the keys. An export adds what they have no place for: see [`extra`].

mod claim;
mod convert;
mod detect;
mod dialect;
mod extra;
mod keys;
mod read;
mod sink;
mod source;
mod survey;

pub use dialect::{DialectOptions, TimeUnit};
pub use sink::ClassicSink;
pub use source::ClassicSource;
