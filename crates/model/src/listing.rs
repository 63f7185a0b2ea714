//! Listings of the model: filtered and sorted as a whole.

use article_site::{Order, formula};

use crate::item::ModelContent;
use crate::{Model, ModelItem};

/// The entries of a listing in an order that sites do not keep.
const REACH: usize = 1_000;

/// A listing. Groups and users are names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelListing {
    /// The group from which the listing is taken, or None for the site.
    pub group: Option<Vec<u8>>,
    /// The user from whose articles the listing is taken.
    pub user: Option<Vec<u8>>,
    /// Whether the listing is of the comments of the site.
    pub of_comments: bool,
    /// The order.
    pub order: Order,
    /// Whether the order is reversed.
    pub is_ascending: bool,
    /// The earliest time; a negative one counts back from now.
    pub since: Option<i64>,
    /// The time before which the article was posted, in the same form.
    pub until: Option<i64>,
    /// The minimum of upvotes less downvotes.
    pub min_votes: Option<i64>,
    /// Groups of which the article is in at least one.
    pub any_of: Option<Vec<Vec<u8>>>,
    /// Groups of which the article is in each.
    pub all_of: Option<Vec<Vec<u8>>>,
    /// Groups of which the article is in none.
    pub none_of: Option<Vec<Vec<u8>>>,
    /// Users of whom one posted the article.
    pub from: Option<Vec<Vec<u8>>>,
    /// Users of whom none posted the article.
    pub not_from: Option<Vec<Vec<u8>>>,
    /// The user who has no vote on the article, or whose vote is no longer shown.
    pub unvoted: Option<Vec<u8>>,
    /// Ids that are left out.
    pub except: Option<Vec<u32>>,
    /// Whether the listing is of hidden articles.
    pub hidden: bool,
}

/// An entry of a listing, which are ordered by their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelEntry {
    /// Whether the order puts it before all others because it is pinned.
    pub is_pinned: bool,
    /// The value by which it is ordered.
    pub value: i64,
    /// The id.
    pub id: u32,
}

impl Model {
    /// Returns the entries of a listing.
    pub fn listing(&self, listing: &ModelListing, now: i64) -> Vec<ModelEntry> {
        let items = self.items.iter().filter(|item| listing.admits(self, item, now));
        let heeds_pins = heeds_pins(listing.order) && !listing.of_comments;
        let mut entries: Vec<_> = items
            .map(|item| ModelEntry {
                is_pinned: item.flags.pinned && heeds_pins,
                value: self.value(item, listing.order, now),
                id: item.id,
            })
            .collect();
        entries.sort_unstable();
        if !listing.is_ascending {
            entries.reverse();
        }
        if has_end(listing.order) {
            entries.truncate(REACH);
        }
        entries
    }

    fn value(&self, item: &ModelItem, order: Order, now: i64) -> i64 {
        let own_votes = i64::from(self.settings.self_vote);
        match (&item.content, order) {
            (ModelContent::Article(article), Order::Bumped) => article.bumped,
            (ModelContent::Article(article), Order::Comments) => article.comments.into(),
            (ModelContent::Article(article), Order::Active) => {
                formula::gravity(item.votes() - own_votes, now - article.bumped - item.boost)
            }
            _ => item.standing().value(order, own_votes, now),
        }
    }

    /// Returns whether an article is not hidden, or a comment and its article.
    fn is_shown(&self, item: &ModelItem) -> bool {
        let article = item.comment().and_then(|comment| self.get(comment.article));
        !item.flags.hidden && article.is_none_or(|article| !article.flags.hidden)
    }
}

/// Returns whether pinned articles come first in an order.
pub(crate) fn heeds_pins(order: Order) -> bool {
    matches!(order, Order::Score | Order::Gravity | Order::Active | Order::Bumped)
}

/// Returns whether a listing ends although the site has more articles.
pub(crate) fn has_end(order: Order) -> bool {
    !matches!(order, Order::Score | Order::Time | Order::Bumped)
}

/// Returns whether values in an order change as time passes.
pub(crate) fn depends_on_now(order: Order) -> bool {
    matches!(order, Order::Gravity | Order::Active)
}

impl ModelListing {
    /// Returns the same listing without any filter.
    pub fn unfiltered(listing: &Self) -> Self {
        Self {
            group: listing.group.clone(),
            user: listing.user.clone(),
            of_comments: listing.of_comments,
            order: listing.order,
            is_ascending: listing.is_ascending,
            ..Self::default()
        }
    }

    fn admits(&self, model: &Model, item: &ModelItem, now: i64) -> bool {
        let absolute = |time: i64| if time < 0 { now + time } else { time };
        let is_in =
            |group: &Vec<u8>| item.article().is_some_and(|article| article.groups.contains(group));
        let has_vote =
            |user: &Vec<u8>| item.votes.as_ref().is_some_and(|votes| votes.contains_key(user));
        item.comment().is_some() == self.of_comments
            && if self.hidden { item.flags.hidden } else { model.is_shown(item) }
            && self.group.as_ref().is_none_or(is_in)
            && self.user.as_ref().is_none_or(|user| item.poster == *user)
            && self.since.is_none_or(|since| item.time >= absolute(since))
            && self.until.is_none_or(|until| item.time < absolute(until))
            && self.min_votes.is_none_or(|votes| item.votes() >= votes)
            && self.any_of.as_ref().is_none_or(|groups| groups.iter().any(is_in))
            && self.all_of.iter().flatten().all(is_in)
            && !self.none_of.iter().flatten().any(is_in)
            && self.from.as_ref().is_none_or(|users| users.contains(&item.poster))
            && !self.not_from.iter().flatten().any(|user| item.poster == *user)
            && !self.unvoted.as_ref().is_some_and(|user| item.is_open(now) && has_vote(user))
            && !self.except.iter().flatten().any(|id| item.id == *id)
    }
}
