//! The way of a command from the server's call to what the server, its replicas, and the client
//! get.

pub mod call;
pub mod command;
pub mod outcome;
pub mod read;
pub mod registration;
pub mod replicated;
pub mod site_key;
pub mod write;
