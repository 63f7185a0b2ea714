//! Articles as the core's records, from which the words of LOAD are composed.

use anyhow::Result;
use article_load_words::item_words;
use article_site::{
    Activity, FieldName, FieldValue, Flags, GroupName, ItemId, Link, LoadedRecord, Moderated, Pin,
    RecordContent, Settings, Tally, Title, UnixTime, UserName, Visibility, Votes, formula_score,
    window_until,
};

use super::Item;
use crate::words::{Command, command};

impl Item {
    /// Returns the commands that load an article.
    ///
    /// # Errors
    ///
    /// Something is not within the module's limits.
    pub fn commands(&self, settings: &Settings) -> Result<Vec<Command>> {
        let mut commands = Vec::new();
        item_words(&self.record(settings)?, self.score, |words| commands.push(command(&words)));
        Ok(commands)
    }

    fn record(&self, settings: &Settings) -> Result<LoadedRecord<'_>> {
        let (upvotes, downvotes) = self.counts();
        let voters = self.voters.iter().map(|(user, vote)| Ok((UserName::new(user)?, *vote)));
        let pin = match (self.pinned, self.pinned_local) {
            (true, _) => Pin::Everywhere,
            (false, true) => Pin::InGroups,
            (false, false) => Pin::Nowhere,
        };
        let visibility = match self.hidden {
            true => Visibility::Hidden,
            false => Visibility::Listed,
        };
        let floor = self.bump_time.map_or(self.time(), UnixTime::clamped).max(self.time());
        let groups = self.groups.iter().map(|name| Ok(GroupName::new(name)?));
        let fields = self
            .fields
            .iter()
            .map(|(name, value)| Ok((FieldName::new(name)?, FieldValue::new(value)?)));
        Ok(LoadedRecord {
            id: ItemId::new(self.id),
            poster: UserName::new(&self.poster)?,
            time: self.time(),
            window: window_until(self.time(), self.closes)?,
            tally: Tally { upvotes, downvotes, score: self.score(settings) },
            moderated: Moderated {
                boost: self.boost(),
                flags: Flags { visibility, locked: self.locked, pin },
            },
            content: RecordContent::Article {
                title: Title::new(&self.title)?,
                link: Link::new(&self.link)?,
                activity: Activity {
                    comments: self.comments,
                    bumped: self.bumped.map_or(floor, UnixTime::clamped),
                    floor,
                },
                groups: groups.collect::<Result<_>>()?,
            },
            ledger: match self.is_recorded() {
                true => Votes::Recorded(voters.collect::<Result<_>>()?),
                false => Votes::Dropped,
            },
            fields: fields.collect::<Result<_>>()?,
        })
    }

    pub fn score(&self, settings: &Settings) -> i64 {
        self.score.unwrap_or_else(|| self.formula_score(settings))
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, settings: &Settings) -> i64 {
        formula_score(self.time(), self.balance(), self.boost(), settings.gain_rule())
    }
}
