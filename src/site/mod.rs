//! A voting site: articles, the votes on them, groups of them, and the order that votes give.
//!
//! Everything a site can do is a method of [`Site`], which keeps every invariant; [`Site::check`]
//! states them. There is no clock here and nothing of Redis: the caller passes the time and says
//! through [`Judge`] whether the rules of time are to be applied or have been. What is refused
//! has changed nothing.

mod article;
mod bucket;
mod check;
mod codec;
pub mod counted_tree;
mod error;
mod groups;
pub mod ledger;
mod load;
pub mod ranking;
mod settings;
mod table;
mod view;
mod words;

use std::hash::RandomState;

use article::{Article, Texts};
use bucket::Bucket;
pub use codec::{DecodeError, decode, encode};
pub use counted_tree::Direction;
pub use error::Error;
use groups::Groups;
pub use load::{LoadedArticle, LoadedVotes, Voters};
use ranking::Ranking;
pub use settings::{Number, PAGE_SIZE, SELF_VOTE, Settings, SettingsChange, VOTE_SCORE, WINDOW};
use table::Table;
pub use view::{ArticleView, Info, Tally};
pub use words::{
    AnyFieldName, ArticleId, FieldName, FieldValue, GroupName, Link, Order, Seconds, Title,
    UserName, Vote,
};

/// Groups an article can be in, at most.
pub const MAX_GROUPS: usize = 32;
/// Custom fields an article can have, at most.
pub const MAX_FIELDS: usize = 32;
/// Articles whose vote records a POST gives back, at most. Replicas do the same: the number must
/// stay as it is.
pub const DROPS_PER_POST: usize = 64;
/// Scores are further from zero only if they were made up.
const SCORE_LIMIT: i64 = 1 << 61;
/// Chunks of buckets that one command frees of what dropped ledgers have left.
const SWEEPS: usize = 2;

/// Who answers for an operation being within the rules of time and of voting on one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The site, at this time.
    At(Seconds),
    /// Another site did, which accepted it: a primary, or this one before a restart.
    Accepted,
}

/// What is posted.
#[derive(Clone, Copy, Debug)]
pub struct NewArticle<'a> {
    /// Who posts.
    pub poster: UserName<'a>,
    /// The title.
    pub title: Title<'a>,
    /// The link.
    pub link: Link<'a>,
    /// Groups to put the article into; a name given twice counts once.
    pub groups: &'a [GroupName<'a>],
    /// Custom fields; of a name given twice the last value holds.
    pub fields: &'a [(FieldName<'a>, FieldValue<'a>)],
    /// The id to post under; without one, the next.
    pub id: Option<ArticleId>,
    /// When it was posted.
    pub time: Seconds,
}

/// What an edit changes.
#[derive(Clone, Copy, Debug)]
pub struct Edit<'a> {
    /// A new title.
    pub title: Option<Title<'a>>,
    /// A new link.
    pub link: Option<Link<'a>>,
    /// Custom fields to remove; done first.
    pub unset: &'a [FieldName<'a>],
    /// Custom fields to set; of a name given twice the last value holds.
    pub fields: &'a [(FieldName<'a>, FieldValue<'a>)],
}

/// A page to be read.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    /// By what it is ordered.
    pub order: Order,
    /// In which direction.
    pub direction: Direction,
    /// Which page: 1 is the first. 0 is taken for 1.
    pub page: u64,
    /// Articles on a page; without it, the site's page size.
    pub size: Option<u32>,
}

/// What a vote did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voted {
    /// Whether the user's vote is another now than it was.
    pub changed: bool,
    /// How the article stands now.
    pub tally: Tally,
}

/// A voting site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    settings: Settings,
    last_id: u32,
    votes: u64,
    articles: Table<Article>,
    by_score: Ranking,
    by_time: Ranking,
    /// Articles whose vote records are still held, by the time at which voting closes.
    closing: Ranking,
    groups: Groups,
    hasher: RandomState,
    /// What is left to free of large ledgers that were dropped.
    dropped: Vec<Vec<Vec<Bucket>>>,
}

impl Site {
    /// An empty site.
    pub fn new(settings: Settings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Changes settings. A new vote score re-ranks the articles that are open for voting at
    /// `now`; the others keep their score. A new window holds for articles posted from then on.
    /// True if anything is different now.
    pub fn alter(&mut self, change: SettingsChange, now: Seconds) -> bool {
        let settings = self.settings.with(change);
        if settings == self.settings {
            return false;
        }
        let rerank = settings.vote_score() != self.settings.vote_score();
        self.settings = settings;
        if rerank {
            for id in self.closing.above(now.get()) {
                let Some(article) = self.articles.get_mut(id.get()) else { continue };
                let score = article.score_at(settings.vote_score());
                rescore(article, id, score, &mut self.by_score, &mut self.groups);
            }
        }
        true
    }

    /// Posts an article. Also gives back the records of votes on articles that had closed by its
    /// time, of at most [`DROPS_PER_POST`] articles.
    ///
    /// # Errors
    ///
    /// An id that is not new, a time in the future, too many groups or fields.
    pub fn post(&mut self, new: &NewArticle, judge: Judge) -> Result<ArticleId, Error> {
        if let Judge::At(now) = judge
            && new.time > now
        {
            return Err(Error::TimeInFuture);
        }
        let id = match new.id {
            Some(id) if id.get() <= self.last_id => return Err(Error::IdNotGreater),
            Some(id) => id,
            None => ArticleId::new(self.last_id.checked_add(1).ok_or(Error::IdsExhausted)?),
        };
        let groups = distinct(new.groups, MAX_GROUPS).ok_or(Error::TooManyGroups)?;
        let names = new.fields.iter().map(|(name, _)| name);
        distinct(names, MAX_FIELDS).ok_or(Error::TooManyFields)?;
        if !self.groups.have_room_for(groups.len()) {
            return Err(Error::SiteFullOfGroups);
        }

        self.drop_closed(new.time);
        let texts = Texts::new(new.title, new.link, new.poster);
        let mut article = Article::new(new.time, self.settings.window(), texts);
        if self.settings.self_vote() {
            article.ledger.set(new.poster, Some(Vote::Up), &self.hasher);
            article.upvotes = 1;
            article.score = article.score_at(self.settings.vote_score());
            self.votes += 1;
        }
        for (name, value) in new.fields {
            article.set_field(*name, *value);
        }
        join_groups(&mut article, id, &groups, &mut self.groups);
        self.insert(id, article);
        Ok(id)
    }

    /// Changes an article's title, link or custom fields. True if anything is different now.
    ///
    /// # Errors
    ///
    /// No such article, or too many fields.
    pub fn edit(&mut self, id: ArticleId, edit: &Edit) -> Result<bool, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let kept = article
            .fields()
            .iter()
            .filter(|field| edit.unset.iter().all(|name| name.as_bytes() != field.name()))
            .filter(|field| edit.fields.iter().all(|(name, _)| name.as_bytes() != field.name()));
        let room = MAX_FIELDS.saturating_sub(kept.count());
        let names = edit.fields.iter().map(|(name, _)| name);
        distinct(names, room).ok_or(Error::TooManyFields)?;

        let texts = article.texts.with(edit.title, edit.link);
        let mut changed = texts != article.texts;
        article.texts = texts;
        if !edit.unset.is_empty() || !edit.fields.is_empty() {
            let before = article.fields().to_vec();
            edit.unset.iter().for_each(|name| article.unset_field(*name));
            edit.fields.iter().for_each(|(name, value)| article.set_field(*name, *value));
            changed |= before != article.fields();
            article.tidy();
        }
        Ok(changed)
    }

    /// Deletes an article, from every page, group and count. False if there is none of that id.
    pub fn delete(&mut self, id: ArticleId) -> bool {
        self.sweep();
        let Some(mut article) = self.articles.remove(id.get()) else { return false };
        self.by_score.remove(article.score, id);
        self.by_time.remove(article.time.get(), id);
        self.closing.remove(article.closes(), id);
        for number in article.groups() {
            self.groups.remove(*number, id, article.score, article.time.get());
        }
        self.votes -= article.records();
        self.dropped.extend(article.ledger.close());
        true
    }

    /// Sets or, with None, withdraws a user's vote on an article.
    ///
    /// # Errors
    ///
    /// No such article, voting has closed, or the poster is barred from voting.
    pub fn vote(
        &mut self,
        user: UserName,
        id: ArticleId,
        vote: Option<Vote>,
        judge: Judge,
    ) -> Result<Voted, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        // Once the records have gone, it cannot be known who voted: voting stays closed, even
        // for a clock that was set back.
        if article.ledger.is_dropped() {
            return Err(Error::VoteClosed);
        }
        if let Judge::At(now) = judge {
            if now.get() >= article.closes() {
                return Err(Error::VoteClosed);
            }
            if !self.settings.self_vote() && article.texts.poster() == user.as_bytes() {
                return Err(Error::SelfVote);
            }
        }
        if article.upvotes.checked_add(article.downvotes) == Some(u32::MAX) {
            return Err(Error::TooManyVotes);
        }
        let previous = article.ledger.set(user, vote, &self.hasher);
        let changed = previous != vote;
        if changed {
            let count = |vote: Option<Vote>, kind| u32::from(vote == Some(kind));
            article.upvotes = article.upvotes + count(vote, Vote::Up) - count(previous, Vote::Up);
            article.downvotes =
                article.downvotes + count(vote, Vote::Down) - count(previous, Vote::Down);
            self.votes = self.votes + u64::from(vote.is_some()) - u64::from(previous.is_some());
            let score = article.score_at(self.settings.vote_score());
            rescore(article, id, score, &mut self.by_score, &mut self.groups);
        }
        let tally = Tally::of(article);
        self.sweep();
        Ok(Voted { changed, tally })
    }

    /// Puts an article into groups; returns how many of them it newly joined.
    ///
    /// # Errors
    ///
    /// No such article, or too many groups.
    pub fn add_to_groups(&mut self, id: ArticleId, names: &[GroupName]) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let is_in = |name: &GroupName| {
            self.groups.number(*name).is_some_and(|number| article.groups().contains(&number))
        };
        let joined = names.iter().filter(|name| !is_in(name));
        let room = MAX_GROUPS.saturating_sub(article.groups().len());
        let joined = distinct(joined, room).ok_or(Error::TooManyGroups)?;
        if !self.groups.have_room_for(joined.len()) {
            return Err(Error::SiteFullOfGroups);
        }
        join_groups(article, id, &joined, &mut self.groups);
        Ok(joined.len())
    }

    /// Takes an article out of groups; returns how many of them it left.
    ///
    /// # Errors
    ///
    /// No such article.
    pub fn remove_from_groups(
        &mut self,
        id: ArticleId,
        names: &[GroupName],
    ) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let mut left = 0;
        for name in names {
            let Some(number) = self.groups.number(*name) else { continue };
            let Some(at) = article.groups().iter().position(|n| *n == number) else { continue };
            article.groups_mut().remove(at);
            self.groups.remove(number, id, article.score, article.time.get());
            left += 1;
        }
        article.tidy();
        Ok(left)
    }

    /// Enters a finished article, and counts its id as given.
    fn insert(&mut self, id: ArticleId, article: Article) {
        self.last_id = self.last_id.max(id.get());
        self.by_score.insert(article.score, id);
        self.by_time.insert(article.time.get(), id);
        if !article.ledger.is_dropped() {
            self.closing.insert(article.closes(), id);
        }
        self.articles.insert(id.get(), article);
    }

    /// Gives back vote records of articles that had closed by `time`.
    fn drop_closed(&mut self, time: Seconds) {
        for _ in 0..DROPS_PER_POST {
            let Some((closes, id)) = self.closing.first() else { break };
            if closes > time.get() {
                break;
            }
            self.closing.remove(closes, id);
            if let Some(article) = self.articles.get_mut(id.get()) {
                self.votes -= article.records();
                self.dropped.extend(article.ledger.close());
            }
        }
        self.sweep();
    }

    /// Frees a bounded part of what dropped ledgers have left.
    fn sweep(&mut self) {
        for _ in 0..SWEEPS {
            let Some(chunks) = self.dropped.last_mut() else { break };
            if chunks.pop().is_none() {
                self.dropped.pop();
            }
        }
    }
}

/// Puts an article into groups that it is not in, which keep their names sorted.
fn join_groups(article: &mut Article, id: ArticleId, names: &[&GroupName], groups: &mut Groups) {
    for name in names {
        let number = groups.number_or_new(**name);
        groups.add(number, id, article.score, article.time.get());
        let at = article.groups().partition_point(|n| groups.name(*n) < name.as_bytes());
        article.groups_mut().insert(at, number);
    }
}

/// Gives an article another score, in every ranking it is in.
fn rescore(
    article: &mut Article,
    id: ArticleId,
    score: i64,
    by_score: &mut Ranking,
    groups: &mut Groups,
) {
    let from = std::mem::replace(&mut article.score, score);
    if from != score {
        by_score.reposition(from, score, id);
        for number in article.groups() {
            groups.rescore(*number, id, from, score);
        }
    }
}

/// The items without repetitions, if they are not more than `most`.
fn distinct<'a, T: PartialEq>(
    items: impl IntoIterator<Item = &'a T>,
    most: usize,
) -> Option<Vec<&'a T>> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            if distinct.len() == most {
                return None;
            }
            distinct.push(item);
        }
    }
    Some(distinct)
}
