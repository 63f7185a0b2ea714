//! Listings of the model: filtered and sorted as a whole.

use article_site::{
    Condition, Direction, Filters, Kind, Order, Per, PerKind, Pin, Query, Source, Visibility,
    formula,
};

use crate::item::ModelContent;
use crate::{Model, ModelItem};

/// The entries of a listing in an order that sites do not keep.
const REACH: usize = 1_000;
/// The most articles that a page with PER passes over.
const MOST_PASSED: usize = 10_000;

/// An entry of a listing, which are ordered by their fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ModelEntry {
    /// Whether the order puts it before all others because it is pinned.
    pub is_pinned: bool,
    pub value: i64,
    pub id: u32,
}

impl Model {
    /// Returns the entries of a listing.
    pub fn listing(&self, query: &Query) -> Vec<ModelEntry> {
        let (order, now) = (query.order, query.at.unwrap_or(query.now).get());
        let items = self.items.iter().filter(|item| self.admits(query, item));
        let heeds_pins = heeds_pins(order) && query.source.kind() == Kind::Article;
        let mut entries: Vec<_> = items
            .map(|item| ModelEntry {
                is_pinned: heeds_pins
                    && match item.flags.pin {
                        Pin::Nowhere => false,
                        Pin::Everywhere => true,
                        Pin::InGroups => matches!(query.source, Source::Group(_)),
                    },
                value: self.value(item, order, now),
                id: item.id,
            })
            .collect();
        entries.sort_unstable();
        if query.direction == Direction::Descending {
            entries.reverse();
        }
        if has_end(order) {
            entries.truncate(REACH);
        }
        entries
    }

    /// Returns the first page of the rest of a listing, and how much of it that reads.
    pub fn page(
        &self,
        per: Option<Per>,
        rest: &[ModelEntry],
        size: usize,
    ) -> (Vec<ModelEntry>, usize) {
        let Some(Per { kind, most }) = per else {
            let read = size.min(rest.len());
            return (rest[..read].to_vec(), read);
        };
        let (mut page, mut of_page) = (Vec::new(), Vec::new());
        for (read, entry) in rest.iter().enumerate() {
            if page.len() == size || read - page.len() == MOST_PASSED {
                return (page, read);
            }
            let item = self.get(entry.id).unwrap();
            let common = match (kind, &item.content) {
                (PerKind::User, _) => vec![item.poster.clone()],
                (PerKind::Group, ModelContent::Article(article)) => article.groups.clone(),
                (PerKind::Link, ModelContent::Article(article)) => vec![article.link.clone()],
                (_, ModelContent::Comment(_)) => Vec::new(),
            };
            let count = |of: &Vec<u8>| of_page.iter().filter(|other| *other == of).count();
            let has_room = |of: &Vec<u8>| of.is_empty() || count(of) < most as usize;
            if common.iter().all(has_room) {
                page.push(*entry);
                of_page.extend(common);
            }
        }
        (page, rest.len())
    }

    fn value(&self, item: &ModelItem, order: Order, now: i64) -> i64 {
        let own_votes = self.settings.own_votes();
        match (&item.content, order) {
            (ModelContent::Article(article), Order::Bumped) => article.bumped,
            (ModelContent::Article(article), Order::Comments) => article.comments.into(),
            (ModelContent::Article(article), Order::Active) => {
                formula::gravity(item.votes() - own_votes, now - article.bumped - item.boost)
            }
            _ => item.standing().value(order, own_votes, now),
        }
    }

    /// Returns whether an article is not hidden or, if it is a comment, it and its article, which
    /// exists.
    pub fn is_shown(&self, item: &ModelItem) -> bool {
        let is_listed = |item: &ModelItem| item.flags.is_listed();
        is_listed(item) && self.article_of(item).is_some_and(is_listed)
    }

    /// Returns the article of a comment, or the article itself.
    pub(crate) fn article_of<'a>(&'a self, item: &'a ModelItem) -> Option<&'a ModelItem> {
        item.comment().map_or(Some(item), |comment| self.get(comment.article))
    }

    fn admits(&self, query: &Query, item: &ModelItem) -> bool {
        // Without `..`: a new filter must be heeded as well.
        let Filters { since, until, min_votes, visibility, conditions } = &query.filters;
        let (now, at) = (query.now.get(), query.at.unwrap_or(query.now).get());
        let absolute = |time: i64| if time < 0 { at + time } else { time };
        let is_of_source = match &query.source {
            Source::Site => item.article().is_some(),
            Source::Group(group) => self.meets(item, &Condition::AnyOf(vec![*group]), now),
            Source::User(user) => item.article().is_some() && item.poster == user.as_bytes(),
            Source::Comments => item.comment().is_some(),
            Source::Below(id) => self.above(item.id).any(|above| above == id.get()),
        };
        is_of_source
            && match visibility {
                Visibility::Listed => self.is_shown(item),
                Visibility::Hidden => !item.flags.is_listed() && self.article_of(item).is_some(),
                held => item.flags.visibility == *held && self.article_of(item).is_some(),
            }
            && since.is_none_or(|since| item.time >= absolute(since))
            && until.is_none_or(|until| item.time < absolute(until))
            && min_votes.is_none_or(|votes| item.votes() >= votes)
            && conditions.iter().all(|condition| self.meets(item, condition, now))
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
