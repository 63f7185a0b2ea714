//! The model of a site: plain collections that are searched and sorted, written from the contract.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use article_site::{
    DROPS_PER_COMMAND, Edit, Error, FieldPair, Flags, GroupName, ItemId, NewArticle, RecordedVote,
    Setting, Settings, SettingsChange, Submitted, UnixTime, UserInfo, Visibility, Vote,
};

use crate::item::{ModelArticle, ModelContent};
use crate::relations::ModelRelation;
use crate::{ModelItem, ModelLists, ModelPlace};

/// The most groups and the most custom fields of an article.
pub(crate) const LIMIT: usize = 32;
/// How many ids after the last one can be requested.
pub(crate) const MAX_ID_GAP: u32 = 1_000;

/// A model of a site, which refuses what the commands refuse, with their errors. Copies share the
/// articles and comments that are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub settings: Settings,
    /// The highest id assigned so far, or 0.
    pub last_id: u32,
    /// The articles and comments, by ascending id.
    pub items: Vec<Rc<ModelItem>>,
    /// The places of deleted articles and comments, by id.
    pub places: BTreeMap<u32, ModelPlace>,
    /// The time and the id up to which users have seen answers, by name.
    pub seen: BTreeMap<Vec<u8>, (i64, u32)>,
    /// The silenced users, by name.
    pub silenced: BTreeSet<Vec<u8>>,
    /// What is on the lists of users.
    pub marks: ModelLists,
    /// What users follow and have muted.
    pub relations: BTreeSet<ModelRelation>,
}

impl Model {
    pub fn get(&self, id: u32) -> Option<&ModelItem> {
        let at = self.items.binary_search_by_key(&id, |item| item.id).ok()?;
        Some(&self.items[at])
    }

    pub(crate) fn get_mut(&mut self, id: u32) -> Result<&mut ModelItem, Error> {
        let found = self.items.binary_search_by_key(&id, |item| item.id);
        found.map(|at| Rc::make_mut(&mut self.items[at])).map_err(|_| Error::NoArticle)
    }

    pub(crate) fn article_mut(&mut self, id: u32) -> Result<&mut ModelArticle, Error> {
        match &mut self.get_mut(id)?.content {
            ModelContent::Article(article) => Ok(article),
            ModelContent::Comment(_) => Err(Error::NoArticle),
        }
    }

    /// Returns the articles, each with what only articles have.
    pub fn articles(&self) -> impl DoubleEndedIterator<Item = (&ModelItem, &ModelArticle)> {
        self.items.iter().filter_map(|item| Some((&**item, item.article()?)))
    }

    pub fn alter(&mut self, change: SettingsChange, now: i64) -> bool {
        let before = self.settings;
        self.settings = before.with(change);
        let keeps_votes = self.settings.keep_votes();
        if keeps_votes != before.keep_votes() {
            let closed = self.items.iter_mut().filter(|item| !item.is_open(now));
            closed.for_each(|item| {
                let item = Rc::make_mut(item);
                // What has closed before votes are kept counts as not voted on.
                if keeps_votes {
                    item.close(false);
                }
                item.kept.clear();
            });
        }
        let rule = self.settings.gain_rule();
        if before.gain_rule() != rule {
            let open = self.items.iter_mut().filter(|item| item.is_open(now));
            open.for_each(|item| Rc::make_mut(item).recount(rule));
        }
        before != self.settings
    }

    /// Posts an article, or counts it as a vote on one of the same link. Returns the id, and
    /// whether the article is new.
    pub fn post(&mut self, new: &NewArticle, now: i64) -> Result<(u32, bool), Error> {
        let id = self.new_id(new.id, new.time, now)?;
        let groups = new.groups.iter().map(|name| name.as_bytes().to_vec());
        let groups = sorted_set(groups).ok_or(Error::TooManyGroups)?;
        check_fields(new.fields)?;
        let duplicate = self.duplicate_of(new)?;
        self.drop_closed(new.time.get());
        let poster = new.poster.as_bytes();
        if let Some(id) = duplicate {
            let votes = self.get_mut(id)?.votes.as_ref();
            let own = votes.and_then(|votes| votes.get(poster));
            if own.is_none_or(|vote| !vote.is_silent) {
                // A vote that is refused changes nothing.
                let _ = self.vote(poster, id, Some(Vote::Up.counted()), now);
            }
            return Ok((id, false));
        }
        let content = ModelContent::Article(ModelArticle {
            title: new.title.as_bytes().to_vec(),
            link: new.link.as_bytes().to_vec(),
            comments: 0,
            bumped: new.time.get(),
            floor: new.time.get(),
            groups,
        });
        self.push(id, poster, new.time.get(), content, (new.fields, new.is_held));
        Ok((id, true))
    }

    pub(crate) fn new_id(
        &self,
        id: Option<ItemId>,
        time: UnixTime,
        now: i64,
    ) -> Result<u32, Error> {
        if time.get() > now {
            return Err(Error::TimeInFuture);
        }
        let (first, step) = (self.settings.ids.first(), self.settings.ids.step());
        let next = if self.last_id == 0 { Some(first) } else { self.last_id.checked_add(step) };
        let id = id.map(ItemId::get).or(next).ok_or(Error::IdsExhausted)?;
        if id <= self.last_id {
            return Err(Error::IdNotGreater { what: "ID" });
        }
        if id % step != first % step {
            return Err(Error::IdOfOtherPart);
        }
        if id - self.last_id > MAX_ID_GAP * step {
            return Err(Error::IdTooFar);
        }
        Ok(id)
    }

    pub(crate) fn push(
        &mut self,
        id: u32,
        poster: &[u8],
        time: i64,
        content: ModelContent,
        (fields, is_held): (&[FieldPair], bool),
    ) {
        let visibility = if is_held { Visibility::Held } else { Visibility::Listed };
        let mut item = ModelItem {
            id,
            poster: poster.to_vec(),
            time,
            closes: time + i64::from(self.settings.window()),
            upvotes: 0,
            downvotes: 0,
            score: 0,
            boost: 0,
            flags: Flags { visibility, ..Flags::default() },
            content,
            fields: Vec::new(),
            votes: Some(BTreeMap::new()),
            kept: BTreeMap::new(),
        };
        if self.settings.self_vote() {
            item.votes = Some(BTreeMap::from([(poster.to_vec(), Vote::Up.counted())]));
        }
        item.recount(self.settings.gain_rule());
        item.set_fields(fields);
        self.last_id = id;
        self.items.push(Rc::new(item));
    }

    fn duplicate_of(&self, new: &NewArticle) -> Result<Option<u32>, Error> {
        let (dedupe, link) = (self.settings.get(Setting::Dedupe), new.link.as_bytes());
        if dedupe == 0 || link.is_empty() {
            return Ok(None);
        }
        let first = new.time.get() - dedupe;
        let same = self
            .articles()
            .filter(|(item, article)| article.link == link && item.time > first)
            .map(|(item, _)| item)
            .filter(|item| {
                let is_own = item.poster == new.poster.as_bytes();
                is_own || item.flags.visibility != Visibility::Held
            });
        match same.max_by_key(|item| (item.time, item.id)) {
            Some(item) if item.flags.visibility == Visibility::Hidden => Err(Error::Hidden),
            newest => Ok(newest.map(|item| item.id)),
        }
    }

    /// Returns the ids with a link, the highest first.
    pub fn find(&self, link: &[u8]) -> impl Iterator<Item = u32> {
        let found = self.articles().rev().filter(move |(_, article)| article.link == link);
        found.filter(move |_| !link.is_empty()).map(|(item, _)| item.id)
    }

    /// Returns the users who have articles or comments, in numbers.
    pub fn users(&self) -> BTreeMap<&[u8], UserInfo> {
        let mut users = BTreeMap::new();
        for item in &self.items {
            let user = users.entry(&item.poster[..]).or_insert_with(|| UserInfo {
                articles: Submitted::default(),
                comments: Submitted::default(),
                unseen: self.unseen(&item.poster),
                is_silenced: self.silenced.contains(&item.poster),
            });
            let submitted = match item.content {
                ModelContent::Article(_) => &mut user.articles,
                ModelContent::Comment(_) => &mut user.comments,
            };
            match !item.flags.is_listed() {
                true => submitted.hidden += 1,
                false => submitted.count += 1,
            }
            submitted.karma += item.votes() - i64::from(self.settings.self_vote());
        }
        users
    }

    /// Drops the vote records of the articles and comments that closed first, of at most
    /// [`DROPS_PER_COMMAND`]. Returns of how many.
    pub fn drop_closed(&mut self, time: i64) -> usize {
        let keeps_votes = self.settings.keep_votes();
        let mut closed: Vec<_> =
            self.items.iter_mut().filter(|it| it.votes.is_some() && it.closes <= time).collect();
        closed.sort_by_key(|item| (item.closes, item.id));
        closed
            .into_iter()
            .take(DROPS_PER_COMMAND)
            .map(|item| Rc::make_mut(item).close(keeps_votes))
            .count()
    }

    /// Changes the texts and custom fields of an article or comment. Returns whether it changed.
    pub fn edit(&mut self, id: u32, edit: &Edit) -> Result<bool, Error> {
        let item = self.get_mut(id)?;
        let mut edited = item.clone();
        edited.edit_texts(edit)?;
        let is_unset = |name: &[u8]| edit.unset.iter().any(|unset| unset.as_bytes() == name);
        edited.fields.retain(|(name, _)| !is_unset(name));
        edited.set_fields(edit.fields);
        if edited.fields.len() > LIMIT {
            return Err(Error::TooManyFields);
        }
        let changed = edited != *item;
        *item = edited;
        Ok(changed)
    }

    /// Sets or, with None, withdraws a user's vote. Returns whether the vote changed.
    pub fn vote(
        &mut self,
        user: &[u8],
        id: u32,
        vote: Option<RecordedVote>,
        now: i64,
    ) -> Result<bool, Error> {
        let (settings, is_silenced) = (self.settings, self.silenced.contains(user));
        let item = self.get(id).ok_or(Error::NoArticle)?;
        let is_silenced = is_silenced && item.poster != user;
        let vote = vote.map(|vote| if is_silenced { vote.vote.silent() } else { vote });
        self.check_takes_vote(item, user, vote.map(|vote| vote.vote), now)?;
        let item = self.get_mut(id)?;
        let votes = item.votes.as_mut().ok_or(Error::VoteClosed)?;
        let before = match vote {
            Some(vote) => votes.insert(user.to_vec(), vote),
            None => votes.remove(user),
        };
        if before.filter(|vote| !vote.is_silent) != vote.filter(|vote| !vote.is_silent) {
            item.recount(settings.gain_rule());
        }
        Ok(before != vote)
    }

    /// Checks that an item takes a vote of a user or, with None, its withdrawal.
    pub fn check_takes_vote(
        &self,
        item: &ModelItem,
        user: &[u8],
        vote: Option<Vote>,
        now: i64,
    ) -> Result<(), Error> {
        let article = self.article_of(item);
        let is_hidden = |item: &ModelItem| !item.flags.is_listed();
        if is_hidden(item) || article.is_some_and(is_hidden) {
            return Err(Error::Hidden);
        }
        let is_open = now < item.closes && !item.flags.locked && article.is_some();
        if !is_open || item.votes.is_none() {
            return Err(Error::VoteClosed);
        }
        if vote == Some(Vote::Down) && self.settings.get(Setting::DownVotes) == 0 {
            return Err(Error::NoDownVote);
        }
        if !self.settings.self_vote() && item.poster == user {
            return Err(Error::SelfVote);
        }
        Ok(())
    }

    /// Adds an article to groups. Returns the number of groups that it joined.
    pub fn group_add(&mut self, id: u32, groups: &[GroupName]) -> Result<usize, Error> {
        let article = self.article_mut(id)?;
        let new = groups.iter().map(|group| group.as_bytes().to_vec());
        let all =
            sorted_set(article.groups.iter().cloned().chain(new)).ok_or(Error::TooManyGroups)?;
        let joined = all.len() - article.groups.len();
        article.groups = all;
        Ok(joined)
    }

    /// Removes an article from groups. Returns the number of groups that it left.
    pub fn group_remove(&mut self, id: u32, groups: &[GroupName]) -> Result<usize, Error> {
        let article = self.article_mut(id)?;
        let before = article.groups.len();
        article.groups.retain(|name| !groups.iter().any(|group| group.as_bytes() == name));
        Ok(before - article.groups.len())
    }

    /// Returns the groups with their sizes, largest first, then by name.
    pub fn groups(&self) -> Vec<(Vec<u8>, usize)> {
        let mut sizes = BTreeMap::new();
        let listed = self.articles().filter(|(item, _)| item.flags.is_listed());
        for group in listed.flat_map(|(_, article)| &article.groups) {
            *sizes.entry(group.clone()).or_insert(0) += 1;
        }
        let mut groups: Vec<_> = sizes.into_iter().collect();
        groups.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
        groups
    }
}

/// Checks the number of custom fields, of which the last of a repeated name counts.
pub(crate) fn check_fields(fields: &[FieldPair]) -> Result<(), Error> {
    let names = sorted_set(fields.iter().map(|(name, _)| name.as_bytes()));
    names.map(|_| ()).ok_or(Error::TooManyFields)
}

/// Returns the distinct items in order, or None if there are more than [`LIMIT`].
fn sorted_set<T: Ord>(items: impl Iterator<Item = T>) -> Option<Vec<T>> {
    let set: BTreeSet<T> = items.collect();
    (set.len() <= LIMIT).then(|| set.into_iter().collect())
}
