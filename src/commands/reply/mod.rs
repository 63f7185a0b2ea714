//! Replies: what a command writes, and the formats in which a client can have it.
//!
//! A command describes its reply once, to a [`Sink`]. [`resp`] sends it as it is described, and
//! [`json`] makes it one text.

mod escape;
mod json;
mod measured;
mod resp;
mod sink;
mod text;

use crate::commands::error::Error;
use crate::commands::format::Format;
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
