//! What moderators say about an article or a comment.

/// The flags of an article or a comment. Most have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// It is in no listing, and takes no votes.
    pub hidden: bool,
    /// It takes no votes.
    pub locked: bool,
    /// Where it precedes all others.
    pub pin: Pin,
}

/// Where an article precedes all others in the orders that heed pins.
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

    /// Returns the number in an item's map: 0 without a pin.
    pub fn number(self) -> i64 {
        match self {
            Self::Nowhere => 0,
            Self::Everywhere => 1,
            Self::InGroups => 2,
        }
    }
}
