//! Sites in plain Redis keys, as the code of "Redis in Action" (J. L. Carlson, Manning, 2013),
//! section 1.3, and its ports to other languages make them.
//!
//! | key | type | content |
//! | --- | --- | --- |
//! | `article:` | string | the last id |
//! | `article:<id>` | hash | `title` `link` `poster` or `user`, `time` or `now`, `votes`, and others |
//! | `time:` `score:` | sorted set | `article:<id>` by time and by score |
//! | `voted:<id>` | set | those who voted for it; in some ports a hash of user to 1 or 2 |
//! | `oppose:<id>` | set | those who voted against it |
//! | `group:<name>` | set | `article:<id>` |
//!
//! An export adds what this layout has no place for: see [`Extra`].

mod claim;
mod convert;
mod detect;
mod dialect;
mod extra;
mod keys;
mod pages;
mod read;
mod sink;
mod source;
mod survey;

pub use dialect::{DialectOptions, TimeUnit};
pub use pages::ClassicPages;
pub use sink::ClassicSink;
pub use source::ClassicSource;

#[cfg(doc)]
use extra::Extra;
