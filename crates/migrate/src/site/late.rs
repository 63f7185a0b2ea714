//! Comments that come to a site after their articles were loaded.

use anyhow::Result;
use article_site::UnixTime;
use redis_article::Action;

use crate::site::read::SiteReader;

/// The number of articles in one command.
const BATCH: usize = 500;

/// An article that was loaded when its source had fewer comments on it than now.
///
/// LOAD of a comment does not bump its article, but SHOW does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateBump {
    pub id: u32,
    /// The latest listed comment on it.
    pub comment: u32,
    /// When that was posted.
    pub bumped: UnixTime,
}

/// Bumps articles, unless something happened on them later. A second time, it changes nothing.
pub fn bump(target: &mut SiteReader, late: &[LateBump]) -> Result<()> {
    for part in late.chunks(BATCH) {
        let ids: Vec<u32> = part.iter().flat_map(|late| [late.id, late.comment]).collect();
        let found = target.parts(&ids, &["bumped", "hidden"])?;
        let mut commands = Vec::new();
        for (late, found) in part.iter().zip(found.chunks(2)) {
            // Both may have been deleted.
            let [Some(article), Some(comment)] = found else { continue };
            let is_behind = article.bumped.is_some_and(|bumped| late.bumped.get() > bumped.0);
            if is_behind && !comment.hidden {
                let moderate = |action| target.site.moderate(action, &[late.comment]).cmd();
                commands.extend([Action::Hide, Action::Show].map(moderate));
            }
        }
        target.server.transaction(&commands)?;
    }
    Ok(())
}
