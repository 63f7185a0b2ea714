//! Posting articles.

use crate::item::Item;
use crate::item::activity::Activity;
use crate::item::fields::{FieldPair, Fields};
use crate::item::flags::Visibility;
use crate::site::Origin;
use crate::site::Site;
use crate::site::membership::distinct_groups;
use crate::site::record::RecordContent;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, ItemId, Link, Title, UnixTime, UserName, Vote};

/// How many ids after the last one assigned can be requested: neither a typo nor a poster
/// must exhaust the ids of a site.
pub const MAX_ID_GAP: u32 = 1_000;

/// An article to be posted.
#[derive(Clone, Copy, Debug)]
pub struct NewArticle<'a> {
    /// The user who posts.
    pub poster: UserName<'a>,
    /// The title.
    pub title: Title<'a>,
    /// The link.
    pub link: Link<'a>,
    /// The groups; a name given twice counts once.
    pub groups: &'a [GroupName<'a>],
    /// The custom fields; if a name is given twice, the last value wins.
    pub fields: &'a [FieldPair<'a>],
    /// The id; None for the next one.
    pub id: Option<ItemId>,
    /// The time of posting.
    pub time: UnixTime,
    /// Whether it is held back: it is hidden until a moderator lists it.
    pub is_held: bool,
}

/// What became of a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// A new article.
    Created(ItemId),
    /// A vote on an article of the same link, if it was possible. What the poster holds back takes
    /// none.
    Duplicate {
        /// The article.
        id: ItemId,
        /// Whether the poster's vote has changed.
        changed: bool,
        /// The number of articles whose vote records were dropped.
        dropped: usize,
    },
}

impl Posted {
    /// Returns the id of the article.
    pub fn id(self) -> ItemId {
        match self {
            Self::Created(id) | Self::Duplicate { id, .. } => id,
        }
    }
}

impl Site {
    /// Posts an article. Also [drops](Site::drop_closed) the vote records of articles whose voting
    /// had closed at its time.
    ///
    /// A client's post of a link that an article has, posted within the time that the site is set
    /// to, posts nothing: it is the poster's vote for the newest such article. A silent vote that
    /// the poster has there stays as it is.
    ///
    /// # Errors
    ///
    /// The newest such article is hidden, the time is in the future, the id is not new or leaves
    /// too large a gap, or there are too many groups or fields.
    pub fn post(&mut self, new: &NewArticle, origin: Origin) -> Result<Posted, Error> {
        let id = self.id_for(new.id, new.time, origin)?;
        // The poster and the link come while the rest is read.
        self.links.prefetch(new.link, &self.hasher);
        let hash = self.listings.users.prefetch(new.poster, &self.hasher);
        let mut groups = distinct_groups(new.groups)?;
        let fields = Fields::new(new.fields)?;
        self.listings.users.prefetch_found(hash);
        if !self.listings.groups.have_room_for(groups.len()) {
            return Err(Error::TooManySiteGroups);
        }
        if let Origin::Client(_) = origin
            && let Some(id) = self.duplicate_of(new)?
        {
            let dropped = self.drop_closed(new.time);
            let changed = !self.has_silent_vote(new.poster, id)
                && self
                    .vote(new.poster, id, Some(Vote::Up.counted()), origin)
                    .is_ok_and(|voted| voted.changed);
            return Ok(Posted::Duplicate { id, changed, dropped });
        }

        let poster = self.listings.users.find_or_insert(new.poster, hash)?;
        self.drop_closed(new.time);
        let NewArticle { title, link, time, .. } = *new;
        let groups = self.listings.group_numbers(&mut groups);
        let activity = Activity::none(time);
        let content = RecordContent::Article { title, link, activity, groups };
        self.insert_new(id, poster, time, content, fields, new.is_held);
        Ok(Posted::Created(id))
    }

    /// Returns the article on which a post counts as a vote, if there is one. If it is hidden, it
    /// is spam that must not be posted again. What others hold back is passed over, so that it
    /// keeps nobody from posting.
    fn duplicate_of(&self, new: &NewArticle) -> Result<Option<ItemId>, Error> {
        let seconds = self.settings.dedupe();
        if seconds == 0 {
            return Ok(None);
        }
        let after = new.time.get() - i64::from(seconds);
        let poster = self.listings.users.number(new.poster, &self.hasher);
        let is_held = |article: &Item| article.flags().visibility == Visibility::Held;
        let decides = |article: &Item| !is_held(article) || Some(article.poster) == poster;
        let articles = self.items.articles();
        let newest = self.links.newest(new.link, after, articles, &self.hasher, decides);
        match newest.and_then(|id| self.items.get(id)) {
            Some(article) if !article.is_listed() && !is_held(article) => Err(Error::Hidden),
            _ => Ok(newest),
        }
    }

    fn has_silent_vote(&self, user: UserName, id: ItemId) -> bool {
        let vote = self.item(id).and_then(|item| item.vote_of(self.viewer(user)));
        vote.is_some_and(|vote| vote.is_silent)
    }

    /// Returns the id of a new article or comment.
    pub(super) fn id_for(
        &self,
        requested: Option<ItemId>,
        time: UnixTime,
        origin: Origin,
    ) -> Result<ItemId, Error> {
        if let Origin::Client(now) = origin
            && time > now
        {
            return Err(Error::TimeInFuture);
        }
        let ids = self.settings.ids;
        match requested {
            None => ids.next(self.last_id).map(ItemId::new).ok_or(Error::IdsExhausted),
            Some(id) => match (id.get().checked_sub(self.last_id), origin) {
                (None | Some(0), _) => Err(Error::IdNotGreater { what: "ID" }),
                _ if ids.index(id.get()).is_none() => Err(Error::IdOfOtherPart),
                (Some(gap), Origin::Client(_)) if gap > MAX_ID_GAP * ids.step() => {
                    Err(Error::IdTooFar)
                }
                _ => Ok(id),
            },
        }
    }
}
