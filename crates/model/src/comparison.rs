//! The comparison of everything that can be read from a site with its model.

use std::collections::{BTreeMap, BTreeSet};

use article_site::{
    Answerable, Direction, GroupName, ItemId, Link, Mark, MarksPart, Order, Query, Site, Source,
    UserInfo, UserName,
};

use crate::listing_comparison::assert_same_listing;
use crate::names::{self, time};
use crate::relations::assert_same_relations;
use crate::{Model, ModelItem};

/// The size of the pages by which a whole ranking is read; no multiple of a tree's node.
const PAGE: u32 = 7;
/// The size of the parts in which lists and readers are read.
const PART: usize = 3;

/// Panics if a site differs from its model.
pub fn assert_same(model: &Model, site: &Site, now: i64) {
    assert_eq!(Model::of(site), *model);
    let info = site.info(time(now));
    let articles = model.articles().count();
    let open = model.articles().filter(|(article, _)| article.is_open(now)).count();
    let votes = model.items.iter().flat_map(|item| item.votes.iter().flatten()).count();
    assert_eq!((info.articles, info.last_id), (articles, model.last_id));
    assert_eq!((info.open, info.votes), (open, votes as u64));
    let comments = model.items.len() - articles;
    assert_eq!((info.comments, site.comments(), site.len()), (comments, comments, articles));

    for item in &model.items {
        assert_same_item(item, site, now);
        assert_same_state(model, item, site, now);
    }

    let hidden = model.articles().filter(|(article, _)| !article.flags.is_listed()).count();
    assert_eq!((info.hidden, info.users), (hidden, model.users().len()));
    for (user, submitted) in model.users() {
        let name = UserName::new(user).unwrap();
        assert_eq!(site.user(name), submitted);
    }
    let nobody = UserName::new(b"nobody").unwrap();
    assert_eq!((site.user(nobody), site.lists(nobody)), (UserInfo::default(), Vec::new()));
    assert_same_lists(model, site);
    assert_same_relations(model, site);
    assert_same_readers(model, site);
    for link in model.articles().map(|(_, article)| &article.link).chain([&b"none".to_vec()]) {
        let found = site.find(Link::new(link).unwrap());
        assert!(found.map(ItemId::get).eq(model.find(link)));
    }

    let groups = model.groups();
    assert_eq!(info.groups, groups.len());
    let listed = |skip, limit| -> Vec<(Vec<u8>, usize)> {
        site.groups(skip, limit).map(|(name, size)| (name.as_bytes().to_vec(), size)).collect()
    };
    assert_eq!(listed(0, usize::MAX), groups);
    assert_eq!(listed(1, 3), groups.iter().skip(1).take(3).cloned().collect::<Vec<_>>());
    let names: Vec<_> = groups.iter().map(|(name, _)| GroupName::new(name).unwrap()).collect();
    let users = model.users().into_keys().map(|user| UserName::new(user).unwrap());
    let sources = names.into_iter().map(Source::Group).chain(users.map(Source::User));
    for source in [Source::Site, Source::Comments].into_iter().chain(sources) {
        for order in [Order::Score, Order::Time] {
            for direction in [Direction::Ascending, Direction::Descending] {
                let (now, size) = (time(now), Some(PAGE));
                let query = Query { source, order, direction, size, now, ..Query::default() };
                assert_same_listing(model, site, &query);
            }
        }
    }
}

/// Compares up to where users have seen answers, and which are silenced.
fn assert_same_readers(model: &Model, site: &Site) {
    let (mut found, mut users) = (Model::default(), BTreeSet::new());
    for (_, seen) in site.users_from(0) {
        assert!(users.insert(seen.user.as_bytes()), "a user came twice");
        found.add_reader(&seen);
    }
    let read = |of: &Model| (of.seen.clone(), of.silenced.clone());
    assert_eq!(read(&found), read(model));
}

/// Compares what an item takes: the model refuses what the site says that it does not take.
fn assert_same_state(model: &Model, item: &ModelItem, site: &Site, now: i64) {
    let view = site.item(ItemId::new(item.id)).unwrap();
    assert_eq!(view.is_listed(), model.is_shown(item));
    let poster = UserName::new(&item.poster).unwrap();
    for (user, viewer) in [
        (&b"nobody"[..], None),
        (b"nobody", Some(site.viewer(UserName::new(b"nobody").unwrap()))),
        (&item.poster[..], Some(site.viewer(poster))),
    ] {
        let is_votable = view.takes_votes(viewer, time(now));
        assert_eq!(model.check_takes_vote(item, user, None, now).is_ok(), is_votable);
    }
    let is_answerable = view.takes_comments(&mut Answerable::default());
    assert_eq!(is_answerable, model.check_takes_comments(item.id).is_ok());
}

fn assert_same_item(item: &ModelItem, site: &Site, now: i64) {
    let view = site.item(ItemId::new(item.id)).unwrap();
    let voters = walked(|cursor| view.voters(cursor, 1)).into_iter();
    let voters: BTreeMap<_, _> =
        voters.map(|(user, vote)| (user.as_bytes().to_vec(), vote)).collect();
    assert_eq!(voters, item.votes.clone().unwrap_or_default());
    assert_eq!(view.is_open(time(now)), item.is_open(now));
    assert_eq!(view.tally().votes(), item.votes());
    let vote_of = |user: &[u8]| view.vote_of(site.viewer(UserName::new(user).unwrap()));
    let keeps_votes = site.settings().keep_votes();
    for user in [&b"user0"[..], b"user1", b"nobody"] {
        let viewer = site.viewer(UserName::new(user).unwrap());
        let shown = view.shown_vote(viewer, time(now));
        assert_eq!(shown, item.shown_vote(user, now, keeps_votes));
    }
    for (user, vote) in item.votes.iter().flatten() {
        assert_eq!(vote_of(user), Some(*vote));
    }
    assert_eq!(vote_of(b"nobody"), None);
}

/// Reads parts from cursor 0 on until the next cursor is 0 again.
fn walked<C: Copy + Default + PartialEq, T>(read: impl Fn(C) -> (C, Vec<T>)) -> Vec<T> {
    let (mut cursor, mut all) = read(C::default());
    while cursor != C::default() {
        let (next, part) = read(cursor);
        all.extend(part);
        cursor = next;
    }
    all
}

/// Panics if the lists of a site differ from the model's.
pub fn assert_same_lists(model: &Model, site: &Site) {
    let marks = model.marks.values().map(|list| list.ids().count() as u64);
    assert_eq!(site.info(time(0)).marks, marks.sum());
    let users: BTreeSet<_> = model.marks.keys().map(|(user, _)| &user[..]).collect();
    for user in users {
        let name = UserName::new(user).unwrap();
        let lists = site.lists(name);
        let named = lists.iter().map(|(list, len)| (list.as_bytes(), *len));
        assert!(named.eq(model.lists(user)));
        assert_same_shown(model, site, name);
    }
    let marks = marks_in_parts(site, PART);
    assert!(marks.keys().eq(model.marks.keys()));
    for (marks, list) in marks.values().zip(model.marks.values()) {
        assert_eq!(*marks, list.marks());
    }
}

/// Reads the marks of all lists, at most `count` ids at a time.
fn marks_in_parts(site: &Site, count: usize) -> BTreeMap<(Vec<u8>, Vec<u8>), Vec<Mark>> {
    let mut lists: BTreeMap<_, Vec<Mark>> = BTreeMap::new();
    let (mut first, mut before) = (0, None);
    while let Some(part) = site.marks_before(first, before, count) {
        let MarksPart { number, user, list, marks, place } = part;
        let ids = marks.iter().filter(|mark| mark.id().is_some()).count();
        assert!((1..=count).contains(&ids));
        let all = lists.entry((user.as_bytes().to_vec(), list.as_bytes().to_vec())).or_default();
        all.splice(0..0, marks);
        (first, before) = if place.is_some() { (number, place) } else { (number + 1, None) };
    }
    lists
}

/// Compares the lists that articles and comments show a user.
fn assert_same_shown(model: &Model, site: &Site, user: UserName) {
    // Not in the order of their names.
    let names: Vec<_> = (0..20).rev().map(names::list).collect();
    let named = site.viewer_lists(site.viewer(user), &names);
    let lists = model.marks.iter().filter(|((of, _), _)| of == user.as_bytes());
    let marks = lists.flat_map(|((_, name), list)| list.ids().map(|id| (&name[..], id)));
    let marks: BTreeSet<_> = marks.collect();
    for view in site.items() {
        let id = view.id().get();
        let expected = names.iter().filter(|list| marks.contains(&(list.as_bytes(), id)));
        assert!(view.marks(&named).eq(expected.copied()));
    }
}
