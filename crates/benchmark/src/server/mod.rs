//! Servers, and the connections to them.

pub mod connection;
pub mod drive;
pub mod info;
pub mod reply;
pub mod requests;
pub mod sandbox;
