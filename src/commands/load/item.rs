//! `ARTICLE.LOAD key ARTICLE` and `ARTICLE.LOAD key COMMENT`.

use article_site::{
    Activity, Boost, CommentText, Flags, GroupName, ItemId, Kind, Link, LoadedRecord,
    RecordContent, Site, Tally, Title, UnixTime, UserName, window_until,
};

use super::voters::VoterArgs;
use super::{parse_count, parse_time};
use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::options::{self, FieldArg};

/// An article or a comment to load.
pub struct ItemRequest<'a> {
    id: ItemId,
    poster: UserName<'a>,
    content: ContentRequest<'a>,
    time: UnixTime,
    closes: i64,
    score: Option<i64>,
    boost: Boost,
    flags: Flags,
    counts: Option<(u32, u32)>,
    voters: VoterArgs<'a>,
    fields: Vec<FieldArg<'a>>,
}

/// What an article or a comment to load has of its own.
enum ContentRequest<'a> {
    Article { title: Title<'a>, link: Link<'a>, activity: Activity, groups: Vec<GroupName<'a>> },
    Comment { parent: ItemId, text: CommentText<'a> },
}

impl<'a> ItemRequest<'a> {
    pub fn parse(arguments: &mut Arguments<'a>, kind: Kind) -> Result<Self, Error> {
        let id = options::new_id(arguments)?;
        let poster = options::user_name(arguments)?;
        let mut content = match kind {
            Kind::Article => ContentRequest::Article {
                title: Title::new(arguments.text()?)?,
                link: Link::new(arguments.text()?)?,
                activity: Activity::none(UnixTime::default()),
                groups: Vec::new(),
            },
            Kind::Comment => ContentRequest::Comment {
                parent: options::new_id(arguments)?,
                text: CommentText::new(arguments.text()?)?,
            },
        };
        let (mut time, mut closes, mut score, mut counts) = (None, None, None, None);
        let mut voters: Option<VoterArgs> = None;
        let mut fields = Vec::new();
        let (mut boost, mut flags) = (Boost::default(), Flags::default());
        let mut bumped = None;
        while let Some(option) = arguments.option()? {
            match (option, &mut content) {
                ("TIME", _) => time = Some(parse_time(arguments)?),
                ("BOOST", _) => boost = Boost::new(arguments.integer(..)?)?,
                ("HIDDEN", _) => flags.hidden = true,
                ("LOCKED", _) => flags.locked = true,
                ("PINNED", _) => flags.pinned = true,
                ("CLOSES", _) => closes = Some(arguments.integer(..)?),
                ("SCORE", _) => score = Some(arguments.integer(..)?),
                ("COUNTS", _) => {
                    counts = Some((parse_count(arguments)?, parse_count(arguments)?));
                }
                ("FIELDS", _) => fields = options::fields(arguments)?,
                ("COMMENTS", ContentRequest::Article { activity, .. }) => {
                    activity.comments = parse_count(arguments)?;
                }
                ("BUMPED", _) => bumped = Some(parse_time(arguments)?),
                ("GROUPS", ContentRequest::Article { groups, .. }) => {
                    *groups = options::group_names(arguments)?;
                }
                _ if voters.get_or_insert_default().read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let time = time.ok_or(Error::Missing("TIME"))?;
        let closes = closes.ok_or(Error::Missing("CLOSES"))?;
        if let ContentRequest::Article { activity, .. } = &mut content {
            activity.bumped = bumped.unwrap_or(time);
            if activity.bumped < time {
                return Err(article_site::Error::BumpedTooEarly { what: "BUMPED" }.into());
            }
        }
        if counts.is_some() && voters.is_some() {
            return Err(Error::CountsAndVoters);
        }
        Ok(Self {
            id,
            poster,
            content,
            time,
            closes,
            score,
            boost,
            flags,
            counts,
            voters: voters.unwrap_or_default(),
            fields,
        })
    }

    /// Returns the custom fields.
    pub fn fields(&self) -> &[FieldArg<'a>] {
        &self.fields
    }

    /// Loads the article or comment into a site.
    pub fn load(&self, site: &mut Site) -> Result<(), article_site::Error> {
        site.load(&self.record(site)?)
    }

    /// Returns the record to load into a site.
    fn record(&self, site: &Site) -> Result<LoadedRecord<'_>, article_site::Error> {
        let window = window_until(self.time, self.closes)?;
        let voters = self.voters.voters();
        let (upvotes, downvotes) =
            self.counts.unwrap_or((voters.up.len() as u32, voters.down.len() as u32));
        let votes = i64::from(upvotes) - i64::from(downvotes);
        let score = self.score.unwrap_or(site.formula_score(self.time, votes, self.boost));
        let content = match &self.content {
            ContentRequest::Article { title, link, activity, groups } => RecordContent::Article {
                title: *title,
                link: *link,
                activity: *activity,
                groups: &groups[..],
            },
            ContentRequest::Comment { parent, text } => RecordContent::Comment {
                text: *text,
                lineage: site.lineage_below(*parent)?,
                comments: 0,
            },
        };
        Ok(LoadedRecord {
            id: self.id,
            poster: self.poster,
            time: self.time,
            window,
            tally: Tally { upvotes, downvotes, score },
            boost: self.boost,
            flags: self.flags,
            content,
            ledger: self.counts.is_none().then_some(voters),
            fields: &self.fields,
        })
    }
}
