//! Posting, and what becomes due with it: giving back the records of votes that are of no more use.

use crate::article::{Article, Texts};
use crate::error::Error;
use crate::membership::join_groups;
use crate::types::{
    ArticleId, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
use crate::{ClosedLedger, MAX_FIELDS, MAX_GROUPS, Origin, Site, distinct};

/// Articles whose vote records a POST gives back, at most. Replicas do the same: the number must
/// stay as it is.
pub const DROPS_PER_POST: usize = 64;

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
    pub time: UnixTime,
}

impl Site {
    /// Posts an article. Also gives back the records of votes on articles that had closed by its
    /// time, of at most [`DROPS_PER_POST`] articles.
    ///
    /// # Errors
    ///
    /// An id that is not new, a time in the future, too many groups or fields.
    pub fn post(&mut self, new: &NewArticle, origin: Origin) -> Result<ArticleId, Error> {
        if let Origin::Client(now) = origin
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

    /// Drops the vote records of at most [`DROPS_PER_POST`] articles that had closed by `time`.
    /// Returns the number of articles.
    pub fn drop_closed(&mut self, time: UnixTime) -> usize {
        for dropped in 0..DROPS_PER_POST {
            let Some((closes, id)) = self.closing.first() else { return dropped };
            if closes > time.get() {
                return dropped;
            }
            self.closing.remove(closes, id);
            if let Some(article) = self.articles.get_mut(id.get()) {
                self.votes -= article.recorded_votes();
                self.closed_ledgers.extend(article.ledger.close().map(ClosedLedger));
            }
        }
        DROPS_PER_POST
    }

    /// Takes the large ledgers that were dropped since the last call. Freeing them may take long.
    pub fn take_closed_ledgers(&mut self) -> Vec<ClosedLedger> {
        std::mem::take(&mut self.closed_ledgers)
    }
}
