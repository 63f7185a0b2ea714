//! The model of a site: plain collections that are searched and sorted, written from the contract.

use std::collections::{BTreeMap, BTreeSet};

use article_site::formula::{Formula, GainRule};
use article_site::{DROPS_PER_COMMAND, Error, Flags, RecordedVote, Vote};

use crate::ModelArticle;

/// The most groups and the most custom fields of an article.
pub(crate) const LIMIT: usize = 32;
/// The largest distance of an id from the last id.
pub(crate) const MAX_ID_GAP: u32 = 1_000;

/// A model of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The settings.
    pub settings: ModelSettings,
    /// The highest id assigned so far, or 0.
    pub last_id: u32,
    /// The articles, by ascending id.
    pub articles: Vec<ModelArticle>,
}

/// The settings of a site.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelSettings {
    /// Seconds of score per vote.
    pub vote_score: i64,
    /// Seconds for which voting is open.
    pub window: i64,
    /// Articles per page.
    pub page_size: usize,
    /// Whether the poster's own vote counts.
    pub self_vote: bool,
    /// How votes become seconds of score.
    pub formula: Formula,
    /// Whether there are votes against articles.
    pub down_votes: bool,
    /// Seconds within which a post of the same link is a vote.
    pub dedupe: i64,
}

impl ModelSettings {
    pub(crate) fn rule(&self) -> GainRule {
        GainRule { formula: self.formula, vote_score: self.vote_score as u32 }
    }
}

impl Default for ModelSettings {
    fn default() -> Self {
        Self {
            vote_score: 432,
            window: 604_800,
            page_size: 25,
            self_vote: true,
            formula: Formula::Linear,
            down_votes: true,
            dedupe: 0,
        }
    }
}

/// The arguments of a post.
#[derive(Clone, Debug)]
pub struct ModelPost {
    /// The name of the poster.
    pub poster: Vec<u8>,
    /// The title.
    pub title: Vec<u8>,
    /// The link.
    pub link: Vec<u8>,
    /// The groups to join, in any order; a repeated name counts once.
    pub groups: Vec<Vec<u8>>,
    /// The custom fields; the last value of a repeated name counts.
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// The id, or None for the next.
    pub id: Option<u32>,
    /// The time of posting, in UNIX seconds.
    pub time: i64,
}

impl Model {
    /// Returns an article.
    pub fn get(&self, id: u32) -> Option<&ModelArticle> {
        self.articles.iter().find(|article| article.id == id)
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> Result<&mut ModelArticle, Error> {
        self.articles.iter_mut().find(|article| article.id == id).ok_or(Error::NoArticle)
    }

    /// Replaces the settings. Returns whether they changed.
    pub fn alter(&mut self, settings: ModelSettings, now: i64) -> bool {
        let before = std::mem::replace(&mut self.settings, settings);
        if before.rule() != settings.rule() {
            let open = self.articles.iter_mut().filter(|article| article.is_open(now));
            open.for_each(|article| article.recount(settings.rule()));
        }
        before != settings
    }

    /// Posts an article, or counts it as a vote on one of the same link. Returns the id, and whether
    /// the article is new.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.POST`.
    pub fn post(&mut self, new: &ModelPost, now: i64) -> Result<(u32, bool), Error> {
        if new.time > now {
            return Err(Error::TimeInFuture);
        }
        let id = new.id.unwrap_or(self.last_id + 1);
        if id <= self.last_id {
            return Err(Error::IdNotGreater { what: "ID" });
        }
        if id - self.last_id > MAX_ID_GAP {
            return Err(Error::IdTooFar);
        }
        let groups = sorted_set(new.groups.iter().cloned()).ok_or(Error::TooManyGroups)?;
        sorted_set(new.fields.iter().map(|(name, _)| name)).ok_or(Error::TooManyFields)?;
        if let Some(id) = self.duplicate_of(new) {
            self.drop_closed(new.time);
            // A vote that is refused changes nothing.
            let _ = self.vote(&new.poster, id, Some(Vote::Up.counted()), now);
            return Ok((id, false));
        }
        self.drop_closed(new.time);
        let mut article = ModelArticle {
            id,
            title: new.title.clone(),
            link: new.link.clone(),
            poster: new.poster.clone(),
            time: new.time,
            closes: new.time + self.settings.window,
            upvotes: 0,
            downvotes: 0,
            score: 0,
            boost: 0,
            flags: Flags::default(),
            comments: 0,
            bumped: new.time,
            groups,
            fields: Vec::new(),
            votes: Some(BTreeMap::new()),
        };
        if self.settings.self_vote {
            let vote = Vote::Up.counted();
            article.votes = Some(BTreeMap::from([(new.poster.clone(), vote)]));
        }
        article.recount(self.settings.rule());
        new.fields.iter().for_each(|(name, value)| article.set_field(name, value));
        self.last_id = id;
        self.articles.push(article);
        Ok((id, true))
    }

    fn duplicate_of(&self, new: &ModelPost) -> Option<u32> {
        if self.settings.dedupe == 0 || new.link.is_empty() {
            return None;
        }
        let first = new.time - self.settings.dedupe;
        let same = self.articles.iter().filter(|article| {
            article.link == new.link && !article.flags.hidden && article.time > first
        });
        same.max_by_key(|article| (article.time, article.id)).map(|article| article.id)
    }

    /// Returns the ids with a link, the highest first.
    pub fn find(&self, link: &[u8]) -> impl Iterator<Item = u32> {
        let found = self.articles.iter().rev().filter(move |article| article.link == link);
        found.filter(move |_| !link.is_empty()).map(|article| article.id)
    }

    /// Returns the users who have articles, with the numbers of their articles and their karma.
    pub fn users(&self) -> BTreeMap<&[u8], (usize, i64)> {
        let mut users = BTreeMap::new();
        for article in &self.articles {
            let (articles, karma) = users.entry(&article.poster[..]).or_default();
            *articles += 1;
            *karma += article.votes();
        }
        users
    }

    /// Drops the vote records of the articles that closed first, of at most
    /// [`DROPS_PER_COMMAND`]. Returns of how many.
    pub fn drop_closed(&mut self, time: i64) -> usize {
        let mut closed: Vec<_> =
            self.articles.iter_mut().filter(|a| a.votes.is_some() && a.closes <= time).collect();
        closed.sort_by_key(|article| (article.closes, article.id));
        closed.into_iter().take(DROPS_PER_COMMAND).map(|article| article.votes = None).count()
    }

    /// Changes an article's title, link and custom fields. Returns whether it changed.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.EDIT`.
    pub fn edit(
        &mut self,
        id: u32,
        title: Option<&[u8]>,
        link: Option<&[u8]>,
        fields: &[(Vec<u8>, Vec<u8>)],
        unset: &[Vec<u8>],
    ) -> Result<bool, Error> {
        let article = self.get_mut(id)?;
        let mut edited = article.clone();
        if let Some(title) = title {
            edited.title = title.to_vec();
        }
        if let Some(link) = link {
            edited.link = link.to_vec();
        }
        edited.fields.retain(|(name, _)| !unset.contains(name));
        fields.iter().for_each(|(name, value)| edited.set_field(name, value));
        if edited.fields.len() > LIMIT {
            return Err(Error::TooManyFields);
        }
        let changed = edited != *article;
        *article = edited;
        Ok(changed)
    }

    /// Deletes an article. Returns whether there was one.
    pub fn delete(&mut self, id: u32) -> bool {
        let before = self.articles.len();
        self.articles.retain(|article| article.id != id);
        self.articles.len() < before
    }

    /// Sets or, with None, withdraws a user's vote. Returns whether the vote changed.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.VOTE`.
    pub fn vote(
        &mut self,
        user: &[u8],
        id: u32,
        vote: Option<RecordedVote>,
        now: i64,
    ) -> Result<bool, Error> {
        let settings = self.settings;
        let article = self.get_mut(id)?;
        if article.flags.hidden {
            return Err(Error::Hidden);
        }
        let is_open = now < article.closes && !article.flags.locked;
        let Some(votes) = article.votes.as_mut().filter(|_| is_open) else {
            return Err(Error::VoteClosed);
        };
        if vote.is_some_and(|vote| vote.vote == Vote::Down) && !settings.down_votes {
            return Err(Error::NoDownVote);
        }
        if !settings.self_vote && article.poster == user {
            return Err(Error::SelfVote);
        }
        let before = match vote {
            Some(vote) => votes.insert(user.to_vec(), vote),
            None => votes.remove(user),
        };
        if before.filter(|vote| !vote.is_silent) != vote.filter(|vote| !vote.is_silent) {
            article.recount(settings.rule());
        }
        Ok(before != vote)
    }

    /// Adds an article to groups. Returns the number of groups that it joined.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.GROUPADD`.
    pub fn group_add(&mut self, id: u32, groups: &[Vec<u8>]) -> Result<usize, Error> {
        let article = self.get_mut(id)?;
        let all = article.groups.iter().chain(groups).cloned();
        let all = sorted_set(all).ok_or(Error::TooManyGroups)?;
        let joined = all.len() - article.groups.len();
        article.groups = all;
        Ok(joined)
    }

    /// Removes an article from groups. Returns the number of groups that it left.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.GROUPREM`.
    pub fn group_remove(&mut self, id: u32, groups: &[Vec<u8>]) -> Result<usize, Error> {
        let article = self.get_mut(id)?;
        let before = article.groups.len();
        article.groups.retain(|group| !groups.contains(group));
        Ok(before - article.groups.len())
    }

    /// Returns the groups with their sizes, largest first, then by name.
    pub fn groups(&self) -> Vec<(Vec<u8>, usize)> {
        let mut sizes = BTreeMap::new();
        let listed = self.articles.iter().filter(|article| !article.flags.hidden);
        for group in listed.flat_map(|article| &article.groups) {
            *sizes.entry(group.clone()).or_insert(0) += 1;
        }
        let mut groups: Vec<_> = sizes.into_iter().collect();
        groups.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        groups
    }
}

/// Returns the distinct items in order, or None if there are more than [`LIMIT`].
fn sorted_set<T: Ord>(items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    let set: BTreeSet<T> = items.collect();
    (set.len() <= LIMIT).then(|| set.into_iter().collect())
}
