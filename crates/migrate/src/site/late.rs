//! Comments that come to a site after their articles were loaded.

use anyhow::Result;
use article_site::UnixTime;

use crate::site::read::SiteReader;

/// The number of articles in one command.
const BATCH: usize = 500;

/// An article that was loaded when its source had fewer comments on it than now.
///
/// LOAD of a comment does not bump its article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateBump {
    pub id: u32,
    /// When something last happened on it.
    pub bumped: UnixTime,
}

/// Bumps articles, unless something happened on them later. A second time, it changes nothing.
pub fn bump(target: &mut SiteReader, late: &[LateBump]) -> Result<()> {
    if late.is_empty() {
        return Ok(());
    }
    // Nothing can be bumped to the future, where comments of the source can be.
    let now = target.server.now()?;
    for part in late.chunks(BATCH) {
        let ids: Vec<u32> = part.iter().map(|article| article.id).collect();
        let found = target.parts(&ids, &["bumped"])?;
        let mut commands = Vec::new();
        for (article, found) in part.iter().zip(found) {
            // It may have been deleted.
            if let Some(bumped) = found.and_then(|found| found.bumped) {
                let time = article.bumped.get().min(now);
                if time > bumped.0 {
                    commands.push(target.site.bump(article.id).time(time).cmd());
                }
            }
        }
        target.server.transaction(&commands)?;
    }
    Ok(())
}
