//! Replies that may be longer than is allowed.

use super::measured::Measured;
use super::sink::{Destination, Sink};
use crate::commands::words::error::Error;
use crate::config::reply_limit;

impl dyn Sink + '_ {
    /// Writes what may be long. `most` returns a number of bytes that it does not exceed in RESP.
    ///
    /// # Errors
    ///
    /// [`Error::ReplyTooLong`]: it would be longer than is allowed, and nothing was written. A
    /// JSON text has its length checked while it is written.
    pub fn limited(
        &mut self,
        most: impl FnOnce() -> usize,
        write: impl Fn(&mut dyn Sink),
    ) -> Result<(), Error> {
        let limit = reply_limit();
        if let Destination::Client(context) = self.destination()
            && most() > limit
        {
            let mut measured = Measured::new(limit, context.is_resp3());
            write(&mut measured);
            measured.check()?;
        }
        write(self);
        Ok(())
    }

    /// Writes rows of names and numbers, as `limited`.
    pub fn rows(&mut self, rows: usize, write: impl Fn(&mut dyn Sink)) -> Result<(), Error> {
        /// A name of a group or a user, and some numbers, in bytes.
        const ROW: usize = 400;
        self.limited(|| (1 + rows) * ROW, write)
    }
}
