//! Listings of the model: filtered and sorted as a whole.

use article_site::{Order, formula};

use crate::{Model, ModelArticle};

/// The entries of a listing in an order that sites do not keep.
const REACH: usize = 1_000;

/// A listing. Groups and users are names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelListing {
    /// The group from which the listing is taken, or None for the site.
    pub group: Option<Vec<u8>>,
    /// The user from whose articles the listing is taken.
    pub user: Option<Vec<u8>>,
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
        let articles = self.articles.iter().filter(|article| listing.admits(article, now));
        let mut entries: Vec<_> = articles
            .map(|article| ModelEntry {
                is_pinned: article.flags.pinned && heeds_pins(listing.order),
                value: self.value(article, listing.order, now),
                id: article.id,
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

    fn value(&self, article: &ModelArticle, order: Order, now: i64) -> i64 {
        let (up, down) = (article.upvotes, article.downvotes);
        let points = article.votes() - i64::from(self.settings.self_vote);
        match order {
            Order::Score => article.score,
            Order::Time => article.time,
            Order::Votes => article.votes(),
            Order::Best => formula::best(up, down).into(),
            Order::Controversy => formula::controversy(up, down) as i64,
            Order::Gravity => formula::gravity(points, now - article.time - article.boost),
            Order::Bumped => article.bumped,
            Order::Comments => article.comments.into(),
            Order::Active => formula::gravity(points, now - article.bumped - article.boost),
        }
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
            order: listing.order,
            is_ascending: listing.is_ascending,
            ..Self::default()
        }
    }

    fn admits(&self, article: &ModelArticle, now: i64) -> bool {
        let absolute = |time: i64| if time < 0 { now + time } else { time };
        let is_in = |group: &Vec<u8>| article.groups.contains(group);
        let has_vote =
            |user: &Vec<u8>| article.votes.as_ref().is_some_and(|votes| votes.contains_key(user));
        article.flags.hidden == self.hidden
            && self.group.as_ref().is_none_or(is_in)
            && self.user.as_ref().is_none_or(|user| article.poster == *user)
            && self.since.is_none_or(|since| article.time >= absolute(since))
            && self.until.is_none_or(|until| article.time < absolute(until))
            && self.min_votes.is_none_or(|votes| article.votes() >= votes)
            && self.any_of.as_ref().is_none_or(|groups| groups.iter().any(is_in))
            && self.all_of.iter().flatten().all(is_in)
            && !self.none_of.iter().flatten().any(is_in)
            && self.from.as_ref().is_none_or(|users| users.contains(&article.poster))
            && !self.not_from.iter().flatten().any(|user| article.poster == *user)
            && !self.unvoted.as_ref().is_some_and(|user| article.is_open(now) && has_vote(user))
            && !self.except.iter().flatten().any(|id| article.id == *id)
    }
}
