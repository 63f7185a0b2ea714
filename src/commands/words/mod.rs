//! The words of a command line: their definitions, the parser that follows these, and arguments
//! that several commands have. Nothing here knows of replies or of running commands.

mod argument;
pub mod arguments;
pub mod copy_version;
pub mod error;
pub mod format;
pub mod options;
pub mod own;
pub mod paging;
pub mod spec;
pub mod walk;
