//! An article or a comment of the model, which is also how a site's item is compared.

use std::collections::BTreeMap;

use article_site::formula::{self, GainRule};
use article_site::{
    Activity, Field, FieldPair, Flags, ItemRecord, ItemView, Lineage, Moderated, Order,
    RecordContent, RecordedVote, Settings, Tally, TombstoneRecord, Vote, Voters, Votes,
};

/// Everything that a site stores about one article or comment. The fields are repeated by hand: a
/// model that used the core's records would share their mistakes.
///
/// A new stored attribute is added here. Then [`ModelItem::of`], the model's post and the
/// rebuilt site of the fuzz targets do not compile until each deals with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelItem {
    pub id: u32,
    pub poster: Vec<u8>,
    pub time: i64,
    /// The time at which voting closes, in UNIX seconds.
    pub closes: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    pub score: i64,
    /// What moderators added to the score.
    pub boost: i64,
    pub flags: Flags,
    pub content: ModelContent,
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// The vote of each user, or None once the vote records have been dropped.
    pub votes: Option<BTreeMap<Vec<u8>, RecordedVote>>,
    /// The votes that users have kept since voting has closed.
    pub kept: BTreeMap<Vec<u8>, RecordedVote>,
}

/// What an item has of an article or a comment alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelContent {
    Article(ModelArticle),
    Comment(ModelComment),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelArticle {
    pub title: Vec<u8>,
    pub link: Vec<u8>,
    pub comments: u32,
    /// When something last happened on it, in UNIX seconds.
    pub bumped: i64,
    /// The time of the last BUMP, or of the posting if that is later.
    pub floor: i64,
    pub groups: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelComment {
    pub text: Vec<u8>,
    pub parent: u32,
    pub article: u32,
    /// 1 for an answer to the article, 2 for an answer to this, and so on.
    pub depth: u32,
    /// The number of listed comments below it.
    pub comments: u32,
}

impl ModelItem {
    /// Copies an article or comment out of a site.
    pub fn of(item: &ItemView) -> Self {
        let record = item.record();
        let closes = record.closes();
        let ItemRecord {
            id,
            poster,
            time,
            window: _,
            tally: Tally { upvotes, downvotes, score },
            moderated: Moderated { boost, flags },
            content,
            ledger,
            fields,
        } = record;
        let field =
            |field: &Field| (field.name().as_bytes().to_vec(), field.value().as_bytes().to_vec());
        Self {
            id: id.get(),
            poster: poster.as_bytes().to_vec(),
            time: time.get(),
            closes,
            upvotes,
            downvotes,
            score,
            boost: boost.get(),
            flags,
            content: match content {
                RecordContent::Article { title, link, activity, groups } => {
                    let Activity { comments, bumped, floor } = activity;
                    ModelContent::Article(ModelArticle {
                        title: title.as_bytes().to_vec(),
                        link: link.as_bytes().to_vec(),
                        comments,
                        bumped: bumped.get(),
                        floor: floor.get(),
                        groups: groups.iter().map(|name| name.as_bytes().to_vec()).collect(),
                    })
                }
                RecordContent::Comment { text, lineage, comments } => {
                    let Lineage { parent, article, depth } = lineage;
                    ModelContent::Comment(ModelComment {
                        text: text.as_bytes().to_vec(),
                        parent: parent.get(),
                        article: article.get(),
                        depth: depth.into(),
                        comments,
                    })
                }
            },
            fields: fields.iter().map(field).collect(),
            kept: match &ledger {
                Votes::Kept(voters) => votes_of(*voters),
                Votes::Recorded(_) | Votes::Dropped => BTreeMap::new(),
            },
            votes: match ledger {
                Votes::Recorded(voters) => Some(votes_of(voters)),
                Votes::Kept(_) | Votes::Dropped => None,
            },
        }
    }

    /// Returns what the entries of its map say, which is all that others are told of it.
    pub fn as_shown(mut self) -> Self {
        if let ModelContent::Article(article) = &mut self.content {
            article.floor = 0;
        }
        Self { votes: None, kept: BTreeMap::new(), ..self }
    }

    pub fn article(&self) -> Option<&ModelArticle> {
        match &self.content {
            ModelContent::Article(article) => Some(article),
            ModelContent::Comment(_) => None,
        }
    }

    pub fn comment(&self) -> Option<&ModelComment> {
        match &self.content {
            ModelContent::Article(_) => None,
            ModelContent::Comment(comment) => Some(comment),
        }
    }

    /// Returns what its values in every order follow from.
    pub fn standing(&self) -> ModelStanding {
        let Self { time, upvotes, downvotes, score, boost, .. } = *self;
        ModelStanding { time, upvotes, downvotes, score, boost }
    }

    /// Returns whether a user has a vote, recorded or kept.
    pub(crate) fn has_voted(&self, user: &[u8]) -> bool {
        let recorded = self.votes.as_ref().is_some_and(|votes| votes.contains_key(user));
        recorded || self.kept.contains_key(user)
    }

    /// Returns whether users can vote on it at `now`.
    pub fn is_open(&self, now: i64) -> bool {
        self.votes.is_some() && now < self.closes
    }

    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
    }

    /// Posts what was held back at another time. If its window has passed, the votes that users
    /// keep are records again; on a site that keeps none, they begin again.
    pub fn publish(&mut self, settings: &Settings, time: i64) {
        if !self.is_open(time) {
            self.close_if_past(time, settings.keep_votes());
            let mut votes = std::mem::take(&mut self.kept);
            if !settings.keep_votes() {
                votes.clear();
                if settings.self_vote() {
                    votes.insert(self.poster.clone(), Vote::Up.counted());
                }
            }
            self.votes = Some(votes);
        }
        (self.closes, self.time) = (time + i64::from(settings.window()), time);
        if let ModelContent::Article(article) = &mut self.content {
            article.bumped = article.bumped.max(time);
            article.floor = article.floor.max(time);
        }
        self.recount(settings.gain_rule());
    }

    /// Ends the vote records. Users keep their votes if the site is set to that.
    pub fn close(&mut self, keeps_votes: bool) {
        let votes = self.votes.take().unwrap_or_default();
        if keeps_votes {
            self.kept = votes;
        }
    }

    /// Ends the vote records if voting has closed. Returns whether it has, and there were some.
    pub(crate) fn close_if_past(&mut self, now: i64, keeps_votes: bool) -> bool {
        let is_closing = self.votes.is_some() && now >= self.closes;
        if is_closing {
            self.close(keeps_votes);
        }
        is_closing
    }

    /// Withdraws a user's vote, recorded or kept, and returns it.
    pub(crate) fn withdraw(&mut self, user: &[u8], rule: GainRule) -> Option<RecordedVote> {
        let recorded = self.votes.as_mut().and_then(|votes| votes.remove(user));
        if recorded.is_some_and(|vote| !vote.is_silent) {
            self.recount(rule);
        }
        recorded.or_else(|| self.kept.remove(user))
    }

    /// Gives a user's vote to another. Returns whether there is one. The score stays as it is.
    pub(crate) fn hand_over_vote(&mut self, user: &[u8], new_user: &[u8]) -> bool {
        let counted = self.votes.as_mut().is_some_and(|votes| rename(votes, user, new_user));
        counted || rename(&mut self.kept, user, new_user)
    }

    /// Returns a user's vote as the user is shown it: None if nobody is shown votes any more.
    pub fn shown_vote(&self, user: &[u8], now: i64, keeps_votes: bool) -> Option<Option<Vote>> {
        let recorded = self.votes.as_ref().and_then(|votes| votes.get(user));
        let vote = recorded.or(self.kept.get(user)).map(|vote| vote.vote);
        (self.is_open(now) || keeps_votes).then_some(vote)
    }

    /// Derives the counts and the score from the votes that are not silent.
    pub(crate) fn recount(&mut self, rule: GainRule) {
        let count = |kind| {
            let votes = self.votes.iter().flat_map(BTreeMap::values);
            votes.filter(|vote| !vote.is_silent && vote.vote == kind).count() as u32
        };
        (self.upvotes, self.downvotes) = (count(Vote::Up), count(Vote::Down));
        self.score = self.time + rule.gain(self.votes()) + self.boost;
    }

    pub(crate) fn set_fields(&mut self, fields: &[FieldPair]) {
        let pairs = fields.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes()));
        pairs.for_each(|(name, value)| self.set_field(name, value));
    }

    pub(crate) fn set_field(&mut self, name: &[u8], value: &[u8]) {
        match self.fields.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.fields.push((name.to_vec(), value.to_vec())),
        }
    }
}

fn rename<V>(votes: &mut BTreeMap<Vec<u8>, V>, user: &[u8], new_user: &[u8]) -> bool {
    let vote = votes.remove(user).map(|vote| votes.insert(new_user.to_vec(), vote));
    vote.is_some()
}

fn votes_of(voters: Voters) -> BTreeMap<Vec<u8>, RecordedVote> {
    let votes: BTreeMap<_, _> =
        voters.iter().map(|(user, vote)| (user.as_bytes().to_vec(), vote)).collect();
    assert_eq!(votes.len(), voters.iter().count(), "two votes of one user");
    votes
}

/// What the values of an item in every order follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelStanding {
    pub time: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    pub score: i64,
    /// What moderators added to the score.
    pub boost: i64,
}

/// The place of a deleted article or comment below which there still are comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelPlace {
    /// The id of what it answered, if it was a comment.
    pub parent: Option<u32>,
    pub standing: ModelStanding,
    /// Whether it was hidden or locked.
    pub flags: Flags,
}

impl ModelPlace {
    pub fn of(record: &TombstoneRecord) -> Self {
        let TombstoneRecord { id: _, time, tally, moderated, parent } = *record;
        let Moderated { boost, flags } = moderated;
        let Tally { upvotes, downvotes, score } = tally;
        let (time, boost) = (time.get(), boost.get());
        Self {
            parent: parent.map(|parent| parent.get()),
            standing: ModelStanding { time, upvotes, downvotes, score, boost },
            flags,
        }
    }
}

impl ModelStanding {
    /// Returns the value in an order that comments have, too. `own_votes` are the votes of the
    /// poster on each.
    pub(crate) fn value(self, order: Order, own_votes: i64, now: i64) -> i64 {
        let Self { time, upvotes, downvotes, score, boost } = self;
        let votes = i64::from(upvotes) - i64::from(downvotes);
        match order {
            Order::Score => score,
            Order::Time => time,
            Order::Votes => votes,
            Order::Best => formula::best(upvotes, downvotes).into(),
            Order::Controversy => formula::controversy(upvotes, downvotes) as i64,
            Order::Gravity => formula::gravity(votes - own_votes, now - time - boost),
            Order::Bumped | Order::Comments | Order::Active => {
                panic!("only articles have this order")
            }
        }
    }
}
