//! Encoding and decoding of a site. The format is a stream of bytes in chunks whose boundaries
//! mean nothing, so that neither side needs a second copy of the site in memory.
//!
//! Anybody may have made the bytes. The decoder checks every number and text before it uses it,
//! never sizes an allocation by a number that it has not checked, and returns only sites for which
//! [`Site::check`](crate::site::Site::check) holds.

mod decode;
mod encode;
mod error;
mod flags;
mod item;
mod lists;
mod reader;
mod relations;
mod tombstone;
mod users;
mod votes;
mod writer;

pub use decode::decode;
pub use encode::encode;
pub use error::DecodeError;

/// The encoding version that [`encode()`] writes and [`decode()`] reads. Builds before the first
/// release wrote lower ones.
pub const ENCODING: i32 = 5;
