//! Reading a user.

use crate::Site;
use crate::types::UserName;

/// A user in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInfo {
    /// Number of articles that the user posted, whether they are listed or not.
    pub articles: usize,
    /// The sum of their votes (upvotes less downvotes).
    pub karma: i64,
}

impl Site {
    /// Returns a user in numbers, or None for one without articles.
    pub fn user(&self, name: UserName) -> Option<UserInfo> {
        let users = &self.listings.users;
        let user = users.get(users.number(name, &self.hasher)?)?;
        Some(UserInfo { articles: user.submissions().len(), karma: user.karma() })
    }
}
