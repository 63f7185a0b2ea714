//! The rank by which all contenders order the answers to a comment.

use article_site::formula;

/// Returns the rank of a comment with these votes.
pub fn best(upvotes: u32, downvotes: u32) -> i64 {
    formula::best(upvotes, downvotes).into()
}
