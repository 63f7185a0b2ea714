//! A thread to read: random, but the same for all contenders.

use article_site::formula;
use fastrand::Rng;

use crate::site::story;

/// The id of the article. The comments have the ids that follow.
pub const ARTICLE: u32 = 1;

pub struct Comment {
    pub id: u32,
    /// The id of what it answers: the article, or an earlier comment.
    pub parent: u32,
    pub poster: String,
    pub text: String,
    pub upvotes: u32,
    pub downvotes: u32,
}

impl Comment {
    /// Returns the rank by which all contenders order the answers to a comment.
    pub fn best(&self) -> u32 {
        formula::best(self.upvotes, self.downvotes)
    }
}

/// Returns the comments of a thread: each answers the article or any earlier comment, with the
/// same chance.
pub fn comments(count: u32) -> Vec<Comment> {
    let mut rng = Rng::with_seed(u64::from(count));
    let comment = |id: u32| {
        let (title, link) = story(id);
        Comment {
            id,
            parent: rng.u32(ARTICLE..id),
            poster: format!("user-{}", rng.u32(..3_000)),
            text: format!("{title} {link} {title}"),
            upvotes: 1 + rng.u32(..20),
            downvotes: rng.u32(..8),
        }
    };
    (ARTICLE + 1..=ARTICLE + count).map(comment).collect()
}
