//! Comments: threads, their pages, and the forms for them.

pub mod forms;
pub mod page;
mod thread;
mod tree;

pub use thread::{Discussion, Visit};
