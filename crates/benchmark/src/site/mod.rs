//! The site that all contenders hold, and the operations on it.

pub mod article;
pub mod dataset;
pub mod op;
pub mod plan;
pub mod random;
pub mod stories;
