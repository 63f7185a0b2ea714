//! The formats in which a client can have a reply.

/// The format of a reply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The protocol of the client.
    #[default]
    Resp,
    /// One JSON text.
    Json,
}
