//! The words of a command line: their definitions, the parser that follows these, and arguments
//! that several commands have. Nothing here knows of replies or of running commands.

pub mod additions;
mod argument;
pub mod arguments;
pub mod copy_version;
pub mod error;
pub mod options;
pub mod paging;
pub mod posting;
pub mod spec;
