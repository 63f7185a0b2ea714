//! The flags of items and tombstones.

/// Flag of an item whose vote records follow.
pub const RECORDED: u32 = 1;
/// Flag of an article that is in groups, which follow.
pub const GROUPED: u32 = 2;
/// Flag of an item that has custom fields, which follow.
pub const FIELDED: u32 = 4;
/// Flag of an item that is hidden, or of a tombstone of one.
pub const HIDDEN: u32 = 8;
/// Flag of an item that is locked, or of a tombstone of one.
pub const LOCKED: u32 = 16;
/// Flag of an item that is pinned everywhere.
pub const PINNED: u32 = 32;
/// Flag of an item that has a boost, which follows.
pub const BOOSTED: u32 = 64;
/// Flag of an article on which something has happened since its posting: its activity follows.
pub const ACTIVE: u32 = 128;
/// Flag of an item that has silent votes, which follow its other vote records.
pub const SILENCED: u32 = 256;
/// Flag of a deleted item, of which only the tombstone is left.
pub const DELETED: u32 = 512;
/// Flag of an item of which users have kept their votes, which follow.
pub const KEPT: u32 = 1024;
/// Flag of an article that is pinned in its groups only.
pub const PINNED_IN_GROUPS: u32 = 2048;
/// Flag of an item that is hidden, and never was listed.
pub const HELD: u32 = 4096;

/// The flags that a comment can have.
pub const OF_COMMENTS: u32 =
    RECORDED | FIELDED | HIDDEN | HELD | LOCKED | PINNED | BOOSTED | SILENCED | KEPT;
/// The flags that an article can have.
pub const OF_ARTICLES: u32 = OF_COMMENTS | GROUPED | ACTIVE | PINNED_IN_GROUPS;
