//! What the argument cursor needs of the server, without a server.

/// The arguments of a command, its name first.
#[derive(Clone, Copy, Debug)]
pub struct Args<'a>(pub &'a [&'a [u8]]);

impl<'a> Args<'a> {
    /// How many there are, the name included.
    pub fn len(self) -> usize {
        self.0.len()
    }

    /// The bytes of one.
    pub fn get(self, index: usize) -> Option<&'a [u8]> {
        self.0.get(index).copied()
    }
}
