//! Sites of the module.

mod read;
mod sink;
mod source;
mod target;
mod update;

pub use read::SiteReader;
pub use sink::{Mode, SiteSink};
pub use source::SiteSource;
pub use target::Target;
pub use update::update;
