//! An article of the model, which is also how a site's article is compared.

use std::collections::BTreeMap;

use article_site::{ArticleView, Vote};

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
    /// The names of the groups, sorted.
    pub groups: Vec<Vec<u8>>,
    /// The custom fields, in the order in which they were first set.
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// The vote of each user, or None once the vote records have been dropped.
    pub votes: Option<BTreeMap<Vec<u8>, Vote>>,
}

impl ModelArticle {
    /// Copies an article out of a site.
    ///
    /// # Panics
    ///
    /// If the article holds two votes of one user.
    pub fn of(article: &ArticleView) -> Self {
        let [title, link, poster] = article.texts().map(<[u8]>::to_vec);
        let tally = article.tally();
        let votes = || {
            let votes: BTreeMap<_, _> =
                article.ledger().map(|(user, vote)| (user.to_vec(), vote)).collect();
            assert_eq!(votes.len(), article.ledger().count(), "two votes of one user");
            votes
        };
        Self {
            id: article.id().get(),
            title,
            link,
            poster,
            time: article.time().get(),
            closes: article.closes(),
            upvotes: tally.upvotes,
            downvotes: tally.downvotes,
            score: tally.score,
            groups: article.groups().map(<[u8]>::to_vec).collect(),
            fields: article
                .fields()
                .iter()
                .map(|field| (field.name().to_vec(), field.value().to_vec()))
                .collect(),
            votes: (!article.is_ledger_dropped()).then(votes),
        }
    }

    /// Returns whether users can vote on the article at `now`.
    pub fn is_open(&self, now: i64) -> bool {
        self.votes.is_some() && now < self.closes
    }

    /// Derives the counts and the score from the vote records.
    pub(crate) fn recount(&mut self, vote_score: i64) {
        let count = |kind| {
            let votes = self.votes.iter().flat_map(BTreeMap::values);
            votes.filter(|vote| **vote == kind).count() as u32
        };
        (self.upvotes, self.downvotes) = (count(Vote::Up), count(Vote::Down));
        self.score =
            self.time + vote_score * (i64::from(self.upvotes) - i64::from(self.downvotes));
    }

    /// Sets a custom field.
    pub(crate) fn set_field(&mut self, name: &[u8], value: &[u8]) {
        match self.fields.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.fields.push((name.to_vec(), value.to_vec())),
        }
    }
}
