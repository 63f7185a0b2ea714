//! `ARTICLE.LOAD key ARTICLE` and `ARTICLE.LOAD key COMMENT`.

use article_site::{
    Activity, CommentText, Kind, Lineage, Link, LoadedRecord, Moderated, RecordContent, Site,
    Tally, Title, UnixTime, Votes, window_until,
};

use super::voters::Voters;
use super::{parse_count, parse_time};
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;

/// An article or a comment to load.
pub struct ItemRequest<'a> {
    /// What follows from the site is still missing: the window, the score, where a
    /// comment is in its thread beyond the parent.
    record: LoadedRecord<'a>,
    closes: i64,
    /// None for the score of the formula.
    score: Option<i64>,
    has_counts: bool,
}

impl<'a> ItemRequest<'a> {
    pub fn parse(arguments: &mut Arguments<'a>, kind: Kind) -> Result<Self, Error> {
        let mut record = Self::begin(arguments, kind)?;
        let (mut time, mut closes, mut score, mut counts) = (None, None, None, None);
        let mut voters = Voters::default();
        let (mut bumped, mut floor) = (None, None);
        while let Some(option) = arguments.option()? {
            match (option, &mut record.content) {
                ("TIME", _) => time = Some(parse_time(arguments)?),
                ("CLOSES", _) => closes = Some(arguments.integer(..)?),
                ("SCORE", _) => score = Some(arguments.integer(..)?),
                ("COUNTS", _) => {
                    counts = Some((parse_count(arguments)?, parse_count(arguments)?));
                }
                ("FIELDS", _) => record.fields = options::fields(arguments)?,
                ("COMMENTS", RecordContent::Article { activity, .. }) => {
                    activity.comments = parse_count(arguments)?;
                }
                ("BUMPED", _) => bumped = Some(parse_time(arguments)?),
                ("BUMPTIME", _) => floor = Some(parse_time(arguments)?),
                ("GROUPS", RecordContent::Article { groups, .. }) => {
                    *groups = options::group_names(arguments)?;
                }
                _ if record.moderated.load(option, || arguments.integer(..))? => {}
                _ if voters.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        record.time = time.ok_or(Error::Missing("TIME"))?;
        let closes = closes.ok_or(Error::Missing("CLOSES"))?;
        if let RecordContent::Article { activity, .. } = &mut record.content {
            activity.floor = floor.unwrap_or(record.time);
            activity.bumped = bumped.unwrap_or(activity.floor);
            if activity.floor < record.time {
                return Err(article_site::Error::BumpedTooEarly { what: "BUMPTIME" }.into());
            }
            if activity.bumped < activity.floor {
                return Err(article_site::Error::BumpedTooEarly { what: "BUMPED" }.into());
            }
        }
        let has_counts = counts.is_some();
        record.ledger = voters.votes(has_counts)?;
        if let Some((upvotes, downvotes)) = counts {
            record.tally = Tally { upvotes, downvotes, score: 0 };
        }
        Ok(Self { record, closes, score, has_counts })
    }

    /// Reads what has no name.
    fn begin(arguments: &mut Arguments<'a>, kind: Kind) -> Result<LoadedRecord<'a>, Error> {
        let id = options::new_id(arguments)?;
        let poster = options::user_name(arguments)?;
        let content = match kind {
            Kind::Article => RecordContent::Article {
                title: Title::new(arguments.text()?)?,
                link: Link::new(arguments.text()?)?,
                activity: Activity::none(UnixTime::default()),
                groups: Vec::new(),
            },
            Kind::Comment => {
                let parent = options::new_id(arguments)?;
                RecordContent::Comment {
                    text: CommentText::new(arguments.text()?)?,
                    lineage: Lineage { parent, article: parent, depth: 1 },
                    comments: 0,
                }
            }
        };
        Ok(LoadedRecord {
            id,
            poster,
            time: UnixTime::default(),
            window: 0,
            tally: Tally { upvotes: 0, downvotes: 0, score: 0 },
            moderated: Moderated::default(),
            content,
            ledger: Votes::Dropped,
            fields: Vec::new(),
        })
    }

    /// Returns the times that cannot be in the future, with their options.
    pub fn times(&self) -> [(&'static str, UnixTime); 2] {
        let bumped = match self.record.content {
            RecordContent::Article { activity, .. } => activity.bumped,
            RecordContent::Comment { .. } => self.record.time,
        };
        [("TIME", self.record.time), ("BUMPED", bumped)]
    }

    pub fn fields(&self) -> &[options::FieldArg<'a>] {
        &self.record.fields
    }

    /// Loads the article or comment into a site. It is not dropped here, since what is freed while
    /// a site changes counts as the site's.
    pub fn load(&mut self, site: &mut Site) -> Result<(), article_site::Error> {
        let Self { record, closes, score, has_counts } = self;
        if matches!(record.ledger, Votes::Kept(_)) && !*has_counts {
            return Err(article_site::Error::KeptWhileOpen);
        }
        record.window = window_until(record.time, *closes)?;
        record.tally.score = score.unwrap_or_else(|| {
            site.formula_score(record.time, record.votes(), record.moderated.boost)
        });
        if let RecordContent::Comment { lineage, .. } = &mut record.content {
            *lineage = site.lineage_below(lineage.parent)?;
        }
        site.load(record)
    }
}
