//! A naive model of a site: vectors and sorts, written from the contract alone. And operations
//! that are applied to it and to a [`Site`] side by side.

use article_site::{DROPS_PER_POST, Direction, Error, MAX_FIELDS, MAX_GROUPS, Order, Site, Vote};

/// An article of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelArticle {
    pub id: u32,
    pub title: Vec<u8>,
    pub link: Vec<u8>,
    pub poster: Vec<u8>,
    pub time: i64,
    pub closes: i64,
    pub up: u32,
    pub down: u32,
    pub score: i64,
    pub groups: Vec<Vec<u8>>,
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    /// Who voted how; None once the records have been given back.
    pub votes: Option<Vec<(Vec<u8>, Vote)>>,
}

impl ModelArticle {
    pub fn net(&self) -> i64 {
        i64::from(self.up) - i64::from(self.down)
    }

    fn recount(&mut self, vote_score: i64) {
        let votes = self.votes.as_deref().unwrap_or_default();
        self.up = votes.iter().filter(|(_, v)| *v == Vote::Up).count() as u32;
        self.down = votes.len() as u32 - self.up;
        self.score = self.time + vote_score * self.net();
    }

    fn set_field(&mut self, name: &[u8], value: &[u8]) {
        match self.fields.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.to_vec(),
            None => self.fields.push((name.to_vec(), value.to_vec())),
        }
    }
}

/// The model of a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub vote_score: i64,
    pub window: i64,
    pub page_size: usize,
    pub self_vote: bool,
    pub last_id: u32,
    pub articles: Vec<ModelArticle>,
}

/// What an article is posted with.
#[derive(Clone, Debug)]
pub struct ModelPost {
    pub poster: Vec<u8>,
    pub title: Vec<u8>,
    pub link: Vec<u8>,
    pub groups: Vec<Vec<u8>>,
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub id: Option<u32>,
    pub time: i64,
}

fn distinct<T: Clone + PartialEq>(items: &[T]) -> Vec<T> {
    let mut all = Vec::new();
    for item in items {
        if !all.contains(item) {
            all.push(item.clone());
        }
    }
    all
}

impl Model {
    pub fn new() -> Self {
        Self {
            vote_score: 432,
            window: 604_800,
            page_size: 25,
            self_vote: true,
            last_id: 0,
            articles: Vec::new(),
        }
    }

    pub fn get(&self, id: u32) -> Option<&ModelArticle> {
        self.articles.iter().find(|a| a.id == id)
    }

    fn get_mut(&mut self, id: u32) -> Result<&mut ModelArticle, Error> {
        self.articles.iter_mut().find(|a| a.id == id).ok_or(Error::NoArticle)
    }

    pub fn alter(&mut self, vote_score: i64, now: i64) -> bool {
        if vote_score == self.vote_score {
            return false;
        }
        self.vote_score = vote_score;
        for article in &mut self.articles {
            if article.votes.is_some() && now < article.closes {
                article.recount(vote_score);
            }
        }
        true
    }

    pub fn post(&mut self, new: &ModelPost, now: i64) -> Result<u32, Error> {
        if new.time > now {
            return Err(Error::TimeInFuture);
        }
        let id = new.id.unwrap_or(self.last_id + 1);
        if id <= self.last_id {
            return Err(Error::IdNotGreater);
        }
        let mut groups = distinct(&new.groups);
        if groups.len() > MAX_GROUPS {
            return Err(Error::TooManyGroups);
        }
        let names: Vec<_> = new.fields.iter().map(|(name, _)| name.clone()).collect();
        if distinct(&names).len() > MAX_FIELDS {
            return Err(Error::TooManyFields);
        }
        for _ in 0..DROPS_PER_POST {
            let due = self.articles.iter_mut().filter(|a| a.votes.is_some());
            let due = due.min_by_key(|a| (a.closes, a.id)).filter(|a| a.closes <= new.time);
            match due {
                Some(article) => article.votes = None,
                None => break,
            }
        }
        groups.sort();
        let mut article = ModelArticle {
            id,
            title: new.title.clone(),
            link: new.link.clone(),
            poster: new.poster.clone(),
            time: new.time,
            closes: new.time + self.window,
            up: 0,
            down: 0,
            score: 0,
            groups,
            fields: Vec::new(),
            votes: Some(Vec::new()),
        };
        if self.self_vote {
            article.votes = Some(vec![(new.poster.clone(), Vote::Up)]);
        }
        article.recount(self.vote_score);
        new.fields.iter().for_each(|(name, value)| article.set_field(name, value));
        self.last_id = id;
        self.articles.push(article);
        Ok(id)
    }

    pub fn edit(
        &mut self,
        id: u32,
        title: Option<&[u8]>,
        fields: &[(Vec<u8>, Vec<u8>)],
        unset: &[Vec<u8>],
    ) -> Result<bool, Error> {
        let article = self.get_mut(id)?;
        let mut edited = article.clone();
        if let Some(title) = title {
            edited.title = title.to_vec();
        }
        edited.fields.retain(|(name, _)| !unset.contains(name));
        fields.iter().for_each(|(name, value)| edited.set_field(name, value));
        if edited.fields.len() > MAX_FIELDS {
            return Err(Error::TooManyFields);
        }
        let changed = edited != *article;
        *article = edited;
        Ok(changed)
    }

    pub fn delete(&mut self, id: u32) -> bool {
        let before = self.articles.len();
        self.articles.retain(|a| a.id != id);
        self.articles.len() < before
    }

    pub fn vote(
        &mut self,
        user: &[u8],
        id: u32,
        vote: Option<Vote>,
        now: i64,
    ) -> Result<bool, Error> {
        let (vote_score, self_vote) = (self.vote_score, self.self_vote);
        let article = self.get_mut(id)?;
        let Some(votes) = article.votes.as_mut().filter(|_| now < article.closes) else {
            return Err(Error::VoteClosed);
        };
        if !self_vote && article.poster == user {
            return Err(Error::SelfVote);
        }
        let before = votes.iter().find(|(name, _)| name == user).map(|(_, vote)| *vote);
        votes.retain(|(name, _)| name != user);
        votes.extend(vote.map(|vote| (user.to_vec(), vote)));
        if before != vote {
            article.recount(vote_score);
        }
        Ok(before != vote)
    }

    pub fn group_add(&mut self, id: u32, groups: &[Vec<u8>]) -> Result<usize, Error> {
        let article = self.get_mut(id)?;
        let mut all = article.groups.clone();
        all.extend(groups.iter().cloned());
        let mut all = distinct(&all);
        if all.len() > MAX_GROUPS {
            return Err(Error::TooManyGroups);
        }
        all.sort();
        let joined = all.len() - article.groups.len();
        article.groups = all;
        Ok(joined)
    }

    pub fn group_remove(&mut self, id: u32, groups: &[Vec<u8>]) -> Result<usize, Error> {
        let article = self.get_mut(id)?;
        let before = article.groups.len();
        article.groups.retain(|group| !groups.contains(group));
        Ok(before - article.groups.len())
    }

    /// The ids of a whole ranking.
    pub fn ranked(&self, group: Option<&[u8]>, order: Order, direction: Direction) -> Vec<u32> {
        let is_in = |a: &&ModelArticle| group.is_none_or(|g| a.groups.iter().any(|n| n == g));
        let mut ranked: Vec<_> = self.articles.iter().filter(is_in).collect();
        ranked.sort_by_key(|a| match order {
            Order::Score => (a.score, a.id),
            Order::Time => (a.time, a.id),
        });
        if direction == Direction::Descending {
            ranked.reverse();
        }
        ranked.iter().map(|a| a.id).collect()
    }

    /// Groups and their sizes, largest first, then by name.
    pub fn groups(&self) -> Vec<(Vec<u8>, usize)> {
        let all: Vec<_> = self.articles.iter().flat_map(|a| a.groups.iter().cloned()).collect();
        let size = |group: &Vec<u8>| all.iter().filter(|g| *g == group).count();
        let mut groups: Vec<_> =
            distinct(&all).into_iter().map(|g| (g.clone(), size(&g))).collect();
        groups.sort_by(|(a, m), (b, n)| n.cmp(m).then(a.cmp(b)));
        groups
    }

    /// Panics where the site tells anything else than the model.
    pub fn assert_same(&self, site: &Site, now: i64) {
        crate::pair::assert_same(self, site, now);
    }
}
