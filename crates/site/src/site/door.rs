//! How an item comes and goes. All of it is here, so that an operation cannot forget a ranking, an
//! index or a number that follows from an item.

use crate::indexes::Listings;
use crate::indexes::standing::Standing;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::fields::Fields;
use crate::item::flags::Visibility;
use crate::item::ledger::Entries;
use crate::item::numbers::{GroupNumbers, UserNumber};
use crate::items::Node;
use crate::site::Site;
use crate::site::record::{NewRecord, RecordContent, Votes};
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, Vote};

impl Site {
    /// Stores a new article or comment with the vote of its poster, if that counts. A listed
    /// comment counts as one of the comments above it, and bumps its article, unless the article
    /// is too old for that.
    pub(super) fn insert_new(
        &mut self,
        id: ItemId,
        poster: UserNumber,
        time: UnixTime,
        content: RecordContent<GroupNumbers>,
        fields: Fields,
        is_held: bool,
    ) {
        let mut record = NewRecord::new(id, poster, time, self.settings.window(), content);
        if self.settings.self_vote() {
            let mut votes = Entries::default();
            votes.set(poster, Some(Vote::Up.counted()));
            record.ledger = Votes::Recorded(votes);
            record.tally.count_change(None, Some(Vote::Up));
        }
        record.tally.score =
            self.formula_score(time, record.tally.votes(), record.moderated.boost);
        record.fields = fields;
        if is_held {
            record.moderated.flags.visibility = Visibility::Held;
        }
        let commented = match record.content {
            RecordContent::Comment { lineage, .. } if !is_held => Some(lineage.article),
            RecordContent::Article { .. } | RecordContent::Comment { .. } => None,
        };
        self.insert(record);
        if let Some(article) = commented {
            let bumped = self.bump_by_comment(article, time);
            self.count_comments(article, 1, bumped);
        }
    }

    /// Stores an article or comment and counts its id as assigned. A listed comment counts as one
    /// of the comments above it, but not in what its article shows, which is loaded with that.
    pub(super) fn insert(&mut self, record: NewRecord) {
        let id = record.id;
        let item = record.into_item();
        let answered = self.items.answered(&item);
        let answered_user = answered.and_then(|answered| answered.user_answered_by(&item));
        let mut is_crowded =
            answered.and_then(|answered| answered.answers()).is_some_and(Answers::is_crowded);
        self.listings.insert(&Standing::of(id, &item), item.groups(), &self.items);
        if item.content.kind() == Kind::Article {
            self.links.insert(id, &item, self.items.articles(), &self.hasher);
        }
        if let Some(closes) = item.drops() {
            self.closing.insert(id, item.content.kind(), closes);
        }
        let users = &mut self.listings.users;
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
            self.listings.users.add_answers(user, &[id.get()], self.items.comments());
        }
        if let Some(lineage) = lineage.filter(|_| is_listed) {
            self.items.count_in_thread(lineage.parent, &mut self.changes);
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
            let answers = (parent, listed);
            listings.users.add_crowded(answered.poster, answers, items.comments());
        }
        is_gathered
    }

    /// Lists a comment as an answer to whoever posted what it answers, or no more.
    pub(super) fn list_answer(&mut self, id: ItemId, is_listed: bool) {
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let Some(comment) = items.get(id) else { return };
        let Some(answered) = items.answered(comment) else { return };
        let user = answered.user_answered_by(comment);
        let is_crowded = answered.answers().is_some_and(Answers::is_crowded);
        let parent = comment.content.comment().map(|comment| comment.lineage().parent);
        if is_crowded {
            parent.inspect(|parent| items.list_in_crowd(*parent, id.get(), is_listed));
        } else if let Some(user) = user {
            match is_listed {
                true => users.add_answers(user, &[id.get()], items.comments()),
                false => users.remove_answers(user, &[id.get()], items.comments()),
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
        self.change_items(|site| {
            ids.iter().for_each(|id| site.uncount(*id));
            // While what they answer exists.
            site.count_listed();
            ids.into_iter().filter(|id| site.delete_uncounted(*id)).count()
        })
    }

    /// Deletes an article or a comment that no item counts any more.
    fn delete_uncounted(&mut self, id: ItemId) -> bool {
        self.list_answer(id, false);
        let Self { items, listings: Listings { users, .. }, .. } = self;
        let Some(item) = items.get(id) else { return false };
        let (kind, poster) = (item.content.kind(), item.poster);
        users.remove_answers(poster, &items.few_answers_to(item), items.comments());
        items.unlist_crowd(id);
        users.move_crowded(id, poster, None);
        let Some((mut item, marks)) = self.items.remove(id, kind) else { return false };
        self.listings.remove(&Standing::of(id, &item), item.groups(), &self.hasher);
        if kind == Kind::Article {
            self.links.remove(id, item.content.link(), item.time, &self.hasher);
        }
        if let Some(closes) = item.drops() {
            self.closing.remove(id, kind, closes);
        }
        self.votes -= item.recorded_votes();
        self.listings.users.lists.delete(id, marks);
        self.changes.count_deletion(id);
        self.sweep.add(id, item.ledger.take());
        true
    }
}
