//! Features that a baseline may lack.

use crate::connection::Connection;

/// A feature that version 0.1 lacks.
#[derive(Clone, Copy, PartialEq)]
pub enum Feature {
    /// Listings in any order and with filters.
    Queries,
    /// Hidden articles, pages of users, and articles by link.
    Moderation,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 2] = [Self::Queries, Self::Moderation];

    /// Whether a server has the feature. Its database must be empty.
    pub fn is_in(self, connection: &mut Connection) -> bool {
        let reply = match self {
            Self::Queries => connection.call("ARTICLE.PAGE", &["site", "1", "BY", "VOTES"]),
            Self::Moderation => connection.call("ARTICLE.MODERATE", &["site", "HIDE", "1"]),
        };
        reply.is_ok()
    }
}
