//! A site and its model in lockstep.

use article_site::formula::Formula;
use article_site::{
    CommentText, Edit, FieldName, ItemId, Link, Moderation, NewArticle, NewComment, Order, Origin,
    Posted, RecordedVote, Setting, Settings, SettingsChange, Site, Title, Unvoted, UserName, Vote,
};

use crate::bytes::{decoded, encoded};
use crate::comparison::assert_same;
use crate::listing_comparison::{assert_same_beside, assert_same_listing};
use crate::model::MAX_ID_GAP;
use crate::names::{field_pairs, fields, group_names, name, names, time};
use crate::thread::THREAD_ORDERS;
use crate::thread_comparison::assert_same_thread;
use crate::{
    Follower, Model, ModelEdit, ModelListing, ModelNewComment, ModelPost, ModelSettings, Operation,
};

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
            Operation::Edit { id, title, link, text, fields: set, unset } => {
                let edit = ModelEdit {
                    title: title.map(|title| name("title", title)),
                    link: link.map(link_of),
                    text: text.map(|text| name("text", text)),
                    fields: fields(set),
                    unset: names("field", unset),
                };
                self.edit((*id).into(), &edit);
            }
            Operation::Delete { id } => {
                let id = u32::from(*id);
                assert_eq!(self.site.delete(ItemId::new(id)), self.model.delete(id));
            }
            Operation::Vote { user, id, vote, is_silent } => {
                let vote = vote.map(|is_up| if is_up { Vote::Up } else { Vote::Down });
                let vote = vote.map(|vote| RecordedVote { vote, is_silent: *is_silent });
                self.vote(&name("user", *user), (*id).into(), vote);
            }
            Operation::Unvote { user, from, count } => {
                let (user, from) = (name("user", *user), u32::from(*from));
                let count = usize::from(*count) + 1;
                let user_name = UserName::new(&user).unwrap();
                let Unvoted { next, withdrawn, dropped } =
                    self.site.unvote(user_name, from, count, time(self.now));
                let expected = self.model.unvote(&user, from, count, self.now);
                assert_eq!((next, withdrawn, dropped), expected);
            }
            Operation::Transfer { user, new_user, count } => {
                let (user, new_user) = (name("user", *user), name("user", *new_user));
                let count = usize::from(*count) + 1;
                let [from, to] = [&user, &new_user].map(|name| UserName::new(name).unwrap());
                let transferred = self.site.transfer(from, to, count);
                assert_eq!(transferred, self.model.transfer(&user, &new_user, count));
            }
            Operation::GroupAdd { id, groups } => {
                let (id, groups) = (u32::from(*id), names("group", groups));
                let joined = self.site.add_to_groups(ItemId::new(id), &group_names(&groups));
                assert_eq!(joined, self.model.group_add(id, &groups));
            }
            Operation::GroupRemove { id, groups } => {
                let (id, groups) = (u32::from(*id), names("group", groups));
                let left = self.site.remove_from_groups(ItemId::new(id), &group_names(&groups));
                assert_eq!(left, self.model.group_remove(id, &groups));
            }
            Operation::DropClosed => {
                let dropped = self.site.drop_closed(time(self.now));
                assert_eq!(dropped, self.model.drop_closed(self.now));
            }
            Operation::Alter {
                vote_score,
                window,
                self_vote,
                is_log,
                down_votes,
                dedupe,
                bump_window,
            } => self.alter(ModelSettings {
                vote_score: i64::from(*vote_score) + 1,
                window: i64::from(*window) + 1,
                self_vote: *self_vote,
                formula: if *is_log { Formula::Log } else { Formula::Linear },
                down_votes: *down_votes,
                dedupe: (*dedupe).into(),
                bump_window: (*bump_window).into(),
                ..self.model.settings
            }),
            Operation::Moderate { moderation, ids } => {
                let all = Moderation::ALL;
                let moderation = all[usize::from(*moderation) % all.len()];
                let numbers: Vec<u32> = ids.iter().map(|id| (*id).into()).collect();
                let ids: Vec<_> = numbers.iter().map(|id| ItemId::new(*id)).collect();
                let changed = self.site.moderate(moderation, &ids);
                assert_eq!(changed, self.model.moderate(moderation, &numbers));
            }
            Operation::Boost { id, seconds, is_increment } => {
                let (id, seconds) = (u32::from(*id), 10_000 * i64::from(*seconds));
                let boosted = self.site.boost(ItemId::new(id), seconds, *is_increment);
                let boosted = boosted.map(|(before, after)| (before.get(), after.get()));
                assert_eq!(boosted, self.model.boost(id, seconds, *is_increment));
            }
            Operation::Bump { id, age, comments } => {
                let (id, time_of) = (u32::from(*id), age.map(|age| self.now - i64::from(age)));
                let article = self.model.get(id).and_then(|item| item.article());
                let before = article.map_or(0, |article| article.comments);
                let comments = match *comments {
                    few @ -9..10 => i64::from(few),
                    i16::MAX => i64::from(u32::MAX - before),
                    many => 100_000_000 * i64::from(many),
                };
                let origin = self.origin();
                let bumped = self.site.bump(ItemId::new(id), time_of.map(time), comments, origin);
                let expected = self.model.bump(id, time_of, comments, self.now);
                assert_eq!(bumped.map(|bumped| bumped.changed), expected);
            }
            Operation::Increment { id, field, increment } => {
                let (id, field) = (u32::from(*id), name("field", *field));
                let increment = i64::from(*increment) << 50;
                let field_name = FieldName::new(&field).unwrap();
                let sum = self.site.increment(ItemId::new(id), field_name, increment);
                assert_eq!(sum, self.model.increment(id, &field, increment));
            }
            Operation::Read {
                group,
                user,
                of_comments,
                order,
                is_ascending,
                since,
                until,
                min_votes,
                groups: [any_of, all_of, none_of],
                users: [from, not_from],
                unvoted,
                except,
                hidden,
                size,
            } => {
                // Every other time counts back from now.
                let before = |seconds: &i16| match i64::from(*seconds) {
                    seconds if seconds > 0 && seconds % 2 == 0 => -seconds,
                    seconds => self.now - seconds,
                };
                let of_comments = *of_comments && group.is_none() && user.is_none();
                let orders = if of_comments { &THREAD_ORDERS[..] } else { &Order::ALL[..] };
                let groups = |numbers: &Vec<u8>| names("group", numbers);
                let groups = |numbers: &Option<Vec<u8>>| {
                    numbers.as_ref().filter(|_| !of_comments).map(groups)
                };
                let users = |numbers: &Vec<u8>| names("user", numbers);
                let listing = ModelListing {
                    group: group.map(|number| name("group", number)),
                    user: user.filter(|_| group.is_none()).map(|number| name("user", number)),
                    of_comments,
                    order: orders[usize::from(*order) % orders.len()],
                    is_ascending: *is_ascending,
                    since: since.as_ref().map(before),
                    until: until.as_ref().map(before),
                    min_votes: min_votes.map(i64::from),
                    any_of: groups(any_of),
                    all_of: groups(all_of),
                    none_of: groups(none_of),
                    from: from.as_ref().map(users),
                    not_from: not_from.as_ref().map(users),
                    unvoted: unvoted.map(|number| name("user", number)),
                    except: except
                        .as_ref()
                        .map(|ids| ids.iter().map(|id| u32::from(*id)).collect()),
                    hidden: *hidden,
                };
                let size = u32::from(*size) + 1;
                assert_same_listing(&self.model, &self.site, &listing, self.now, size);
                assert_same_beside(&self.model, &self.site, &listing, self.now, size as usize);
            }
            Operation::Thread { read, mutation } => {
                let (thread, size) = (read.thread(), read.page_size());
                assert_same_thread(&self.model, &self.site, &thread, self.now, size, *mutation);
            }
            Operation::ThreadMeanwhile { read, operations } => {
                self.read_thread_meanwhile(&read.thread(), read.page_size(), operations);
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

    fn post(
        &mut self,
        poster: u8,
        link: Option<u8>,
        groups: &[u8],
        set: &[(u8, u8)],
        id_step: Option<i8>,
        age: i16,
    ) {
        let id = id_step.map(|step| self.model.last_id.saturating_add_signed(distance(step)));
        let new = ModelPost {
            poster: name("user", poster),
            title: name("title", poster),
            link: link_of(link),
            groups: names("group", groups),
            fields: fields(set),
            id,
            time: self.now - i64::from(age),
        };
        let article = NewArticle {
            poster: UserName::new(&new.poster).unwrap(),
            title: Title::new(&new.title).unwrap(),
            link: Link::new(&new.link).unwrap(),
            groups: &group_names(&new.groups),
            fields: &field_pairs(&new.fields),
            id: id.map(ItemId::new),
            time: time(new.time),
        };
        let posted = self.site.post(&article, self.origin());
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
        set: &[(u8, u8)],
        id_step: Option<i8>,
        age: i16,
    ) {
        let id = id_step.map(|step| self.model.last_id.saturating_add_signed(distance(step)));
        let new = ModelNewComment {
            poster: name("user", poster),
            parent: match parent {
                0.. => parent as u32,
                _ => (self.model.last_id + 1).saturating_add_signed(parent.into()),
            },
            text: name("text", text),
            fields: fields(set),
            id,
            time: self.now - i64::from(age),
        };
        let comment = NewComment {
            poster: UserName::new(&new.poster).unwrap(),
            parent: ItemId::new(new.parent),
            text: CommentText::new(&new.text).unwrap(),
            fields: &field_pairs(&new.fields),
            id: id.map(ItemId::new),
            time: time(new.time),
        };
        let commented = self.site.comment(&comment, self.origin());
        assert_eq!(commented.map(ItemId::get), self.model.comment(&new, self.now));
    }

    fn edit(&mut self, id: u32, edit: &ModelEdit) {
        let ModelEdit { title, link, text, fields, unset } = edit;
        let unset: Vec<_> = unset.iter().map(|name| FieldName::new(name).unwrap()).collect();
        let of_site = Edit {
            title: title.as_deref().map(|title| Title::new(title).unwrap()),
            link: link.as_deref().map(|link| Link::new(link).unwrap()),
            text: text.as_deref().map(|text| CommentText::new(text).unwrap()),
            unset: &unset,
            fields: &field_pairs(fields),
        };
        let edited = self.site.edit(ItemId::new(id), &of_site);
        assert_eq!(edited, self.model.edit(id, edit));
    }

    fn vote(&mut self, user: &[u8], id: u32, vote: Option<RecordedVote>) {
        let origin = self.origin();
        let voted = self.site.vote(UserName::new(user).unwrap(), ItemId::new(id), vote, origin);
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

    fn alter(&mut self, settings: ModelSettings) {
        let mut change = SettingsChange::default();
        change.set(Setting::VoteScore, settings.vote_score).unwrap();
        change.set(Setting::Window, settings.window).unwrap();
        change.set(Setting::SelfVote, settings.self_vote.into()).unwrap();
        change.set(Setting::Formula, (settings.formula == Formula::Log).into()).unwrap();
        change.set(Setting::DownVotes, settings.down_votes.into()).unwrap();
        change.set(Setting::Dedupe, settings.dedupe).unwrap();
        change.set(Setting::BumpWindow, settings.bump_window).unwrap();
        let altered = self.site.alter(change, time(self.now));
        assert_eq!(altered, self.model.alter(settings, self.now));
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

/// Returns the link of a number, or the empty one.
fn link_of(number: Option<u8>) -> Vec<u8> {
    number.map(|number| name("link", number)).unwrap_or_default()
}

/// Returns the distance of an id from the last id. The two largest steps are at the limit.
fn distance(id_step: i8) -> i32 {
    match id_step {
        126 => MAX_ID_GAP as i32,
        127 => MAX_ID_GAP as i32 + 1,
        step => step.into(),
    }
}
