//! `ARTICLE.LOAD key PLACE`.

use article_site::{ItemId, Moderated, Site, Tally, TombstoneRecord, UnixTime};

use super::{parse_count, parse_time};
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;

/// The tombstone of a deleted article or comment to load.
pub struct TombstoneRequest {
    id: ItemId,
    /// What it answered. None for an article.
    parent: Option<ItemId>,
    /// When it was posted.
    pub time: UnixTime,
    counts: (u32, u32),
    score: Option<i64>,
    moderated: Moderated,
}

impl TombstoneRequest {
    pub fn parse(arguments: &mut Arguments) -> Result<Self, Error> {
        let id = options::new_id(arguments)?;
        let parent = arguments.integer(0..=ItemId::MAX.into())?;
        let (mut time, mut counts, mut score) = (None, (0, 0), None);
        let mut moderated = Moderated::default();
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(parse_time(arguments)?),
                "COUNTS" => counts = (parse_count(arguments)?, parse_count(arguments)?),
                "SCORE" => score = Some(arguments.integer(..)?),
                "BOOST" | "HIDDEN" | "LOCKED" => {
                    moderated.load(option, || arguments.integer(..))?;
                }
                _ => return Err(Error::Syntax),
            }
        }
        let time = time.ok_or(Error::Missing("TIME"))?;
        Ok(Self { id, parent: ItemId::from_integer(parent), time, counts, score, moderated })
    }

    pub fn load(&self, site: &mut Site) -> Result<(), article_site::Error> {
        let Self { id, parent, time, counts: (upvotes, downvotes), score, moderated } = *self;
        let votes = i64::from(upvotes) - i64::from(downvotes);
        let score = score.unwrap_or(site.formula_score(time, votes, moderated.boost));
        let tally = Tally { upvotes, downvotes, score };
        site.load_tombstone(&TombstoneRecord { id, time, tally, moderated, parent })
    }
}
