//! Connections to servers.

pub mod connection;
pub mod info;
pub mod reply;
pub mod requests;

pub use connection::Connection;
pub use info::Info;
pub use reply::Reply;
pub use requests::Requests;
