//! Operations on a site and its model, and the comparison of both.

use article_site::{
    ArticleId, Direction, Edit, FieldName, FieldValue, GroupName, Link, NewArticle, Order, Origin,
    PageQuery, Setting, Settings, SettingsChange, Site, Title, UnixTime, UserName, Vote, decode,
    encode,
};

use crate::{Model, ModelArticle, ModelPost};

/// One thing that is done to a site. Numbers stand for names, so that they are often the same.
#[derive(Clone, Debug)]
pub enum Operation {
    Post { poster: u8, groups: Vec<u8>, fields: Vec<(u8, u8)>, id_step: Option<i8>, age: i16 },
    Edit { id: u8, title: Option<u8>, fields: Vec<(u8, u8)>, unset: Vec<u8> },
    Delete { id: u8 },
    Vote { user: u8, id: u8, vote: Option<bool> },
    GroupAdd { id: u8, groups: Vec<u8> },
    GroupRemove { id: u8, groups: Vec<u8> },
    Alter { vote_score: u16, window: u16, self_vote: bool },
    Tick { seconds: i16 },
    Reload,
}

/// A site and its model.
pub struct Pair {
    pub site: Site,
    pub model: Model,
    pub now: i64,
}

/// A name for a number: some are long, and some share a beginning.
fn name(kind: &str, number: u8) -> Vec<u8> {
    let length = if number % 7 == 3 { 200 } else { 0 };
    format!("{kind}{}{number}", "x".repeat(length)).into_bytes()
}

fn names(kind: &str, numbers: &[u8]) -> Vec<Vec<u8>> {
    numbers.iter().map(|n| name(kind, *n)).collect()
}

fn pairs(numbers: &[(u8, u8)]) -> Vec<(Vec<u8>, Vec<u8>)> {
    numbers.iter().map(|(n, v)| (name("field", *n), vec![*v; usize::from(*v)])).collect()
}

fn group_names(names: &[Vec<u8>]) -> Vec<GroupName<'_>> {
    names.iter().map(|n| GroupName::new(n).unwrap()).collect()
}

fn fields(pairs: &[(Vec<u8>, Vec<u8>)]) -> Vec<(FieldName<'_>, FieldValue<'_>)> {
    pairs.iter().map(|(n, v)| (FieldName::new(n).unwrap(), FieldValue::new(v).unwrap())).collect()
}

fn seconds(time: i64) -> UnixTime {
    UnixTime::new(time).unwrap()
}

impl Pair {
    pub fn new() -> Self {
        Self { site: Site::new(Settings::default()), model: Model::new(), now: 1_000_000_000 }
    }

    /// Does it to both and compares what they answer.
    pub fn apply(&mut self, operation: &Operation) {
        let origin = Origin::Client(seconds(self.now));
        match operation {
            Operation::Post { poster, groups, fields, id_step, age } => {
                self.post(*poster, groups, fields, *id_step, *age);
            }
            Operation::Edit { id, title, fields: set, unset } => {
                let title = title.map(|t| name("title", t));
                let (set, unset) = (pairs(set), names("field", unset));
                let unset_names: Vec<_> =
                    unset.iter().map(|n| FieldName::new(n).unwrap()).collect();
                let edit = Edit {
                    title: title.as_deref().map(|t| Title::new(t).unwrap()),
                    link: None,
                    unset: &unset_names,
                    fields: &fields(&set),
                };
                let edited = self.site.edit(ArticleId::new((*id).into()), &edit);
                let expected = self.model.edit((*id).into(), title.as_deref(), &set, &unset);
                assert_eq!(edited, expected);
            }
            Operation::Delete { id } => {
                let deleted = self.site.delete(ArticleId::new((*id).into()));
                assert_eq!(deleted, self.model.delete((*id).into()));
            }
            Operation::Vote { user, id, vote } => {
                let user = name("user", *user);
                let vote = vote.map(|up| if up { Vote::Up } else { Vote::Down });
                let id = u32::from(*id);
                let user_name = UserName::new(&user).unwrap();
                let voted = self.site.vote(user_name, ArticleId::new(id), vote, origin);
                let expected = self.model.vote(&user, id, vote, self.now);
                assert_eq!(voted.map(|v| v.changed), expected);
                if let (Ok(voted), Some(article)) = (voted, self.model.get(id)) {
                    let tally = voted.tally;
                    let counts = (tally.upvotes, tally.downvotes, tally.score);
                    assert_eq!(counts, (article.up, article.down, article.score));
                }
            }
            Operation::GroupAdd { id, groups } => {
                let groups = names("group", groups);
                let id = u32::from(*id);
                let joined = self.site.add_to_groups(ArticleId::new(id), &group_names(&groups));
                assert_eq!(joined, self.model.group_add(id, &groups));
            }
            Operation::GroupRemove { id, groups } => {
                let groups = names("group", groups);
                let id = u32::from(*id);
                let left = self.site.remove_from_groups(ArticleId::new(id), &group_names(&groups));
                assert_eq!(left, self.model.group_remove(id, &groups));
            }
            Operation::Alter { vote_score, window, self_vote } => {
                let (vote_score, window) = (i64::from(*vote_score) + 1, i64::from(*window) + 1);
                let mut change = SettingsChange::default();
                change.set(Setting::VoteScore, vote_score).unwrap();
                change.set(Setting::Window, window).unwrap();
                change.set(Setting::SelfVote, (*self_vote).into()).unwrap();
                let rest = (self.model.window, self.model.self_vote) != (window, *self_vote);
                (self.model.window, self.model.self_vote) = (window, *self_vote);
                let altered = self.site.alter(change, seconds(self.now));
                assert_eq!(altered, self.model.alter(vote_score, self.now) | rest);
            }
            Operation::Tick { seconds } => self.now += i64::from(*seconds),
            Operation::Reload => self.reload(),
        }
    }

    fn post(
        &mut self,
        poster: u8,
        groups: &[u8],
        set: &[(u8, u8)],
        id_step: Option<i8>,
        age: i16,
    ) {
        let id = id_step.map(|step| self.model.last_id.saturating_add_signed(step.into()));
        let new = ModelPost {
            poster: name("user", poster),
            title: name("title", poster),
            link: if poster.is_multiple_of(2) { Vec::new() } else { name("link", poster) },
            groups: names("group", groups),
            fields: pairs(set),
            id,
            time: self.now - i64::from(age),
        };
        let article = NewArticle {
            poster: UserName::new(&new.poster).unwrap(),
            title: Title::new(&new.title).unwrap(),
            link: Link::new(&new.link).unwrap(),
            groups: &group_names(&new.groups),
            fields: &fields(&new.fields),
            id: id.map(ArticleId::new),
            time: seconds(new.time),
        };
        let posted = self.site.post(&article, Origin::Client(seconds(self.now)));
        assert_eq!(posted.map(ArticleId::get), self.model.post(&new, self.now));
    }

    /// Writes the site to bytes, and goes on with what is read of them.
    fn reload(&mut self) {
        let mut chunks = Vec::new();
        encode(&self.site, |chunk| chunks.push(chunk.to_vec()));
        let mut chunks = chunks.into_iter();
        let read = decode(|buffer| match chunks.next() {
            Some(chunk) => {
                buffer.extend(chunk);
                true
            }
            None => false,
        });
        self.site = read.unwrap();
        assert_eq!(chunks.next(), None, "a chunk was written that nobody reads");
    }

    /// Panics where the two differ, or the site breaks an invariant.
    pub fn assert_same(&self) {
        self.site.check().unwrap();
        self.model.assert_same(&self.site, self.now);
    }
}

pub fn assert_same(model: &Model, site: &Site, now: i64) {
    let info = site.info(seconds(now));
    let open = model.articles.iter().filter(|a| a.votes.is_some() && now < a.closes).count();
    let records = model.articles.iter().flat_map(|a| a.votes.iter().flatten()).count();
    assert_eq!((info.articles, info.last_id), (model.articles.len(), model.last_id));
    assert_eq!((info.open, info.votes), (open, records as u64));

    let groups = model.groups();
    assert_eq!(info.groups, groups.len());
    let told = |skip, limit| -> Vec<(Vec<u8>, usize)> {
        site.groups(skip, limit).map(|(name, size)| (name.to_vec(), size)).collect()
    };
    assert_eq!(told(0, usize::MAX), groups);
    assert_eq!(told(1, 3), groups.iter().skip(1).take(3).cloned().collect::<Vec<_>>());

    for article in &model.articles {
        assert_article(model, article, site, now);
    }
    assert_eq!(site.articles().count(), model.articles.len());

    for order in [Order::Score, Order::Time] {
        for direction in [Direction::Ascending, Direction::Descending] {
            let query = |page, size| PageQuery { order, direction, page, size };
            let ids = |articles: Vec<article_site::ArticleView>| -> Vec<u32> {
                articles.iter().map(|a| a.id().get()).collect()
            };
            let expected = model.ranked(None, order, direction);
            let mut paged = Vec::new();
            for page in 1..=expected.len() as u64 / 7 + 2 {
                paged.extend(ids(site.page(&query(page, Some(7)))));
            }
            assert_eq!(paged, expected);
            let first = expected.iter().take(model.page_size).copied().collect::<Vec<_>>();
            assert_eq!(ids(site.page(&query(1, None))), first);
            for (group, size) in &groups {
                let name = GroupName::new(group).unwrap();
                assert_eq!(site.group_len(name), *size);
                let expected = model.ranked(Some(group), order, direction);
                assert_eq!(ids(site.group_page(name, &query(1, Some(1_000)))), expected);
            }
        }
    }
}

fn assert_article(model: &Model, article: &ModelArticle, site: &Site, now: i64) {
    let view = site.article(ArticleId::new(article.id)).unwrap();
    assert_eq!(view.texts(), [&*article.title, &*article.link, &*article.poster]);
    assert_eq!((view.time().get(), view.closes()), (article.time, article.closes));
    let tally = view.tally();
    assert_eq!(
        (tally.upvotes, tally.downvotes, tally.votes(), tally.score),
        (article.up, article.down, article.net(), article.score)
    );
    assert!(view.groups().eq(article.groups.iter().map(|g| &**g)));
    let told = view.fields().iter().map(|f| (f.name().to_vec(), f.value().to_vec()));
    assert!(told.eq(article.fields.iter().cloned()));
    assert_eq!(view.is_open(seconds(now)), article.votes.is_some() && now < article.closes);
    let mut ledger: Vec<_> = view.ledger().map(|(name, vote)| (name.to_vec(), vote)).collect();
    let mut expected = article.votes.clone().unwrap_or_default();
    ledger.sort_by(|(a, _), (b, _)| a.cmp(b));
    expected.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert_eq!(ledger, expected);
    for (user, vote) in &expected {
        assert_eq!(view.vote_of(UserName::new(user).unwrap()), Some(*vote));
    }
    let nobody = UserName::new(b"nobody").unwrap();
    assert_eq!(view.vote_of(nobody), None);
    assert!(model.last_id >= article.id);
}
