//! What moderators say about an article or a comment.

/// The flags of an article or a comment. Most have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Whether listings may hold it, and votes be cast on it.
    pub visibility: Visibility,
    /// It takes no votes.
    pub locked: bool,
    /// Where it precedes all others.
    pub pin: Pin,
}

impl Flags {
    /// Returns whether listings may hold it.
    pub fn is_listed(self) -> bool {
        self.visibility == Visibility::Listed
    }
}

/// Whether listings may hold an article or a comment: the number in its map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Visibility {
    /// They may.
    #[default]
    Listed,
    /// It is hidden.
    Hidden,
    /// It is hidden, and never was listed so far: it waits for a moderator.
    Held,
}

/// Where an article precedes all others in the orders that heed pins: the number in its map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pin {
    /// Nowhere.
    #[default]
    Nowhere,
    /// In all listings. Of a comment, among the answers to its parent.
    Everywhere,
    /// In the listings of its groups only.
    InGroups,
}

impl Pin {
    /// Returns whether it is one.
    pub fn is_set(self) -> bool {
        self != Self::Nowhere
    }
}
