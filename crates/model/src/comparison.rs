//! The comparison of everything that can be read from a site with its model.

use std::collections::BTreeMap;

use article_site::{ArticleId, ArticleView, Link, Order, Site, UserInfo, UserName};

use crate::listing_comparison::assert_same_listing;
use crate::names::time;
use crate::{Model, ModelArticle, ModelListing};

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

    let hidden = model.articles.iter().filter(|article| article.flags.hidden).count();
    assert_eq!((info.hidden, info.users), (hidden, model.users().len()));
    for (user, (articles, karma)) in model.users() {
        let name = UserName::new(user).unwrap();
        assert_eq!(site.user(name), Some(UserInfo { articles, karma }));
    }
    assert_eq!(site.user(UserName::new(b"nobody").unwrap()), None);
    for link in model.articles.iter().map(|article| &article.link).chain([&b"none".to_vec()]) {
        let found = site.find(Link::new(link).unwrap());
        assert!(found.map(ArticleId::get).eq(model.find(link)));
    }

    let groups = model.groups();
    assert_eq!(info.groups, groups.len());
    let listed = |skip, limit| -> Vec<(Vec<u8>, usize)> {
        site.groups(skip, limit).map(|(name, size)| (name.as_bytes().to_vec(), size)).collect()
    };
    assert_eq!(listed(0, usize::MAX), groups);
    assert_eq!(listed(1, 3), groups.iter().skip(1).take(3).cloned().collect::<Vec<_>>());
    let groups = groups.into_iter().map(|(group, _)| (Some(group), None));
    let users = model.users().into_keys().map(|user| (None, Some(user.to_vec())));
    for (group, user) in std::iter::once((None, None)).chain(groups).chain(users) {
        for order in [Order::Score, Order::Time] {
            for is_ascending in [false, true] {
                let (group, user) = (group.clone(), user.clone());
                let listing =
                    ModelListing { group, user, order, is_ascending, ..Default::default() };
                assert_same_listing(model, site, &listing, now, PAGE);
            }
        }
    }
}

fn assert_same_article(article: &ModelArticle, site: &Site, now: i64) {
    let view = site.article(ArticleId::new(article.id)).unwrap();
    assert_same_voters(article, &view);
    assert_eq!(ModelArticle::of(&view), *article);
    assert_eq!(view.is_open(time(now)), article.is_open(now));
    assert_eq!(view.tally().votes(), article.votes());
    let vote_of = |user: &[u8]| view.vote_of(UserName::new(user).unwrap());
    for (user, vote) in article.votes.iter().flatten() {
        assert_eq!(vote_of(user), Some(*vote));
    }
    assert_eq!(vote_of(b"nobody"), None);
}

/// Reads the votes bucket by bucket.
fn assert_same_voters(article: &ModelArticle, view: &ArticleView) {
    let (mut found, mut cursor) = (BTreeMap::new(), 0);
    loop {
        let (next, votes) = view.voters(cursor, 1);
        found.extend(votes.iter().map(|(user, vote)| (user.as_bytes().to_vec(), *vote)));
        cursor = next;
        if cursor == 0 {
            break;
        }
    }
    assert_eq!(found, article.votes.clone().unwrap_or_default());
}
