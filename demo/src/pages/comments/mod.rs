//! Comments: threads, their pages, and the forms for them.

pub mod answer;
pub mod arrivals;
pub mod edit;
pub mod list;
mod open;
pub mod page;
mod text;
mod thread;
mod tree;
mod view;
mod visit;

pub use text::shown;
pub use thread::{Discussion, Place};
pub use visit::Visit;

/// Returns the address of a comment's page.
pub fn address(id: u32) -> String {
    format!("/c/{id}")
}
