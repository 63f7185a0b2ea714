//! Comments that come to a site after their articles were loaded.

use anyhow::Result;
use article_site::UnixTime;
use redis::Cmd;

use crate::reply;
use crate::site::read::{SiteReader, command};

/// The number of articles in one command.
const BATCH: usize = 500;

/// An article that was loaded when its source had fewer comments on it than now.
///
/// LOAD does not count comments for their article, because it loads the number with the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LateComments {
    pub id: u32,
    /// The number of its comments now.
    pub comments: u32,
    /// The number of those that the site does not have yet.
    pub added: u32,
    /// When something last happened on it; None if that does not follow from its comments.
    pub bumped: Option<UnixTime>,
}

/// Counts late comments, before they are loaded: an interrupted run must not count them again when
/// it is continued.
pub fn count(site: &mut SiteReader, late: &[LateComments]) -> Result<()> {
    for part in late.chunks(BATCH) {
        let ids: Vec<u32> = part.iter().map(|article| article.id).collect();
        let found = site.entries(&ids, &["comments", "bumped"])?;
        let mut commands = Vec::new();
        for (article, found) in part.iter().zip(found) {
            // It may have been deleted.
            if let Some([comments, bumped]) = found.as_deref() {
                let (comments, bumped) = (reply::integer(comments)?, reply::integer(bumped)?);
                commands.extend(bump(&site.key, article, comments, bumped));
            }
        }
        site.server.transaction(&commands)?;
    }
    Ok(())
}

/// Returns the command that counts the late comments of an article, unless that was done.
fn bump(key: &[u8], late: &LateComments, comments: i64, bumped: i64) -> Option<Cmd> {
    let LateComments { id, comments: wanted, added, bumped: wanted_bumped } = *late;
    // Comments may have been hidden or deleted since.
    let missing = (i64::from(wanted) - comments).clamp(0, added.into());
    let later = wanted_bumped.map_or(bumped, |wanted| bumped.max(wanted.get()));
    let mut bump = command("ARTICLE.BUMP", key);
    bump.arg(id).arg("TIME").arg(later).arg("COMMENTS").arg(missing);
    ((missing, later) != (0, bumped)).then_some(bump)
}
