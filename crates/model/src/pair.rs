//! A site and its model in lockstep.

use article_site::{
    AnswerFilter, Budget, Edit, Ids, ItemId, NewArticle, NewComment, Origin, Posted, RecordedVote,
    Settings, SettingsChange, Site, UnixTime, UserName, Walked,
};

use crate::bytes::{decoded, encoded};
use crate::comparison::assert_same;
use crate::listing_comparison::{assert_same_beside, assert_same_listing};
use crate::names::{self, time};
use crate::operation::{CommentArgs, EditArgs, PostArgs, added_comments};
use crate::own_comparison::{assert_same_answers, assert_same_marked, assert_same_voted};
use crate::thread_comparison::assert_same_thread;
use crate::{Context, Follower, Model, Operation};

/// A site and its model, to which the same operations were applied.
pub struct Pair {
    pub site: Site,
    pub model: Model,
    /// The current time of both, in UNIX seconds.
    pub now: i64,
    /// A copy that follows the site with [`Operation::Follow`].
    follower: Follower,
}

impl Default for Pair {
    fn default() -> Self {
        Self::with_ids(Ids::default())
    }
}

impl Pair {
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns an empty site that gives these ids, and its model.
    pub fn with_ids(ids: Ids) -> Self {
        let settings = Settings::default().with_ids(ids);
        Self {
            site: Site::new(settings),
            model: Model { settings, ..Model::default() },
            now: 1_000_000_000,
            follower: Follower::default(),
        }
    }

    /// Returns a site with the model of what it stores.
    pub fn of(site: Site) -> Self {
        Self { model: Model::of(&site), site, ..Self::new() }
    }

    /// Applies an operation to both.
    pub fn apply(&mut self, operation: &Operation) {
        let context = self.context();
        match operation {
            Operation::Post(args) => self.post(args),
            Operation::Comment(args) => self.comment(args),
            Operation::Edit(args) => self.edit(args),
            Operation::Delete { id } => {
                let id = context.id(*id);
                assert_eq!(self.site.delete(id), self.model.delete(id.get()));
            }
            Operation::Vote { user, id, vote, is_silent } => {
                let vote = vote.map(|vote| RecordedVote { vote, is_silent: *is_silent });
                self.vote(names::user(*user), context.id(*id), vote);
            }
            Operation::Unvote { user, from, count } => {
                self.unvote(names::user(*user), context.id(*from).get(), usize::from(*count) + 1);
            }
            Operation::Silence { user, is_silenced, from, count } => {
                let (user, from) = (names::user(*user), context.first(*from));
                self.silence(user, *is_silenced, from, usize::from(*count) + 1);
            }
            Operation::Affinity { poster, count } => {
                self.affinity(names::user(*poster), usize::from(*count) + 1);
            }
            Operation::Transfer { user, new_user, all, count } => {
                let users = (names::user(*user), names::user(*new_user));
                self.transfer(users, *all, usize::from(*count) + 1);
            }
            Operation::GroupAdd { id, groups } => {
                let (id, groups) = (context.id(*id), names::groups(groups));
                let joined = self.site.add_to_groups(id, &groups);
                assert_eq!(joined, self.model.group_add(id.get(), &groups));
            }
            Operation::GroupRemove { id, groups } => {
                let (id, groups) = (context.id(*id), names::groups(groups));
                let left = self.site.remove_from_groups(id, &groups);
                assert_eq!(left, self.model.group_remove(id.get(), &groups));
            }
            Operation::DropClosed => {
                let dropped = self.site.drop_closed(time(self.now));
                assert_eq!(dropped, self.model.drop_closed(self.now));
            }
            Operation::Alter(settings) => {
                let mut change = SettingsChange::default();
                let settings = context.settings(settings).into_iter();
                settings.for_each(|(setting, value)| change.set(setting, value).unwrap());
                let altered = self.site.alter(change, time(self.now));
                assert_eq!(altered, self.model.alter(change, self.now));
            }
            Operation::Moderate { moderation, ids } => {
                let ids = context.ids(ids);
                let changed = self.site.moderate(*moderation, &ids, time(self.now));
                assert_eq!(changed, self.model.moderate(*moderation, &numbers(&ids), self.now));
            }
            Operation::Boost { id, seconds, is_increment } => {
                let (id, seconds) = (context.id(*id), 10_000 * i64::from(*seconds));
                let boosted = self.site.boost(id, seconds, *is_increment);
                let boosted = boosted.map(|(before, after)| (before.get(), after.get()));
                assert_eq!(boosted, self.model.boost(id.get(), seconds, *is_increment));
            }
            Operation::Bump { id, age, comments } => {
                let time = age.map(|age| context.time(age));
                self.bump(context.id(*id), time, *comments);
            }
            Operation::Increment { id, field, increment } => {
                let (id, field) = (context.id(*id), names::field(*field));
                let increment = i64::from(*increment) << 50;
                let sum = self.site.increment(id, field, increment);
                assert_eq!(sum, self.model.increment(id.get(), field.as_bytes(), increment));
            }
            Operation::Read(read) => {
                let query = context.listing(read);
                assert_same_listing(&self.model, &self.site, &query);
                assert_same_beside(&self.model, &self.site, &query, usize::from(read.size) + 1);
            }
            Operation::Voted { user, vote, kind, size } => {
                let user = names::user(*user);
                assert_same_voted(self, user, (*vote, *kind), u32::from(*size) + 1);
            }
            Operation::Answers { user, is_unseen, not_from, size } => {
                let not_from = names::users(not_from);
                let filter = AnswerFilter { is_unseen: *is_unseen, not_from };
                assert_same_answers(self, names::user(*user), &filter, u32::from(*size) + 1);
            }
            Operation::See { user, age, id } => {
                let (user, position) = (names::user(*user), context.inbox_position(*age, *id));
                let seen = self.site.see(user, position);
                assert_eq!(seen, Ok(self.model.see(user, position)));
                let unseen = AnswerFilter { is_unseen: true, ..AnswerFilter::default() };
                assert_same_answers(self, user, &unseen, 3);
            }
            Operation::Mark { user, list, ids } => {
                let (user, list) = (names::user(*user), names::list(*list));
                let ids = context.ids(ids);
                let marked = self.site.mark(user, list, &ids);
                assert_eq!(marked, self.model.mark(user, list, &numbers(&ids)));
            }
            Operation::Unmark { user, list, ids } => {
                let (user, list) = (names::user(*user), names::list(*list));
                let ids = ids.as_deref().map(|ids| context.ids(ids));
                let unmarked = self.site.unmark(user, list, ids.as_deref());
                let ids = ids.as_deref().map(numbers);
                assert_eq!(unmarked, self.model.unmark(user, list, ids.as_deref()));
            }
            Operation::Marked { user, list, kind, size } => {
                let list = (names::user(*user), names::list(*list));
                assert_same_marked(self, list, *kind, u32::from(*size) + 1);
            }
            Operation::Relate { user, relation: (relation, kind), ends, names } => {
                let (user, names) = (names::user(*user), context.names(*kind, names));
                let (related, expected) = match ends {
                    false => {
                        let related = self.site.relate(user, *relation, &names);
                        (related, self.model.relate(user, *relation, &names))
                    }
                    true => {
                        let related = self.site.unrelate(user, *relation, &names);
                        (Ok(related), self.model.unrelate(user, *relation, &names))
                    }
                };
                assert_eq!(related, Ok(expected));
            }
            Operation::Forget { user } => {
                let (user, count) = (names::user(*user), usize::from(*user) + 1);
                let forgotten = self.site.forget(user, count, time(self.now));
                assert_eq!(forgotten, self.model.forget(user.as_bytes(), count, self.now));
            }
            Operation::Thread { read, mutation } => {
                assert_same_thread(&self.model, &self.site, &context.thread(read), *mutation);
            }
            Operation::ThreadMeanwhile { read, operations } => {
                self.read_thread_meanwhile(&context.thread(read), operations);
            }
            Operation::Tick { seconds } => {
                self.now += i64::from(*seconds);
                // What was swept when makes no difference.
                self.site.sweep();
            }
            Operation::Reload => self.reload(),
            Operation::Follow { count } => {
                self.follower.follow(&self.site, &self.model, usize::from(*count) + 1);
            }
        }
    }

    /// Returns what decides on the ids and times of the next operation.
    pub fn context(&self) -> Context {
        let last_id = self.model.last_id;
        let ids = self.model.settings.ids;
        Context { last_id, ids, now: self.now, second: 1 }
    }

    fn origin(&self) -> Origin {
        Origin::Client(time(self.now))
    }

    fn post(&mut self, args: &PostArgs) {
        let context = self.context();
        let new = NewArticle {
            poster: names::user(args.poster),
            title: names::title(args.poster),
            link: names::link(args.link),
            groups: &names::groups(&args.groups),
            fields: &names::fields(&args.fields),
            id: args.id_step.map(|step| context.new_id(step)),
            time: context.time(args.age),
            is_held: args.is_held,
        };
        let posted = self.site.post(&new, self.origin());
        let posted = posted.map(|posted| match posted {
            Posted::Created(id) => (id.get(), true),
            Posted::Duplicate { id, .. } => (id.get(), false),
        });
        assert_eq!(posted, self.model.post(&new, self.now));
    }

    fn comment(&mut self, args: &CommentArgs) {
        let context = self.context();
        let new = NewComment {
            poster: names::user(args.poster),
            parent: context.id(args.parent),
            text: names::text(args.text),
            fields: &names::fields(&args.fields),
            id: args.id_step.map(|step| context.new_id(step)),
            time: context.time(args.age),
            is_held: args.is_held,
        };
        let commented = self.site.comment(&new, self.origin());
        assert_eq!(commented.map(ItemId::get), self.model.comment(&new, self.now));
    }

    fn edit(&mut self, args: &EditArgs) {
        let id = self.context().id(args.id);
        let edit = Edit {
            title: args.title.map(names::title),
            link: args.link.map(names::link),
            text: args.text.map(names::text),
            fields: &names::fields(&args.fields),
            unset: &args.unset.iter().map(|name| names::field(*name)).collect::<Vec<_>>(),
        };
        assert_eq!(self.site.edit(id, &edit), self.model.edit(id.get(), &edit));
    }

    fn vote(&mut self, user: UserName, id: ItemId, vote: Option<RecordedVote>) {
        let voted = self.site.vote(user, id, vote, self.origin());
        let (user, id) = (user.as_bytes(), id.get());
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

    fn unvote(&mut self, user: UserName, from: u32, count: usize) {
        // Votes that wait to be swept are visited, too, and the model has none.
        self.site.finish_sweep();
        let walked = self.site.unvote(user, from..=u32::MAX, count, time(self.now));
        let expected = self.model.unvote(user.as_bytes(), from, count, self.now);
        assert_eq!(in_numbers(walked), expected);
    }

    fn silence(&mut self, user: UserName, is_silenced: bool, from: u32, count: usize) {
        self.site.finish_sweep();
        let is_decided = from == 0 && self.site.set_silenced(user, is_silenced).unwrap();
        let ids = from..=u32::MAX;
        let walked = self.site.silence(user, is_silenced, ids, count, time(self.now));
        let expected = self.model.silence(user.as_bytes(), is_silenced, from, count, self.now);
        assert_eq!((is_decided, in_numbers(walked)), expected);
    }

    fn affinity(&self, poster: UserName, count: usize) {
        let users = names::users(&[40, 1, 0, 60]);
        for of in [None, Some(&users[..])] {
            let unlimited = &Budget::unlimited();
            let found = self.site.affinity(poster, of, count, time(self.now), unlimited).unwrap();
            let rows = found.iter().map(|it| (it.user.as_bytes(), it.up, it.down, it.given));
            assert!(rows.eq(self.model.affinity(poster.as_bytes(), of, count, self.now)));
        }
    }

    fn transfer(&mut self, (user, new_user): (UserName, UserName), all: bool, count: usize) {
        let (name, new_name) = (user.as_bytes(), new_user.as_bytes());
        if all {
            let moved = self.site.transfer_all(user, new_user, (count, None), time(self.now));
            let expected = self.model.transfer_all(name, new_name, count, self.now);
            // How many follow whom others have become is known once these are swept.
            assert_eq!(moved.unwrap().moved > 0, expected > 0);
        } else {
            let expected = self.model.transfer(name, new_name, count).len();
            assert_eq!(self.site.transfer(user, new_user, count), Ok(expected));
        }
    }

    fn bump(&mut self, id: ItemId, time: Option<UnixTime>, comments: i16) {
        let article = self.model.get(id.get()).and_then(|item| item.article());
        let before = article.map_or(0, |article| article.comments);
        let comments = added_comments(comments, before);
        let bumped = self.site.bump(id, time, comments, self.origin());
        let time = time.map(UnixTime::get);
        let expected = self.model.bump(id.get(), time, comments, self.now);
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
    pub fn catch_up(&mut self, count: usize) {
        self.follower.catch_up(&self.site, &self.model, count);
    }

    /// Compares the site with the model and checks its invariants.
    pub fn assert_same(&self) {
        self.site.check().unwrap();
        assert_same(&self.model, &self.site, self.now);
    }
}

fn in_numbers(Walked { next, votes, changed }: Walked) -> (u32, usize, Vec<u32>) {
    (next, votes, numbers(&changed))
}

fn numbers(ids: &[ItemId]) -> Vec<u32> {
    ids.iter().map(|id| id.get()).collect()
}
