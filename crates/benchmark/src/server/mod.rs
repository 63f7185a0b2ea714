//! Connections to servers.

pub mod background_save;
pub mod connection;
pub mod info;
pub mod reply;
pub mod requests;

pub use background_save::BackgroundSave;
pub use connection::Connection;
pub use info::Info;
pub use reply::Reply;
pub use requests::Requests;
