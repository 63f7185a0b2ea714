//! What moves from a source to a sink: articles, comments, and the places of deleted ones.

use anyhow::{Context, Result, anyhow, ensure};
use article_site::{
    Activity, Boost, CommentText, FieldName, FieldPair, FieldValue, Flags, GroupName, ItemId,
    ItemRecord, Kind, Lineage, Link, MAX_FIELDS, MAX_GROUPS, RecordContent, RecordedVote,
    Settings, Tally, Title, UnixTime, UserName, VacancyRecord, formula_score, is_within_limit,
    window_until,
};

use crate::votes::Votes;

/// A text of any bytes.
pub type Bytes = Vec<u8>;

/// What a site stores under an id.
#[allow(clippy::large_enum_variant)] // Places are few, and boxes would be many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    Item(Item),
    Place(Place),
}

/// Everything that a site stores about an article or a comment, within the module's limits.
///
/// Each sink and each comparison destructures it without `..`, so that a new attribute does not
/// compile until all of them handle it. [`Item::record`] ties it to the core's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub id: u32,
    pub poster: Bytes,
    /// When it was posted.
    pub time: UnixTime,
    /// When voting closes, in UNIX seconds.
    pub closes: i64,
    /// The score, unless the formula gives it.
    pub score: Option<i64>,
    pub boost: Boost,
    pub flags: Flags,
    pub content: Content,
    pub votes: Votes,
    /// The custom fields, in the order first set.
    pub fields: Vec<(Bytes, Bytes)>,
}

/// What only articles or only comments have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Article {
        title: Bytes,
        link: Bytes,
        activity: Activity,
        /// Sorted, without duplicates.
        groups: Vec<Bytes>,
    },
    Comment {
        /// The id of the article, comment, or place that it answers.
        parent: u32,
        text: Bytes,
        /// Whether the article that it is below does not count it yet, as if it were to be posted.
        is_uncounted: bool,
    },
}

/// The place of a deleted article or comment below which there are comments. What it keeps decides
/// on its position among its siblings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub id: u32,
    /// What the comment answered; None if it was an article.
    pub parent: Option<u32>,
    pub time: UnixTime,
    pub upvotes: u32,
    pub downvotes: u32,
    /// The score, unless the formula gives it.
    pub score: Option<i64>,
    pub boost: Boost,
}

/// The core's record of an article or a comment, with collections that borrow from it.
pub type Record<'a> =
    ItemRecord<'a, Vec<(UserName<'a>, RecordedVote)>, Vec<GroupName<'a>>, Vec<FieldPair<'a>>>;

impl Entry {
    /// Returns the id.
    pub fn id(&self) -> u32 {
        match self {
            Self::Item(item) => item.id,
            Self::Place(place) => place.id,
        }
    }

    /// Returns the time of posting.
    pub fn time(&self) -> UnixTime {
        match self {
            Self::Item(item) => item.time,
            Self::Place(place) => place.time,
        }
    }

    /// Returns what a comment answers, or what the deleted comment of a place answered.
    pub fn parent(&self) -> Option<u32> {
        match self {
            Self::Item(item) => item.parent(),
            Self::Place(place) => place.parent,
        }
    }

    /// Checks that it is within the module's limits.
    pub fn check(&self, settings: &Settings) -> Result<()> {
        match self {
            Self::Item(item) => item.record(settings).map(drop),
            Self::Place(place) => place.record(settings).map(drop),
        }
    }

    /// Returns the article or comment.
    pub fn item(&self) -> Option<&Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Place(_) => None,
        }
    }

    /// Returns the article or comment.
    pub fn into_item(self) -> Option<Item> {
        match self {
            Self::Item(item) => Some(item),
            Self::Place(_) => None,
        }
    }

    /// Returns what it is, in a word.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Item(item) => item.noun(),
            Self::Place(_) => "place",
        }
    }
}

impl Item {
    /// Returns the core's record. Of the place of a comment in its thread, only the parent is known.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits.
    pub fn record(&self, settings: &Settings) -> Result<Record<'_>> {
        let Self { id, poster, time, closes, score, boost, flags, content, votes, fields } = self;
        let (upvotes, downvotes) = votes.counts();
        check_numbers((upvotes, downvotes), *score, *boost)?;
        ensure!(fields.len() <= MAX_FIELDS, "more than {MAX_FIELDS} fields");
        let kind = self.kind();
        let field_name = |name| {
            let name = FieldName::new(name)?;
            name.check(kind)?;
            anyhow::Ok(name)
        };
        let ledger = match votes {
            Votes::Recorded(voters) => {
                let votes = voters.iter().map(|(user, vote)| Ok((UserName::new(user)?, vote)));
                Some(votes.collect::<Result<_>>()?)
            }
            Votes::Counted { .. } => None,
        };
        Ok(Record {
            id: item_id("id", *id)?,
            poster: UserName::new(poster).map_err(|error| anyhow!("\"poster\": {error}"))?,
            time: *time,
            window: window_until(*time, *closes)?,
            tally: Tally { upvotes, downvotes, score: self.score(settings) },
            boost: *boost,
            flags: *flags,
            content: content.record(*time)?,
            ledger,
            fields: fields
                .iter()
                .map(|(name, value)| Ok((field_name(name)?, FieldValue::new(value)?)))
                .collect::<Result<_>>()?,
        })
    }

    /// Returns whether it is an article or a comment.
    pub fn kind(&self) -> Kind {
        match self.content {
            Content::Article { .. } => Kind::Article,
            Content::Comment { .. } => Kind::Comment,
        }
    }

    /// Returns what it is, in a word.
    pub fn noun(&self) -> &'static str {
        match self.kind() {
            Kind::Article => "article",
            Kind::Comment => "comment",
        }
    }

    /// Returns what a comment answers.
    pub fn parent(&self) -> Option<u32> {
        match self.content {
            Content::Article { .. } => None,
            Content::Comment { parent, .. } => Some(parent),
        }
    }

    /// Whether it is a listed comment that its article does not count yet.
    pub fn is_uncounted(&self) -> bool {
        matches!(self.content, Content::Comment { is_uncounted: true, .. }) && !self.flags.hidden
    }

    /// Returns the groups, of which a comment is in none.
    pub fn groups(&self) -> &[Bytes] {
        match &self.content {
            Content::Article { groups, .. } => groups,
            Content::Comment { .. } => &[],
        }
    }

    /// Returns the score.
    pub fn score(&self, settings: &Settings) -> i64 {
        self.score.unwrap_or_else(|| self.formula_score(settings))
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, settings: &Settings) -> i64 {
        formula_score(self.time, self.votes.balance(), self.boost, settings.gain_rule())
    }
}

impl Content {
    /// Returns the core's record of what was posted at that time.
    fn record(&self, time: UnixTime) -> Result<RecordContent<'_, Vec<GroupName<'_>>>> {
        Ok(match self {
            Self::Article { title, link, activity, groups } => {
                ensure!(activity.bumped >= time, "\"bumped\" is before \"time\"");
                ensure!(groups.len() <= MAX_GROUPS, "more than {MAX_GROUPS} groups");
                let groups = groups.iter().map(|name| Ok(GroupName::new(name)?));
                RecordContent::Article {
                    title: Title::new(title)?,
                    link: Link::new(link)?,
                    activity: *activity,
                    groups: groups.collect::<Result<_>>()?,
                }
            }
            Self::Comment { parent, text, is_uncounted: _ } => {
                let parent = item_id("parent", *parent)?;
                RecordContent::Comment {
                    text: CommentText::new(text)?,
                    lineage: Lineage { parent, article: parent, depth: 1 },
                    comments: 0,
                }
            }
        })
    }
}

impl Place {
    /// Returns the core's record.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits.
    pub fn record(&self, settings: &Settings) -> Result<VacancyRecord> {
        let Self { id, parent, time, upvotes, downvotes, score, boost } = *self;
        check_numbers((upvotes, downvotes), score, boost)?;
        Ok(VacancyRecord {
            id: item_id("id", id)?,
            time,
            tally: Tally {
                upvotes,
                downvotes,
                score: score.unwrap_or_else(|| self.formula_score(settings)),
            },
            boost,
            parent: parent.map(|parent| item_id("parent", parent)).transpose()?,
        })
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, settings: &Settings) -> i64 {
        let balance = i64::from(self.upvotes) - i64::from(self.downvotes);
        formula_score(self.time, balance, self.boost, settings.gain_rule())
    }
}

fn item_id(name: &str, id: u32) -> Result<ItemId> {
    ItemId::from_integer(id.into()).with_context(|| format!("{name:?} must be 1 or more"))
}

fn check_numbers(
    (upvotes, downvotes): (u32, u32),
    score: Option<i64>,
    boost: Boost,
) -> Result<()> {
    ensure!(upvotes.checked_add(downvotes).is_some(), "more than {} votes", u32::MAX);
    let is_in_range = |score: i64| is_within_limit(score, boost);
    ensure!(score.is_none_or(is_in_range), "\"score\" less \"boost\" is out of range");
    Ok(())
}
