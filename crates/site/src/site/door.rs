//! How an item comes, changes and goes. All of it is here, so that an operation cannot forget a
//! ranking, an index or a number that follows from an item.

use crate::indexes::Listings;
use crate::indexes::groups::Groups;
use crate::indexes::links;
use crate::indexes::standing::Standing;
use crate::indexes::users::Users;
use crate::item::Item;
use crate::item::activity::Activity;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::content::Lineage;
use crate::item::item_mut::{DoneRarely, ItemMut};
use crate::item::texts::Texts;
use crate::items::Node;
use crate::orders::ranking_set::RankingSet;
use crate::site::Site;
use crate::site::record::NewRecord;
use crate::structures::counted_tree::Place;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::number_list::NumberList;
use crate::terms::kind::Kind;
use crate::terms::settings::Settings;
use crate::terms::types::{ItemId, UnixTime};

/// What a change of an item may read of the rest of the site.
pub struct Surroundings<'a> {
    pub settings: &'a Settings,
    pub groups: &'a Groups,
    pub users: &'a mut Users,
    pub hasher: &'a KeyedHash,
    all: &'a RankingSet,
    /// Where the item stands before the change.
    from: &'a Standing,
    /// Where it is in the ranking of the site by score, if it was located.
    place: Option<Place>,
}

impl Surroundings<'_> {
    /// Finds the item, whose score is about to change, in the ranking of the site, and starts to
    /// load what is around it.
    pub fn locate(&mut self) {
        if self.from.kind == Kind::Article
            && let Some(positions) = self.from.listed()
        {
            self.place = self.all.locate(positions);
        }
    }
}

impl Site {
    /// Stores an article or comment and counts its id as assigned. `link` is the hash of an
    /// article's link.
    pub(super) fn insert(&mut self, record: NewRecord, link: Option<u64>) {
        let id = record.id;
        let item = record.into_item();
        let answered = self.items.answered(&item);
        let answered_user = answered.and_then(|answered| answered.user_answered_by(&item));
        let mut is_crowded =
            answered.and_then(|answered| answered.answers()).is_some_and(Answers::is_crowded);
        self.listings.insert(&Standing::of(id, &item), item.groups(), &self.items);
        if let Some(hash) = link {
            self.links.insert(id, &item, hash, self.items.articles());
        }
        if let Some(closes) = item.drops() {
            self.closing.insert(id, item.content.kind(), closes);
        }
        let users = &mut self.listings.users;
        // The answers to a user change last.
        answered_user.inspect(|user| users.prefetch_answers(*user));
        item.ledger.for_each_user(|user| users.add_vote(user, id));
        let (lineage, key) = (Node::Item(&item).lineage(), item.answer_key(id));
        let is_listed = item.is_listed();
        self.store(id, item);
        if let Some(lineage) = lineage {
            is_crowded |= self.attach(lineage.parent, key);
        }
        if is_crowded {
            self.list_answer(id, is_listed);
        } else if let Some(user) = answered_user.filter(|_| is_listed) {
            self.listings.users.add_answers(user, &[id.get()]);
        }
    }

    /// Adds a comment or a tombstone to the answers of its parent. Returns whether these have
    /// become a crowd.
    pub(super) fn attach(&mut self, parent: ItemId, key: AnswerKey) -> bool {
        let Self { items, listings, .. } = self;
        let is_gathered = items.attach(parent, key);
        if is_gathered
            && let Some(answered) = items.get(parent)
            && let Some(listed) = items.listed_in_crowd(parent)
        {
            listings.users.add_crowded(answered.poster, parent, listed);
        }
        is_gathered
    }

    /// Lists a comment as an answer to whoever posted what it answers, or no more.
    fn list_answer(&mut self, id: ItemId, is_listed: bool) {
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let Some(comment) = items.get(id) else { return };
        let Some(answered) = items.answered(comment) else { return };
        let user = answered.user_answered_by(comment);
        let is_crowded = answered.answers().is_some_and(Answers::is_crowded);
        let parent = comment.content.comment().map(|comment| comment.lineage().parent);
        if is_crowded {
            let listed = parent.and_then(|parent| items.listed_in_crowd_mut(parent));
            listed.into_iter().for_each(|listed| match is_listed {
                true => _ = listed.insert(id.get()),
                false => _ = listed.remove(id.get()),
            });
        } else if let Some(user) = user {
            match is_listed {
                true => users.add_answers(user, &[id.get()]),
                false => users.remove_answers(user, &[id.get()]),
            }
        }
    }

    /// Changes an article or comment, and moves it wherever something depends on what is another
    /// then. Returns the result of the change.
    pub(super) fn change_item<R>(
        &mut self,
        id: ItemId,
        change: impl FnOnce(&mut ItemMut, &mut Surroundings) -> R,
    ) -> Option<R> {
        let Self { settings, changes, votes, items, listings, hasher, .. } = self;
        let mut moved = None;
        let result = items.update(id, |item| {
            let from = Standing::of(id, item);
            let mut changing = ItemMut::new(item);
            let Listings { groups, users, all, .. } = listings;
            let mut site =
                Surroundings { settings, groups, users, hasher, all, from: &from, place: None };
            let result = change(&mut changing, &mut site);
            let place = site.place;
            let done = changing.done();
            *votes = votes.wrapping_add_signed(done.recorded_votes);
            if done.is_shown {
                let to = Standing::of(id, item);
                let groups = done.rarely.as_ref().and_then(|rarely| rarely.groups.as_deref());
                listings.update((&from, &to), place.as_ref(), groups, item.groups());
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
        let Self { items, listings, links, closing, sweep, hasher, .. } = self;
        if let Some(closes) = rarely.closes {
            closing.remove(to.id(), to.kind, closes);
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
                links.insert(id, item, links::hash(link, hasher), items.articles());
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
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let id = to.id();
        let Some(item) = items.get(id) else { return };
        if let Some(answered) = items.answered(item) {
            users.remove_answers(answered.poster, &[id.get()]);
        }
        if let Some(user) = items.listed_for(item) {
            users.add_answers(user, &[id.get()]);
        }
        let is_crowded = item.answers().is_some_and(Answers::is_crowded);
        users.move_crowded(id, from.poster, is_crowded.then_some(to.poster));
        let mut answers = items.few_answers_to(item);
        users.remove_answers(from.poster, &answers);
        answers.retain(|answer| {
            let comment = items.comments().get(*answer);
            comment.and_then(|comment| items.listed_for(comment)) == Some(to.poster)
        });
        users.add_answers(to.poster, &answers);
    }

    /// Counts a new comment that answers `parent` as one of the comments of everything above it.
    /// If it bumps the article, the article's last activity is not before that.
    pub(super) fn count_above(&mut self, parent: ItemId, bumped: Option<UnixTime>) {
        let article = self.items.count_in_thread(parent, 1, &mut self.changes);
        self.count_comments(article, 1, bumped);
    }

    fn count_comments(&mut self, article: ItemId, added: i32, bumped: Option<UnixTime>) {
        self.change_item(article, |article, _| {
            let before = article.activity();
            article.set_activity(Activity {
                comments: before.comments.saturating_add_signed(added),
                bumped: bumped.map_or(before.bumped, |bumped| bumped.max(before.bumped)),
                ..before
            });
        });
    }

    /// Counts the comments that are listed now and were not, or the other way round, in everything
    /// above them: once in each, since every answer has a greater id than what it answers. Must
    /// follow each operation with such comments.
    pub(super) fn count_listed(&mut self) {
        while let Some((id, mut added)) = self.uncounted.pop() {
            while self.uncounted.peek().is_some_and(|(other, _)| *other == id) {
                added += self.uncounted.pop().map_or(0, |(_, added)| added);
            }
            match self.items.count_below(id, added, &mut self.changes) {
                Some(parent) => self.uncounted.push((parent, added)),
                None => self.count_comments(id, added, None),
            }
        }
    }

    /// Deletes an article or a comment; see [`Site::delete_all`]. Returns false if there is
    /// nothing of that id.
    pub fn delete(&mut self, id: ItemId) -> bool {
        self.delete_all(vec![id]) > 0
    }

    /// Deletes articles and comments. Comments below them stay, and while there are any, their
    /// tombstones in the thread stay, too. Returns how many there were.
    pub fn delete_all(&mut self, mut ids: Vec<ItemId>) -> usize {
        // What is below goes first and leaves no tombstone.
        ids.sort_unstable_by(|id, other| other.cmp(id));
        ids.dedup();
        for id in &ids {
            let item = self.items.get(*id).filter(|item| item.is_listed());
            let Some(item) = item else { continue };
            let (time, lineage) = (item.time, Node::Item(item).lineage());
            if let Some(Lineage { parent, article, .. }) = lineage {
                self.uncounted.push((parent, -1));
                self.note_unlisted(article, time);
            }
        }
        self.count_listed();
        let deleted = ids.into_iter().filter(|id| self.delete_uncounted(*id)).count();
        self.take_back_bumps();
        deleted
    }

    /// Deletes an article or a comment that no item counts any more.
    fn delete_uncounted(&mut self, id: ItemId) -> bool {
        self.list_answer(id, false);
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let Some(item) = items.get(id) else { return false };
        let (kind, poster) = (item.content.kind(), item.poster);
        users.remove_answers(poster, &items.few_answers_to(item));
        if let Some(listed) = items.listed_in_crowd_mut(id) {
            *listed = NumberList::default();
        }
        users.move_crowded(id, poster, None);
        let Some(mut item) = self.items.remove(id, kind) else { return false };
        self.listings.remove(&Standing::of(id, &item), item.groups(), &self.hasher);
        if kind == Kind::Article {
            self.links.remove(id, item.content.link(), item.time, &self.hasher);
        }
        if let Some(closes) = item.drops() {
            self.closing.remove(id, kind, closes);
        }
        self.votes -= item.recorded_votes();
        self.listings.users.lists.delete(id, item.marks);
        self.changes.count_deletion(id);
        self.sweep.add(id, item.ledger.take());
        true
    }
}
