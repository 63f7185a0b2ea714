//! A site to bytes and back. The format is a stream: chunks of bytes whose boundaries mean
//! nothing, so that neither side needs a second copy of the site in memory.
//!
//! The bytes may have been made by anybody. The decoder holds every number and text against the
//! rules before it uses it, allocates nothing by a number that it has not checked, and yields
//! only sites for which `Site::check` holds.

mod decode;
mod encode;

pub use decode::{DecodeError, decode};
pub use encode::encode;

/// The article's vote records are held, and follow.
const HELD: u8 = 1;
/// The article is in groups, which follow.
const GROUPED: u8 = 2;
/// The article has custom fields, which follow.
const FIELDED: u8 = 4;
