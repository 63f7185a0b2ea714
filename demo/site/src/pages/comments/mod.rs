//! Comments: threads, their pages, and the forms for them.

pub mod arrivals;
pub mod forms;
pub mod page;
mod thread;
mod tree;
mod view;

pub use forms::MAX_COMMENT;
pub use thread::{Discussion, Place, Visit};
