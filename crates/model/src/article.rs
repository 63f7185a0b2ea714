//! An article of the model, which is also how a site's article is compared.

use std::collections::BTreeMap;

use article_site::formula::GainRule;
use article_site::{
    Activity, ArticleRecord, ArticleView, Field, Flags, Ledger, RecordedVote, Tally, Vote,
    VoteRecords,
};

/// Everything that a site stores about one article.
///
/// A new stored attribute is added here. Then [`ModelArticle::of`], the model's post and the
/// rebuilt site of the fuzz targets do not compile until each deals with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelArticle {
    /// The id.
    pub id: u32,
    /// The title.
    pub title: Vec<u8>,
    /// The link.
    pub link: Vec<u8>,
    /// The name of the poster.
    pub poster: Vec<u8>,
    /// The time of posting, in UNIX seconds.
    pub time: i64,
    /// The time at which voting closes, in UNIX seconds.
    pub closes: i64,
    /// The number of upvotes.
    pub upvotes: u32,
    /// The number of downvotes.
    pub downvotes: u32,
    /// The score, in seconds.
    pub score: i64,
    /// What moderators added to the score.
    pub boost: i64,
    /// What moderators say about it.
    pub flags: Flags,
    /// The number of comments.
    pub comments: u32,
    /// When something last happened on it, in UNIX seconds.
    pub bumped: i64,
    /// The names of the groups, sorted.
    pub groups: Vec<Vec<u8>>,
    /// The custom fields, in the order in which they were first set.
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// The vote of each user, or None once the vote records have been dropped.
    pub votes: Option<BTreeMap<Vec<u8>, RecordedVote>>,
}

impl ModelArticle {
    /// Copies an article out of a site.
    ///
    /// # Panics
    ///
    /// If the article holds two votes of one user.
    pub fn of(article: &ArticleView) -> Self {
        let record = article.record();
        let closes = record.closes();
        let ArticleRecord {
            id,
            poster,
            title,
            link,
            time,
            window: _,
            tally: Tally { upvotes, downvotes, score },
            boost,
            flags,
            activity: Activity { comments, bumped },
            ledger,
            groups,
            fields,
        } = record;
        let text = |text: &[u8]| text.to_vec();
        let votes = |records: VoteRecords<&Ledger>| {
            let votes: BTreeMap<_, _> =
                records.iter().map(|(user, vote)| (text(user.as_bytes()), vote)).collect();
            assert_eq!(votes.len(), records.iter().count(), "two votes of one user");
            let silent = votes.values().filter(|vote| vote.is_silent).count();
            assert_eq!(silent, records.silent as usize, "the number of silent votes");
            votes
        };
        let field =
            |field: &Field| (text(field.name().as_bytes()), text(field.value().as_bytes()));
        Self {
            id: id.get(),
            title: text(title.as_bytes()),
            link: text(link.as_bytes()),
            poster: text(poster.as_bytes()),
            time: time.get(),
            closes,
            upvotes,
            downvotes,
            score,
            boost: boost.get(),
            flags,
            comments,
            bumped: bumped.get(),
            groups: groups.iter().map(|name| text(name.as_bytes())).collect(),
            fields: fields.iter().map(field).collect(),
            votes: ledger.map(votes),
        }
    }

    /// Returns whether users can vote on the article at `now`.
    pub fn is_open(&self, now: i64) -> bool {
        self.votes.is_some() && now < self.closes
    }

    /// Returns upvotes less downvotes.
    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
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

    /// Sets a custom field.
    pub(crate) fn set_field(&mut self, name: &[u8], value: &[u8]) {
        match self.fields.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.fields.push((name.to_vec(), value.to_vec())),
        }
    }
}
