//! The flags of items and tombstones. Those of what moderators have set are in the table of
//! [attributes](crate::item::attributes).

/// Flag of an item whose vote records follow.
pub const RECORDED: u32 = 1;
/// Flag of an article that is in groups, which follow.
pub const GROUPED: u32 = 2;
/// Flag of an item that has custom fields, which follow.
pub const FIELDED: u32 = 4;
/// Flag of an article on which something has happened since its posting: its activity follows.
pub const ACTIVE: u32 = 128;
/// Flag of an item that has silent votes, which follow its other vote records.
pub const SILENCED: u32 = 256;
/// Flag of a deleted item, of which only the tombstone is left.
pub const DELETED: u32 = 512;
/// Flag of an item of which users have kept their votes, which follow.
pub const KEPT: u32 = 1024;

/// The flags that a comment can have, besides those of what moderators have set.
pub const OF_COMMENTS: u32 = RECORDED | FIELDED | SILENCED | KEPT;
/// The flags that an article can have, besides those.
pub const OF_ARTICLES: u32 = OF_COMMENTS | GROUPED | ACTIVE;
