//! The invariants of a site, in one place. Tests, fuzzers and debug builds of the decoder check
//! them.

mod relations;
#[cfg(test)]
mod tests;

use crate::indexes::Listings;
use crate::indexes::standing::Standing;
use crate::item::Item;
use crate::item::MAX_GROUPS;
use crate::item::fields::MAX_FIELDS;
use crate::item::is_within_limit;
use crate::orders::ranking_set::{Positions, RankingSet};
use crate::site::Site;
use crate::terms::kind::Kind;
use crate::terms::types::{Boost, ItemId, Vote};

impl Site {
    /// Checks every invariant, in O(n log n).
    ///
    /// # Errors
    ///
    /// The first that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.listings.all.check()?;
        self.listings.hidden.check()?;
        self.listings.hidden_comments.check()?;
        self.listings.groups.check()?;
        self.listings.users.check(&self.items, &self.hasher)?;
        self.links.check(self.items.articles(), &self.hasher)?;
        self.closing.check()?;
        self.items.check()?;
        let mut votes = 0;
        for kind in Kind::ALL {
            votes += self.check_table(kind)?;
        }
        let swept = self
            .sweep
            .iter()
            .flat_map(|(id, entries)| entries.iter().map(|(user, _)| (user, *id)));
        let recorded = self
            .items
            .iter_from(0)
            .flat_map(|(id, item)| item.ledger.iter().map(move |(user, _)| (user, id)));
        self.listings.users.check_votes(recorded.chain(swept), &self.hasher)?;
        if votes != self.votes {
            return Err("the number of votes is wrong");
        }
        let articles = self.items.articles().iter();
        let memberships = articles.map(|(_, article)| article.groups().len()).sum::<usize>();
        let members = self.listings.groups.iter().map(|(_, group)| group.members());
        if memberships != members.sum::<usize>() {
            return Err("groups hold articles that are not in them");
        }
        self.check_relations()?;
        let is_own = |id: u32| self.settings.ids.index(id).is_some();
        let is_assigned = |id: u32| (1..=self.last_id).contains(&id) && is_own(id);
        if !self.items.nodes().all(|(id, _)| is_assigned(id.get())) {
            return Err("an item has an id that was never assigned");
        }
        if self.last_id > 0 && !is_own(self.last_id) {
            return Err("the last id is another part's");
        }
        Ok(())
    }

    /// Checks the articles or the comments. Returns the number of their vote records.
    fn check_table(&self, kind: Kind) -> Result<u64, &'static str> {
        let items = self.items.of(kind);
        items.check()?;
        let count = items.iter().count();
        if count != items.len() {
            return Err("the number of items is wrong");
        }
        let (mut votes, mut ledgers, mut listed) = (0, 0, 0);
        for (number, item) in items.iter() {
            if item.content.kind() != kind {
                return Err("an article is among the comments, or a comment among the articles");
            }
            self.check_item(ItemId::new(number), item)?;
            votes += item.recorded_votes();
            ledgers += usize::from(!item.ledger.is_closed());
            listed += usize::from(item.is_listed());
        }
        if ledgers != self.closing.by(kind).len() {
            return Err("the items that have a ledger are not those that will drop it");
        }
        let Listings { all, hidden, hidden_comments, groups: _, users: _ } = &self.listings;
        let are_ranked = match kind {
            Kind::Article => (listed, count - listed) == (all.len(), hidden.len()),
            Kind::Comment => count - listed == hidden_comments.len(),
        };
        match are_ranked {
            true => Ok(votes),
            false => Err("the rankings do not hold the items that are listed or hidden"),
        }
    }

    fn check_item(&self, id: ItemId, item: &Item) -> Result<(), &'static str> {
        let standing = Standing::of(id, item);
        let kind = standing.kind;
        let Listings { all, hidden, hidden_comments, .. } = &self.listings;
        let (listed, hidden) = match kind {
            Kind::Article => (Some(all), hidden),
            Kind::Comment => (None, hidden_comments),
        };
        let is_in = |rankings: &RankingSet, at: Option<&Positions>| {
            at.is_none_or(|positions| rankings.contains(positions))
        };
        if !listed.is_none_or(|listed| is_in(listed, standing.listed()))
            || !is_in(hidden, standing.hidden())
        {
            return Err("an item is not ranked where it must be");
        }
        if Boost::new(item.boost().get()).is_err() {
            return Err("an item has a boost that is out of its limits");
        }
        if !is_within_limit(item.tally.score, item.boost()) {
            return Err("an item has a score that is out of its limits");
        }
        if !item.ledger.is_closed() {
            if !self.closing.contains(id, item) {
                return Err("an item's vote records would never be dropped");
            }
            let votes = || item.ledger.iter().map(|(_, vote)| vote);
            let count = |kind| votes().filter(|vote| vote.if_counted() == Some(kind)).count();
            let (up, down) = (item.tally.upvotes, item.tally.downvotes);
            if (count(Vote::Up), count(Vote::Down)) != (up as usize, down as usize) {
                return Err("an item's counts differ from its ledger");
            }
            let silent = votes().filter(|vote| vote.is_silent).count();
            if silent != item.silent_votes() as usize {
                return Err("an item's number of silent votes is wrong");
            }
        } else if item.silent_votes() > 0 {
            return Err("an item has silent votes without vote records");
        } else if item.ledger.kept().is_some()
            && !self.settings.keep_votes()
            && !self.sweep.drops_kept()
        {
            return Err("votes are kept that would never be dropped");
        }
        if item.groups().len() > MAX_GROUPS || item.fields().len() > MAX_FIELDS {
            return Err("an item has too many groups or fields");
        }
        if item.fields().iter().any(|field| field.name().check(kind).is_err()) {
            return Err("an item has a custom field of a reserved name");
        }
        let groups = &self.listings.groups;
        if !item.groups().is_sorted_by(|a, b| groups.name(*a) < groups.name(*b)) {
            return Err("an item's groups are not sorted by name");
        }
        for number in item.groups() {
            let group =
                groups.get(*number).ok_or("an article is in a group that does not exist")?;
            if !is_in(group.rankings(), standing.listed_in_groups().as_ref()) {
                return Err("a group does not hold an article that is in it");
            }
        }
        Ok(())
    }
}
