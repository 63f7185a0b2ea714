//! The flags of items and tombstones.

/// Flag of an item whose vote records follow.
pub const RECORDED: u32 = 1;
/// Flag of an article that is in groups, which follow.
pub const GROUPED: u32 = 2;
/// Flag of an item that has custom fields, which follow.
pub const FIELDED: u32 = 4;
/// Flag of an item that is hidden. This flag and those below are new in encoding version 2.
pub const HIDDEN: u32 = 8;
/// Flag of an item that is locked.
pub const LOCKED: u32 = 16;
/// Flag of an item that is pinned.
pub const PINNED: u32 = 32;
/// Flag of an item that has a boost, which follows.
pub const BOOSTED: u32 = 64;
/// Flag of an article on which something has happened since its posting: its activity follows.
/// This flag and those below are new in encoding version 3.
pub const ACTIVE: u32 = 128;
/// Flag of an item that has silent votes, which follow its other vote records.
pub const SILENCED: u32 = 256;
/// Flag of a deleted item, of which only the tombstone is left.
pub const DELETED: u32 = 512;
/// Flag of an item of which users have kept their votes, which follow. This flag is new in
/// encoding version 4.
pub const KEPT: u32 = 1024;

/// Returns the flags that an article can have in an encoding version.
pub fn of_articles(encoding: i32) -> u32 {
    match encoding {
        1 => RECORDED | GROUPED | FIELDED,
        2 => of_articles(1) | HIDDEN | LOCKED | PINNED | BOOSTED,
        3 => of_articles(2) | ACTIVE | SILENCED,
        _ => of_articles(3) | KEPT,
    }
}

/// Returns the flags that a comment can have in an encoding version.
pub fn of_comments(encoding: i32) -> u32 {
    of_articles(encoding) & !(GROUPED | ACTIVE)
}
