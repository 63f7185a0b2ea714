//! Replies: what a command writes, and the formats in which a client can have it.
//!
//! A command describes its reply once, to a [`Sink`]. [`resp`] sends it as it is described, and
//! [`json`] makes it one text.

pub mod item_reply;
mod json;
pub mod kept_maps;
mod kept_text;
mod limited;
pub mod listing;
mod measured;
mod resp;
pub mod show;
pub mod shown_items;
mod sink;
mod text;

use crate::commands::words::error::Error;
use crate::commands::words::spec::Format;
use crate::ffi::Context;
pub use resp::Resp;
pub use sink::{Destination, Sink};
pub use text::Json;

impl Format {
    /// Replies with what `write` writes. If that fails, it has written nothing.
    ///
    /// # Errors
    ///
    /// The error of `write`; for a JSON text, also [`Error::ReplyTooLong`].
    pub fn reply(
        self,
        context: &Context,
        write: impl FnOnce(&mut dyn Sink) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match self {
            Self::Resp => write(&mut Resp(context)),
            Self::Json => json::reply(context, write),
        }
    }
}
