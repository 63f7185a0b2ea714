//! Sites as JSON lines: the first line is about the site, each further line is an article, a
//! comment, or the place of a deleted one. Lines of what is kept for users to read follow these.
//!
//! A text is a JSON string. If it is not UTF-8, it is an object with its bytes in standard base64:
//! `{"base64":"/wA="}`.

mod entries;
mod header;
mod ids;
mod input;
mod lines;
mod source;
mod survey;
mod user;

pub use entries::renumber;
pub use ids::{MapFile, OldId};
pub use lines::{Lines, is_standard};
pub use source::JsonSource;
pub use user::UserSink;
