//! How articles refer to their poster.

/// The number by which articles refer to a user. It is reused once the user has no article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UserNumber(pub u32);
