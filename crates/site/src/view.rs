//! What can be read of a site. Nothing here changes it.

use crate::article::{Article, Field};
use crate::groups::{Group, Groups};
use crate::ranking::Ranking;
use crate::types::{ArticleId, GroupName, Order, UnixTime, UserName, Vote};
use crate::{Direction, Settings, Site};

/// A page to be read.
#[derive(Clone, Copy, Debug)]
pub struct PageQuery {
    /// By what it is ordered.
    pub order: Order,
    /// In which direction.
    pub direction: Direction,
    /// Which page: 1 is the first. 0 is taken for 1.
    pub page: u64,
    /// Articles on a page; without it, the site's page size.
    pub size: Option<u32>,
}

/// How an article stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Votes for it.
    pub upvotes: u32,
    /// Votes against it.
    pub downvotes: u32,
    /// Its score in seconds.
    pub score: i64,
}

impl Tally {
    pub(super) fn of(article: &Article) -> Self {
        Self { upvotes: article.upvotes, downvotes: article.downvotes, score: article.score }
    }

    /// Upvotes less downvotes.
    pub fn votes(&self) -> i64 {
        i64::from(self.upvotes) - i64::from(self.downvotes)
    }
}

/// A site in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Info {
    /// Articles there are.
    pub articles: usize,
    /// The highest id given so far; 0 before the first.
    pub last_id: u32,
    /// Articles open for voting.
    pub open: usize,
    /// Groups there are.
    pub groups: usize,
    /// Vote records held.
    pub votes: u64,
}

/// One article as a reader sees it.
#[derive(Clone, Copy, Debug)]
pub struct ArticleView<'a> {
    id: ArticleId,
    article: &'a Article,
    site: &'a Site,
}

impl<'a> ArticleView<'a> {
    /// Its id.
    pub fn id(&self) -> ArticleId {
        self.id
    }

    /// Title, link and poster.
    pub fn texts(&self) -> [&'a [u8]; 3] {
        self.article.texts.parts()
    }

    /// When it was posted.
    pub fn time(&self) -> UnixTime {
        self.article.time
    }

    /// When voting closes, in UNIX seconds.
    pub fn closes(&self) -> i64 {
        self.article.closes()
    }

    /// How it stands.
    pub fn tally(&self) -> Tally {
        Tally::of(self.article)
    }

    /// The score that follows from its votes, which an article that closed before the vote score
    /// was altered does not have.
    pub fn formula_score(&self) -> i64 {
        self.article.score_at(self.site.settings.vote_score())
    }

    /// The names of its groups, sorted.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let groups: &'a Groups = &self.site.groups;
        self.article.groups().iter().map(|number| groups.name(*number))
    }

    /// Its custom fields, in the order in which they were first set.
    pub fn fields(&self) -> &'a [Field] {
        self.article.fields()
    }

    /// Whether it can be voted on.
    pub fn is_open(&self, now: UnixTime) -> bool {
        !self.article.ledger.is_dropped() && now.get() < self.article.closes()
    }

    /// How the user voted on it.
    pub fn vote_of(&self, user: UserName) -> Option<Vote> {
        self.article.ledger.get(user, &self.site.hasher)
    }

    /// All votes whose records are still held, in no particular order.
    pub fn ledger(&self) -> impl Iterator<Item = (&'a [u8], Vote)> + use<'a> {
        self.article.ledger.iter()
    }

    /// Whether the records of votes have been given back.
    pub fn is_ledger_dropped(&self) -> bool {
        self.article.ledger.is_dropped()
    }
}

impl Site {
    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The site in numbers.
    pub fn info(&self, now: UnixTime) -> Info {
        Info {
            articles: self.len(),
            last_id: self.last_id,
            open: self.closing.count_above(now.get()),
            groups: self.groups.len(),
            votes: self.votes,
        }
    }

    /// The number of articles.
    pub fn len(&self) -> usize {
        self.by_time.len()
    }

    /// Whether there is no article.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a group's articles.
    pub fn group_len(&self, name: GroupName) -> usize {
        self.groups.find(name).map_or(0, Group::len)
    }

    /// The article of that id.
    pub fn article(&self, id: ArticleId) -> Option<ArticleView<'_>> {
        let article = self.articles.get(id.get())?;
        Some(ArticleView { id, article, site: self })
    }

    /// All articles, by id.
    pub fn articles(&self) -> impl Iterator<Item = ArticleView<'_>> {
        self.articles.iter().map(|(number, article)| ArticleView {
            id: ArticleId::new(number),
            article,
            site: self,
        })
    }

    /// A page of all articles; past the end it is empty.
    pub fn page(&self, query: &PageQuery) -> Vec<ArticleView<'_>> {
        let ranking = match query.order {
            Order::Score => &self.by_score,
            Order::Time => &self.by_time,
        };
        self.page_of(Some(ranking), query)
    }

    /// A page of a group's articles; past the end, or without such a group, it is empty.
    pub fn group_page(&self, name: GroupName, query: &PageQuery) -> Vec<ArticleView<'_>> {
        self.page_of(self.groups.find(name).map(|group| group.ranking(query.order)), query)
    }

    fn page_of(&self, ranking: Option<&Ranking>, query: &PageQuery) -> Vec<ArticleView<'_>> {
        let size = query.size.unwrap_or(self.settings.page_size());
        let skip = query.page.saturating_sub(1).saturating_mul(u64::from(size));
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        ranking
            .into_iter()
            .flat_map(|ranking| ranking.range(skip, size as usize, query.direction))
            .filter_map(|id| self.article(id))
            .collect()
    }

    /// At most `limit` groups after the first `skip`, with the number of their articles: largest
    /// first, then by name.
    pub fn groups(
        &self,
        skip: usize,
        limit: usize,
    ) -> impl ExactSizeIterator<Item = (&[u8], usize)> {
        self.groups.by_size(skip, limit)
    }
}
