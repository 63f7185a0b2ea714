//! Reading a site.

use crate::article::Article;
use crate::article::changes::ChangeNumber;
use crate::article::tally::Tally;
use crate::site::Site;
use crate::site::record::ArticleRecord;
use crate::terms::settings::Settings;
use crate::terms::types::{ArticleId, GroupName, Link, RecordedVote, UnixTime, UserName};

/// A site in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Number of articles.
    pub articles: usize,
    /// The last id assigned; 0 before the first.
    pub last_id: u32,
    /// Number of articles that are open for voting.
    pub open: usize,
    /// Number of groups that list an article.
    pub groups: usize,
    /// Number of vote records.
    pub votes: u64,
    /// Number of articles that are hidden.
    pub hidden: usize,
    /// Number of users who have articles.
    pub users: usize,
}

/// A user in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UserInfo {
    /// Number of articles that the user posted, whether they are listed or not.
    pub articles: usize,
    /// The sum of their votes (upvotes less downvotes).
    pub karma: i64,
}

/// An article of a site.
#[derive(Clone, Copy, Debug)]
pub struct ArticleView<'a> {
    id: ArticleId,
    article: &'a Article,
    site: &'a Site,
}

impl<'a> ArticleView<'a> {
    /// Returns everything that is stored about the article.
    pub fn record(&self) -> ArticleRecord<'a> {
        ArticleRecord::of(self.id, self.article, &self.site.listings)
    }

    /// Returns the number of the last change of the article. While it is the same, so is every entry
    /// of its map, but for the viewer's vote.
    pub fn changed(&self) -> ChangeNumber {
        self.article.changed
    }

    /// Returns the id.
    pub fn id(&self) -> ArticleId {
        self.id
    }

    /// Returns the counts and the score.
    pub fn tally(&self) -> Tally {
        self.article.tally
    }

    /// Returns the score that follows from the votes. An article that had closed before the vote
    /// score was altered has another.
    pub fn formula_score(&self) -> i64 {
        self.article.formula_score(self.site.settings.gain_rule())
    }

    /// Returns whether voting is open, unless a moderator closed it.
    pub fn is_open(&self, now: UnixTime) -> bool {
        self.article.is_open(now)
    }

    /// Returns the user's vote, counted or silent, if it is still recorded.
    pub fn vote_of(&self, user: UserName) -> Option<RecordedVote> {
        self.article.ledger.get(user, &self.site.hasher)
    }

    /// Returns the recorded votes from a cursor on, 0 at first: at least `count` if there are as
    /// many, and the next cursor, 0 at the end. A vote that is there from the first call to the last
    /// is returned at least once.
    pub fn voters(&self, cursor: u64, count: usize) -> (u64, Vec<(UserName<'a>, RecordedVote)>) {
        self.article.ledger.scan(cursor, count)
    }
}

impl Site {
    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the site in numbers.
    pub fn info(&self, now: UnixTime) -> Info {
        Info {
            articles: self.len(),
            last_id: self.last_id,
            open: self.closing.count_above(now.get()),
            groups: self.listings.groups.listed(),
            votes: self.votes,
            hidden: self.listings.hidden.len(),
            users: self.listings.users.len(),
        }
    }

    /// Returns the number of the last change. While it is the same, so is every listing, but for the
    /// passage of time.
    pub fn changed(&self) -> ChangeNumber {
        self.changes.last()
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.articles.len()
    }

    /// Returns the last id assigned; 0 before the first.
    pub fn last_id(&self) -> u32 {
        self.last_id
    }

    /// Returns the number of vote records.
    pub fn recorded_votes(&self) -> u64 {
        self.votes
    }

    /// Returns whether there is no article.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the article of an id.
    pub fn article(&self, id: ArticleId) -> Option<ArticleView<'_>> {
        let article = self.articles.get(id.get())?;
        Some(ArticleView { id, article, site: self })
    }

    /// Returns the ids of the articles with that link, the highest first. The empty link is never
    /// found.
    pub fn find<'a>(&'a self, link: Link<'a>) -> impl Iterator<Item = ArticleId> + 'a {
        self.links.find(link, &self.articles, &self.hasher)
    }

    /// Returns the articles of these ids that exist, in the same order.
    pub fn articles_of(
        &self,
        ids: impl ExactSizeIterator<Item = ArticleId>,
    ) -> Vec<ArticleView<'_>> {
        let mut articles = Vec::with_capacity(ids.len());
        articles.extend(ids.filter_map(|id| self.article(id)));
        articles
    }

    /// Returns all articles, by id.
    pub fn articles(&self) -> impl Iterator<Item = ArticleView<'_>> {
        self.articles.iter().map(|(number, article)| ArticleView {
            id: ArticleId::new(number),
            article,
            site: self,
        })
    }

    /// Returns a user in numbers, or None for one without articles.
    pub fn user(&self, name: UserName) -> Option<UserInfo> {
        let users = &self.listings.users;
        let submissions = users.submissions(users.number(name, &self.hasher)?)?;
        let karma = submissions.karma(&self.articles);
        Some(UserInfo { articles: submissions.len(), karma })
    }

    /// Returns at most `limit` groups after the first `skip`, with their sizes: largest first,
    /// then by name.
    pub fn groups(
        &self,
        skip: usize,
        limit: usize,
    ) -> impl ExactSizeIterator<Item = (GroupName<'_>, usize)> {
        self.listings.groups.by_size(skip, limit)
    }
}
