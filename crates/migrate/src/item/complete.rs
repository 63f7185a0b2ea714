//! What a line may leave out, and where it contradicts itself.

use anyhow::{Context, Result, bail, ensure};
use article_site::{Boost, Settings, UnixTime};

use super::{Item, Seconds};

impl Item {
    /// Fills in what a line left out. It can still be beyond the module's limits.
    ///
    /// # Errors
    ///
    /// The line contradicts itself, or lacks something.
    pub fn complete(&mut self, settings: &Settings) -> Result<()> {
        ensure!(
            self.article.is_none(),
            "\"article\" needs --map-ids: without it, \"parent\" names an article or a comment"
        );
        check_id("id", self.id)?;
        self.parent.map_or(Ok(()), |parent| check_id("parent", parent))?;
        check_time("time", self.time)?;
        Boost::new(self.boost)?;
        if self.deleted {
            return self.complete_place();
        }
        ensure!(!self.poster.is_empty(), "\"poster\" is missing or empty");
        self.complete_votes(settings)?;
        if self.parent.is_none() {
            self.complete_article()?
        } else {
            self.check_comment()?
        }
        self.closes.get_or_insert(Seconds(self.time.0 + i64::from(settings.window())));
        Ok(())
    }

    fn complete_place(&mut self) -> Result<()> {
        self.upvotes.get_or_insert_default();
        self.downvotes.get_or_insert_default();
        let Self { id, deleted, parent, time, score, boost, hidden, locked, .. } = *self;
        let Self { upvotes, downvotes, .. } = *self;
        let place = Self { id, deleted, parent, time, score, boost, ..Self::default() };
        ensure!(
            *self == Self { upvotes, downvotes, hidden, locked, ..place },
            "a deleted one has only \"id\", \"parent\", \"time\", \"upvotes\", \"downvotes\", \
             \"score\", \"boost\", \"hidden\" and \"locked\""
        );
        Ok(())
    }

    fn complete_votes(&mut self, settings: &Settings) -> Result<()> {
        let Self { up, down, silent_up, silent_down, kept_up, kept_down, .. } = self;
        let is_kept = !kept_up.is_empty() || !kept_down.is_empty();
        let is_recorded = [up, down, silent_up, silent_down].iter().any(|users| !users.is_empty());
        if self.upvotes.is_some() || self.downvotes.is_some() {
            ensure!(
                !is_recorded,
                "give either \"upvotes\" and \"downvotes\", or \"up\" and \"down\""
            );
            self.upvotes.get_or_insert_default();
            self.downvotes.get_or_insert_default();
        } else {
            ensure!(
                !is_kept,
                "\"kept_up\" and \"kept_down\" need \"upvotes\" and \"downvotes\": votes are kept \
                 once voting has closed"
            );
        }
        ensure!(
            !is_kept || settings.keep_votes(),
            "\"kept_up\" and \"kept_down\" need \"KEEPVOTES\":\"yes\" in the settings of the \
             first line"
        );
        let several = self.sort_voters();
        ensure!(
            several.is_empty(),
            "a user is in two of \"up\", \"down\", \"silent_up\" and \"silent_down\", or of \
             \"kept_up\" and \"kept_down\""
        );
        Ok(())
    }

    fn complete_article(&mut self) -> Result<()> {
        ensure!(self.text.is_none(), "an article has no \"text\"; a comment has a \"parent\"");
        let groups = self.groups.get_or_insert_default();
        groups.sort_unstable();
        groups.dedup();
        self.groups.take_if(|groups| groups.is_empty());
        ensure!(self.title.is_some(), "missing field `title`");
        self.link.get_or_insert_default();
        self.comments.get_or_insert_default();
        let floor = self.bump_time.unwrap_or(self.time);
        check_time("bump_time", floor)?;
        check_time("bumped", *self.bumped.get_or_insert(floor))
    }

    fn check_comment(&self) -> Result<()> {
        let names = [
            ("title", self.title.is_some()),
            ("link", self.link.is_some()),
            ("comments", self.comments.is_some()),
            ("bumped", self.bumped.is_some()),
            ("bump_time", self.bump_time.is_some()),
            ("pinned_local", self.pinned_local),
            ("groups", self.groups.is_some()),
        ];
        if let Some((name, _)) = names.into_iter().find(|(_, is_given)| *is_given) {
            bail!("a comment has no {name:?}; an article has no \"parent\"");
        }
        ensure!(self.text.is_some(), "missing field `text`");
        Ok(())
    }
}

fn check_id(name: &str, id: u64) -> Result<()> {
    ensure!(u32::try_from(id).is_ok(), "{name:?} must be at most {}", u32::MAX);
    Ok(())
}

fn check_time(name: &str, Seconds(seconds): Seconds) -> Result<()> {
    UnixTime::new(seconds).map(drop).with_context(|| format!("{name:?} is out of range"))
}
