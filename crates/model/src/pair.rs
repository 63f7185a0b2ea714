//! A site and its model in lockstep.

use article_site::{
    Edit, ItemId, Moderation, NewArticle, NewComment, Origin, Posted, RecordedVote, Settings,
    SettingsChange, Site, Unvoted, UserName, Vote,
};

use crate::bytes::{decoded, encoded};
use crate::comparison::assert_same;
use crate::listing_comparison::{assert_same_beside, assert_same_listing};
use crate::model::MAX_ID_GAP;
use crate::names::{self, time};
use crate::thread_comparison::assert_same_thread;
use crate::{Follower, Model, Operation};

/// A site and its model, to which the same operations were applied.
pub struct Pair {
    /// The site.
    pub site: Site,
    /// The model.
    pub model: Model,
    /// The current time of both, in UNIX seconds.
    pub now: i64,
    /// A copy that follows the site with [`Operation::Follow`].
    follower: Follower,
}

impl Default for Pair {
    fn default() -> Self {
        Self {
            site: Site::new(Settings::default()),
            model: Model::default(),
            now: 1_000_000_000,
            follower: Follower::default(),
        }
    }
}

impl Pair {
    /// Returns an empty site and its model.
    pub fn new() -> Self {
        Self::default()
    }

    /// Applies an operation to both.
    ///
    /// # Panics
    ///
    /// If their results differ.
    pub fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::Post { poster, link, groups, fields, id_step, age } => {
                self.post(*poster, *link, groups, fields, *id_step, *age);
            }
            Operation::Comment { poster, parent, text, fields, id_step, age } => {
                self.comment(*poster, *parent, *text, fields, *id_step, *age);
            }
            Operation::Edit { id, title, link, text, fields, unset } => self.edit(
                (*id).into(),
                &Edit {
                    title: title.map(names::title),
                    link: link.map(names::link),
                    text: text.map(names::text),
                    fields: &names::fields(fields),
                    unset: &unset.iter().map(|name| names::field(*name)).collect::<Vec<_>>(),
                },
            ),
            Operation::Delete { id } => {
                let id = u32::from(*id);
                assert_eq!(self.site.delete(ItemId::new(id)), self.model.delete(id));
            }
            Operation::Vote { user, id, vote, is_silent } => {
                let vote = vote.map(|is_up| if is_up { Vote::Up } else { Vote::Down });
                let vote = vote.map(|vote| RecordedVote { vote, is_silent: *is_silent });
                self.vote(names::user(*user), (*id).into(), vote);
            }
            Operation::Unvote { user, from, count } => self.unvote(*user, *from, *count),
            Operation::Transfer { user, new_user, count } => {
                self.transfer(*user, *new_user, *count);
            }
            Operation::GroupAdd { id, groups } => {
                let (id, groups) = (u32::from(*id), names::groups(groups));
                let joined = self.site.add_to_groups(ItemId::new(id), &groups);
                assert_eq!(joined, self.model.group_add(id, &groups));
            }
            Operation::GroupRemove { id, groups } => {
                let (id, groups) = (u32::from(*id), names::groups(groups));
                let left = self.site.remove_from_groups(ItemId::new(id), &groups);
                assert_eq!(left, self.model.group_remove(id, &groups));
            }
            Operation::DropClosed => {
                let dropped = self.site.drop_closed(time(self.now));
                assert_eq!(dropped, self.model.drop_closed(self.now));
            }
            Operation::Alter { .. } => self.alter(operation.settings().unwrap()),
            Operation::Moderate { moderation, ids } => self.moderate(*moderation, ids),
            Operation::Boost { id, seconds, is_increment } => {
                let (id, seconds) = (u32::from(*id), 10_000 * i64::from(*seconds));
                let boosted = self.site.boost(ItemId::new(id), seconds, *is_increment);
                let boosted = boosted.map(|(before, after)| (before.get(), after.get()));
                assert_eq!(boosted, self.model.boost(id, seconds, *is_increment));
            }
            Operation::Bump { id, age, comments } => self.bump((*id).into(), *age, *comments),
            Operation::Increment { id, field, increment } => {
                let (id, field) = (u32::from(*id), names::field(*field));
                let increment = i64::from(*increment) << 50;
                let sum = self.site.increment(ItemId::new(id), field, increment);
                assert_eq!(sum, self.model.increment(id, field.as_bytes(), increment));
            }
            Operation::Read(read) => {
                let query = read.query(self.now);
                assert_same_listing(&self.model, &self.site, &query);
                let number = usize::from(read.size) + 1;
                assert_same_beside(&self.model, &self.site, &query, number);
            }
            Operation::Thread { read, mutation } => {
                assert_same_thread(&self.model, &self.site, &read.query(self.now), *mutation);
            }
            Operation::ThreadMeanwhile { read, operations } => {
                self.read_thread_meanwhile(&read.query(self.now), operations);
            }
            Operation::Tick { seconds } => self.now += i64::from(*seconds),
            Operation::Reload => self.reload(),
            Operation::Follow { count } => {
                self.follower.follow(&self.site, &self.model, usize::from(*count) + 1);
            }
        }
    }

    fn origin(&self) -> Origin {
        Origin::Client(time(self.now))
    }

    fn new_id(&self, id_step: Option<i8>) -> Option<ItemId> {
        let id = |step| self.model.last_id.saturating_add_signed(distance(step));
        id_step.map(id).map(ItemId::new)
    }

    fn post(
        &mut self,
        poster: u8,
        link: Option<u8>,
        groups: &[u8],
        fields: &[(u8, u8)],
        id_step: Option<i8>,
        age: i16,
    ) {
        let new = NewArticle {
            poster: names::user(poster),
            title: names::title(poster),
            link: names::link(link),
            groups: &names::groups(groups),
            fields: &names::fields(fields),
            id: self.new_id(id_step),
            time: time(self.now - i64::from(age)),
        };
        let posted = self.site.post(&new, self.origin());
        let posted = posted.map(|posted| match posted {
            Posted::Created(id) => (id.get(), true),
            Posted::Duplicate { id, .. } => (id.get(), false),
        });
        assert_eq!(posted, self.model.post(&new, self.now));
    }

    fn comment(
        &mut self,
        poster: u8,
        parent: i8,
        text: u8,
        fields: &[(u8, u8)],
        id_step: Option<i8>,
        age: i16,
    ) {
        let parent = match parent {
            0.. => parent as u32,
            _ => (self.model.last_id + 1).saturating_add_signed(parent.into()),
        };
        let new = NewComment {
            poster: names::user(poster),
            parent: ItemId::new(parent),
            text: names::text(text),
            fields: &names::fields(fields),
            id: self.new_id(id_step),
            time: time(self.now - i64::from(age)),
        };
        let commented = self.site.comment(&new, self.origin());
        assert_eq!(commented.map(ItemId::get), self.model.comment(&new, self.now));
    }

    fn edit(&mut self, id: u32, edit: &Edit) {
        assert_eq!(self.site.edit(ItemId::new(id), edit), self.model.edit(id, edit));
    }

    fn vote(&mut self, user: UserName, id: u32, vote: Option<RecordedVote>) {
        let origin = self.origin();
        let voted = self.site.vote(user, ItemId::new(id), vote, origin);
        let user = user.as_bytes();
        let before = self.model.get(id).and_then(|article| article.votes.as_ref()?.get(user));
        let before = before.map(|vote| vote.vote);
        let expected = self.model.vote(user, id, vote, self.now);
        assert_eq!(voted.map(|voted| voted.changed), expected);
        if let (Ok(voted), Some(article)) = (voted, self.model.get(id)) {
            assert_eq!(voted.previous, before);
            let tally = voted.tally;
            let counts = (tally.upvotes, tally.downvotes, tally.score);
            assert_eq!(counts, (article.upvotes, article.downvotes, article.score));
        }
    }

    fn unvote(&mut self, user: u8, from: u8, count: u8) {
        let (user, from, count) = (names::user(user), u32::from(from), usize::from(count) + 1);
        let Unvoted { next, withdrawn, dropped } =
            self.site.unvote(user, from, count, time(self.now));
        let expected = self.model.unvote(user.as_bytes(), from, count, self.now);
        assert_eq!((next, withdrawn, dropped), expected);
    }

    fn transfer(&mut self, user: u8, new_user: u8, count: u8) {
        let (user, new_user) = (names::user(user), names::user(new_user));
        let count = usize::from(count) + 1;
        let expected = self.model.transfer(user.as_bytes(), new_user.as_bytes(), count);
        assert_eq!(self.site.transfer(user, new_user, count), expected);
    }

    fn alter(&mut self, change: SettingsChange) {
        let altered = self.site.alter(change, time(self.now));
        assert_eq!(altered, self.model.alter(change, self.now));
    }

    fn moderate(&mut self, moderation: u8, ids: &[u8]) {
        let moderation = Moderation::ALL[usize::from(moderation) % Moderation::ALL.len()];
        let numbers: Vec<u32> = ids.iter().map(|id| (*id).into()).collect();
        let ids: Vec<_> = numbers.iter().map(|id| ItemId::new(*id)).collect();
        let changed = self.site.moderate(moderation, &ids);
        assert_eq!(changed, self.model.moderate(moderation, &numbers));
    }

    fn bump(&mut self, id: u32, age: Option<i16>, comments: i16) {
        let time_of = age.map(|age| self.now - i64::from(age));
        let article = self.model.get(id).and_then(|item| item.article());
        let before = article.map_or(0, |article| article.comments);
        let comments = match comments {
            few @ -9..10 => i64::from(few),
            i16::MAX => i64::from(u32::MAX - before),
            many => 100_000_000 * i64::from(many),
        };
        let origin = self.origin();
        let bumped = self.site.bump(ItemId::new(id), time_of.map(time), comments, origin);
        let expected = self.model.bump(id, time_of, comments, self.now);
        assert_eq!(bumped.map(|bumped| bumped.changed), expected);
    }

    fn reload(&mut self) {
        let mut chunks = encoded(&self.site).into_iter();
        self.site = decoded(&mut chunks).unwrap();
        assert_eq!(chunks.next(), None, "the decoder left a chunk unread");
        // A site that is loaded numbers its changes from the beginning, so the copy starts again.
        self.follower = Follower::default();
    }

    /// Has the copy follow the site to the end, some changes at a time.
    ///
    /// # Panics
    ///
    /// If the copy then differs from the model.
    pub fn catch_up(&mut self, count: usize) {
        self.follower.catch_up(&self.site, &self.model, count);
    }

    /// Compares the site with the model and checks its invariants.
    ///
    /// # Panics
    ///
    /// If they differ or an invariant does not hold.
    pub fn assert_same(&self) {
        self.site.check().unwrap();
        assert_same(&self.model, &self.site, self.now);
    }
}

/// Returns the distance of an id from the last id. The two largest steps are at the limit.
fn distance(id_step: i8) -> i32 {
    match id_step {
        126 => MAX_ID_GAP as i32,
        127 => MAX_ID_GAP as i32 + 1,
        step => step.into(),
    }
}
