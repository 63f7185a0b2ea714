//! Sites of the module.

mod parse;
mod read;
mod readers;
mod sink;
mod source;
mod target;
mod update;

pub use parse::parse_changed;
pub use read::SiteReader;
pub use sink::SiteSink;
pub use source::SiteSource;
pub use target::Target;
pub use update::update;
