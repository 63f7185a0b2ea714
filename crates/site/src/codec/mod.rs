//! A site to bytes and back. The format is a stream of bytes in chunks whose boundaries mean
//! nothing, so that neither side needs a second copy of the site in memory.
//!
//! Anybody may have made the bytes. The decoder checks every number and text before it uses it,
//! allocates nothing by a number that it has not checked, and returns only sites for which
//! [`Site::check`](crate::Site::check) holds.

mod decode;
mod encode;
mod reader;
mod writer;

pub use decode::{DecodeError, decode};
pub use encode::encode;

/// The encoding version that [`encode()`] writes. [`decode()`] reads it and all earlier ones.
pub const ENCODING: i32 = 1;

/// Flag of an article whose vote records follow.
const RECORDED: u8 = 1;
/// Flag of an article that is in groups, which follow.
const GROUPED: u8 = 2;
/// Flag of an article that has custom fields, which follow.
const FIELDED: u8 = 4;
