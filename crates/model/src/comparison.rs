//! The comparison of everything that can be read from a site with its model.

use article_site::{
    ArticleId, ArticleView, Direction, GroupName, Order, PageQuery, Site, UserName,
};

use crate::names::time;
use crate::{Model, ModelArticle};

/// The size of the pages by which a whole ranking is read; no multiple of a tree's node.
const PAGE: u32 = 7;

/// Panics if a site differs from its model.
pub fn assert_same(model: &Model, site: &Site, now: i64) {
    let info = site.info(time(now));
    let open = model.articles.iter().filter(|article| article.is_open(now)).count();
    let votes = model.articles.iter().flat_map(|article| article.votes.iter().flatten()).count();
    assert_eq!((info.articles, info.last_id), (model.articles.len(), model.last_id));
    assert_eq!((info.open, info.votes), (open, votes as u64));

    assert_eq!(site.articles().count(), model.articles.len());
    for article in &model.articles {
        assert_same_article(article, site, now);
    }

    let groups = model.groups();
    assert_eq!(info.groups, groups.len());
    let listed = |skip, limit| -> Vec<(Vec<u8>, usize)> {
        site.groups(skip, limit).map(|(name, size)| (name.as_bytes().to_vec(), size)).collect()
    };
    assert_eq!(listed(0, usize::MAX), groups);
    assert_eq!(listed(1, 3), groups.iter().skip(1).take(3).cloned().collect::<Vec<_>>());
    for (group, size) in &groups {
        assert_eq!(site.group_len(GroupName::new(group).unwrap()), *size);
    }

    for order in [Order::Score, Order::Time] {
        for direction in [Direction::Ascending, Direction::Descending] {
            assert_same_pages(model, &groups, site, order, direction);
        }
    }
}

fn assert_same_article(article: &ModelArticle, site: &Site, now: i64) {
    let view = site.article(ArticleId::new(article.id)).unwrap();
    assert_eq!(ModelArticle::of(&view), *article);
    assert_eq!(view.is_open(time(now)), article.is_open(now));
    assert_eq!(view.tally().votes(), i64::from(article.upvotes) - i64::from(article.downvotes));
    let vote_of = |user: &[u8]| view.vote_of(UserName::new(user).unwrap());
    for (user, vote) in article.votes.iter().flatten() {
        assert_eq!(vote_of(user), Some(*vote));
    }
    assert_eq!(vote_of(b"nobody"), None);
}

fn assert_same_pages(
    model: &Model,
    groups: &[(Vec<u8>, usize)],
    site: &Site,
    order: Order,
    direction: Direction,
) {
    let query = |page, size| PageQuery { order, direction, page, size };
    let ids = |articles: Vec<ArticleView>| -> Vec<u32> {
        articles.iter().map(|article| article.id().get()).collect()
    };
    let expected = model.ranked(None, order, direction);
    let pages = expected.len() as u64 / u64::from(PAGE) + 2;
    let paged = (1..=pages).flat_map(|page| ids(site.page(&query(page, Some(PAGE)))));
    assert_eq!(paged.collect::<Vec<_>>(), expected);
    let first = expected.iter().take(model.settings.page_size).copied();
    assert_eq!(ids(site.page(&query(1, None))), first.collect::<Vec<_>>());
    for (group, _) in groups {
        let expected = model.ranked(Some(group), order, direction);
        let name = GroupName::new(group).unwrap();
        assert_eq!(ids(site.group_page(name, &query(1, Some(1_000)))), expected);
    }
}
