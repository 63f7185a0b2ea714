//! Sites of the module.

mod read;
mod sink;
mod source;
mod target;
mod update;

pub use read::SiteReader;
pub use sink::SiteSink;
pub use source::SiteSource;
pub use target::{Mode, Target};
pub use update::update;
