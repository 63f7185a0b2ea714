//! Connections to servers.

pub mod connection;
pub mod info;
pub mod reply;
pub mod requests;
pub mod saving;

pub use connection::Connection;
pub use info::Info;
pub use reply::Reply;
pub use requests::Requests;
pub use saving::{await_background_save, save_in_background};
