//! How items change. All of it is here, so that an operation cannot forget a ranking, an index or
//! a number that follows from an item.

use std::collections::BinaryHeap;
use std::ops::{Deref, DerefMut};

use crate::indexes::Listings;
use crate::indexes::groups::Groups;
use crate::indexes::standing::Standing;
use crate::indexes::users::Users;
use crate::item::Item;
use crate::item::activity::Activity;
use crate::item::content::Lineage;
use crate::item::item_mut::{DoneRarely, ItemMut};
use crate::item::texts::Texts;
use crate::items::Node;
use crate::site::Site;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::settings::Settings;
use crate::terms::types::{ItemId, UnixTime};

/// What a change of an item may read of the rest of the site.
pub struct Surroundings<'a> {
    pub settings: &'a Settings,
    pub groups: &'a Groups,
    pub users: &'a mut Users,
    pub hasher: &'a KeyedHash,
}

impl Site {
    /// Changes an article or comment, and moves it wherever something depends on what is another
    /// then. Returns the result of the change.
    pub(super) fn change_item<R>(
        &mut self,
        id: ItemId,
        change: impl FnOnce(&mut ItemMut, &mut Surroundings) -> R,
    ) -> Option<R> {
        self.change_items(|site| site.change_item(id, change))
    }

    /// Changes several articles and comments. What is above them is counted once, at the end.
    pub(super) fn change_items<R>(&mut self, change: impl FnOnce(&mut Changing) -> R) -> R {
        let (uncounted, unbumped) = Default::default();
        let mut changing = Changing { site: self, uncounted, unbumped };
        let result = change(&mut changing);
        changing.count_listed();
        changing.take_back_bumps();
        result
    }
}

/// A site whose articles and comments change.
pub struct Changing<'a> {
    site: &'a mut Site,
    /// What comments answer that are not counted above them yet, and how many are more or less.
    uncounted: BinaryHeap<(ItemId, i32)>,
    /// The articles whose latest comment is listed no more.
    unbumped: Vec<ItemId>,
}

impl Deref for Changing<'_> {
    type Target = Site;

    fn deref(&self) -> &Site {
        self.site
    }
}

impl DerefMut for Changing<'_> {
    fn deref_mut(&mut self) -> &mut Site {
        self.site
    }
}

impl Changing<'_> {
    /// As [`Site::change_item`].
    pub fn change_item<R>(
        &mut self,
        id: ItemId,
        change: impl FnOnce(&mut ItemMut, &mut Surroundings) -> R,
    ) -> Option<R> {
        let Site { settings, changes, votes, items, listings, hasher, .. } = &mut *self.site;
        let mut moved = None;
        let result = items.update(id, |item| {
            let from = Standing::of(id, item);
            let mut changing = ItemMut::new(item);
            let Listings { groups, users, .. } = listings;
            let mut site = Surroundings { settings, groups, users, hasher };
            let result = change(&mut changing, &mut site);
            let done = changing.done();
            *votes = votes.wrapping_add_signed(done.recorded_votes);
            if done.is_shown {
                let to = Standing::of(id, item);
                let groups = done.rarely.as_ref().and_then(|rarely| rarely.groups.as_deref());
                listings.update((&from, &to), groups, item.groups());
                changes.count_in(item);
            }
            match done.voter {
                Some((user, true)) => listings.users.add_vote(user, id),
                Some((user, false)) => listings.users.remove_vote(user, id, hasher),
                None => {}
            }
            if done.is_moved {
                moved = Some((from, Standing::of(id, item), done.rarely.unwrap_or_default()));
            }
            result
        });
        if let Some((from, to, rarely)) = moved {
            self.move_rarely(&from, &to, *rarely);
        }
        result
    }

    /// Moves an item where few changes move one: from poster to poster, by its link, in its
    /// thread.
    fn move_rarely(&mut self, from: &Standing, to: &Standing, rarely: DoneRarely) {
        if from.poster != to.poster {
            self.move_answers(from, to);
        }
        let Site { items, listings, links, closing, sweep, hasher, .. } = &mut *self.site;
        if let Some(closes) = rarely.closes {
            closes.inspect(|closes| closing.remove(to.id(), to.kind, *closes));
            if let Some(closes) = items.get(to.id()).and_then(Item::drops) {
                closing.insert(to.id(), to.kind, closes);
            }
        }
        if from.poster != to.poster {
            listings.users.remove(from, hasher);
            listings.users.add(to, items);
        }
        let id = to.id();
        rarely.voters.iter().for_each(|user| listings.users.add_vote(*user, id));
        sweep.add(id, rarely.dropped);
        let Some(item) = items.get(id) else { return };
        let Some(Lineage { parent, article, .. }) = Node::Item(item).lineage() else {
            let link = item.content.link();
            let before = rarely.texts.as_ref().map_or(link, Texts::link);
            if (before, from.time()) != (link, to.time()) {
                links.remove(id, before, from.time(), hasher);
                links.insert(id, item, items.articles(), hasher);
            }
            return;
        };
        items.reattach(parent, from.answer_key(), to.answer_key());
        let added = i32::from(to.is_listed()) - i32::from(from.is_listed());
        if added != 0 {
            self.uncounted.push((parent, added));
            self.list_answer(id, to.is_listed());
            match to.is_listed() {
                true => {
                    let bumped = self.bump_by_comment(article, to.time());
                    self.count_comments(article, 0, bumped);
                }
                false => self.note_unlisted(article, to.time()),
            }
        }
    }

    /// Moves the answers to an item that has another poster now, and the item itself as an answer,
    /// before the poster from whom it is taken may go.
    fn move_answers(&mut self, from: &Standing, to: &Standing) {
        let Site { items, listings: Listings { users, .. }, .. } = &mut *self.site;
        let id = to.id();
        let Some(item) = items.get(id) else { return };
        if let Some(answered) = items.answered(item) {
            users.remove_answers(answered.poster, &[id.get()], items.comments());
        }
        if let Some(user) = items.listed_for(item) {
            users.add_answers(user, &[id.get()], items.comments());
        }
        users.move_crowded(id, from.poster, Some(to.poster));
        let mut answers = items.few_answers_to(item);
        users.remove_answers(from.poster, &answers, items.comments());
        answers.retain(|answer| {
            let comment = items.comments().get(*answer);
            comment.and_then(|comment| items.listed_for(comment)) == Some(to.poster)
        });
        users.add_answers(to.poster, &answers, items.comments());
    }

    /// Counts the comments that are listed now and were not, or the other way round, in everything
    /// above them: once in each, since every answer has a greater id than what it answers.
    pub(super) fn count_listed(&mut self) {
        while let Some((id, mut added)) = self.uncounted.pop() {
            while self.uncounted.peek().is_some_and(|(other, _)| *other == id) {
                added += self.uncounted.pop().map_or(0, |(_, added)| added);
            }
            let Site { items, changes, .. } = &mut *self.site;
            match items.count_below(id, added, changes) {
                Some(parent) => self.uncounted.push((parent, added)),
                None => self.count_comments(id, added, None),
            }
        }
    }

    /// Subtracts a comment that leaves the listings from the counts of the items above it.
    pub(super) fn uncount(&mut self, id: ItemId) {
        let item = self.items.get(id).filter(|item| item.is_listed());
        let Some(item) = item else { return };
        let time = item.time;
        if let Some(Lineage { parent, article, .. }) = Node::Item(item).lineage() {
            self.uncounted.push((parent, -1));
            self.note_unlisted(article, time);
        }
    }

    /// Notes that a comment of an article is listed no more: it may be the latest that happened
    /// there.
    fn note_unlisted(&mut self, id: ItemId, time: UnixTime) {
        let article = self.items.articles().get(id.get());
        if article.is_some_and(|article| article.activity().bumped == time) {
            self.unbumped.push(id);
        }
    }

    /// Sets when something last happened on the articles whose latest comment is listed no more.
    fn take_back_bumps(&mut self) {
        let mut ids = std::mem::take(&mut self.unbumped);
        ids.sort_unstable();
        ids.dedup();
        for id in ids {
            let Some(article) = self.items.articles().get(id.get()) else { continue };
            let before = article.activity();
            let bumped = self.bumped_from(before.floor, id, article);
            self.change_item(id, |article, _| {
                article.set_activity(Activity { bumped, ..before });
            });
        }
    }
}
