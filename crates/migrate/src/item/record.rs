//! Articles, comments, and places as the core's records, which the module's limits apply to.

use anyhow::{Context, Result, anyhow, ensure};
use article_site::{
    Activity, Boost, CommentText, FieldName, FieldValue, Flags, GroupName, ItemId, Lineage, Link,
    LoadedRecord, MAX_FIELDS, MAX_GROUPS, Pin, RecordContent, Settings, Tally, Title,
    TombstoneRecord, UnixTime, UserName, Visibility, Votes, formula_score, is_within_limit,
    window_until,
};

use super::{Item, Seconds, text};

impl Item {
    /// Checks that it is within the module's limits.
    pub fn check(&self, settings: &Settings) -> Result<()> {
        if self.deleted {
            self.tombstone(settings).map(drop)
        } else {
            self.record(settings).map(drop)
        }
    }

    /// Returns the core's record. Of the place of a comment in its thread, only the parent is
    /// known.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits.
    pub fn record(&self, settings: &Settings) -> Result<LoadedRecord<'_>> {
        let (upvotes, downvotes) = self.counts();
        check_numbers((upvotes, downvotes), self.score, self.boost())?;
        ensure!(self.fields.len() <= MAX_FIELDS, "more than {MAX_FIELDS} fields");
        let field_name = |name| {
            let name = FieldName::new(name)?;
            name.check(self.kind())?;
            anyhow::Ok(name)
        };
        let voters = self.voters().map(|(user, vote)| Ok((UserName::new(user)?, vote)));
        let voters: Vec<_> = voters.collect::<Result<_>>()?;
        let ledger = match (self.is_recorded(), voters.is_empty()) {
            (true, _) => Votes::Recorded(voters),
            (false, false) => Votes::Kept(voters),
            (false, true) => Votes::Dropped,
        };
        let pin = match (self.pinned, self.pinned_local) {
            (true, _) => Pin::Everywhere,
            (false, true) => Pin::InGroups,
            (false, false) => Pin::Nowhere,
        };
        Ok(LoadedRecord {
            id: item_id("\"id\"", self.id)?,
            poster: UserName::new(&self.poster).map_err(|error| anyhow!("\"poster\": {error}"))?,
            time: self.time(),
            window: window_until(self.time(), self.closes())?,
            tally: Tally { upvotes, downvotes, score: self.score(settings) },
            boost: self.boost(),
            flags: Flags { visibility: self.visibility(), locked: self.locked, pin },
            content: self.content()?,
            ledger,
            fields: self
                .fields
                .iter()
                .map(|(name, value)| Ok((field_name(name)?, FieldValue::new(value)?)))
                .collect::<Result<_>>()?,
        })
    }

    fn content(&self) -> Result<RecordContent<'_, Vec<GroupName<'_>>>> {
        if let Some(parent) = self.parent {
            let parent = item_id("\"parent\"", parent)?;
            return Ok(RecordContent::Comment {
                text: CommentText::new(text(&self.text))?,
                lineage: Lineage { parent, article: parent, depth: 1 },
                comments: 0,
            });
        }
        let floor = self.bump_time.unwrap_or(self.time);
        ensure!(floor.0 >= self.time.0, "\"bump_time\" is before \"time\"");
        let Seconds(bumped) = self.bumped.unwrap_or(floor);
        ensure!(bumped >= self.time.0, "\"bumped\" is before \"time\"");
        ensure!(bumped >= floor.0, "\"bumped\" is before \"bump_time\"");
        ensure!(self.groups().len() <= MAX_GROUPS, "more than {MAX_GROUPS} groups");
        let groups = self.groups().iter().map(|name| Ok(GroupName::new(name)?));
        Ok(RecordContent::Article {
            title: Title::new(text(&self.title))?,
            link: Link::new(text(&self.link))?,
            activity: Activity {
                comments: self.comments.unwrap_or_default(),
                bumped: UnixTime::clamped(bumped),
                floor: UnixTime::clamped(floor.0),
            },
            groups: groups.collect::<Result<_>>()?,
        })
    }

    /// Returns the core's record of a place.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits.
    pub fn tombstone(&self, settings: &Settings) -> Result<TombstoneRecord> {
        let (upvotes, downvotes) = self.counts();
        check_numbers((upvotes, downvotes), self.score, self.boost())?;
        let parent = self.parent.map(|parent| item_id("\"parent\"", parent)).transpose()?;
        Ok(TombstoneRecord {
            id: item_id("\"id\"", self.id)?,
            time: self.time(),
            tally: Tally { upvotes, downvotes, score: self.score(settings) },
            boost: self.boost(),
            flags: Flags { visibility: self.visibility(), locked: self.locked, pin: Pin::Nowhere },
            parent,
        })
    }

    fn visibility(&self) -> Visibility {
        match (self.held, self.hidden) {
            (true, _) => Visibility::Held,
            (false, true) => Visibility::Hidden,
            (false, false) => Visibility::Listed,
        }
    }

    pub fn score(&self, settings: &Settings) -> i64 {
        self.score.unwrap_or_else(|| self.formula_score(settings))
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, settings: &Settings) -> i64 {
        formula_score(self.time(), self.balance(), self.boost(), settings.gain_rule())
    }
}

/// Checks an id, which the name describes in an error.
pub(super) fn item_id(name: &str, id: u64) -> Result<ItemId> {
    let id = i64::try_from(id).ok().and_then(ItemId::from_integer);
    id.with_context(|| format!("{name} must be 1 to {}", ItemId::MAX))
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
