//! Links that few and many articles have, compared with a search through all articles.

use super::*;
use crate::query::Catalog;
use crate::terms::budget::Budget;
use crate::{
    Edit, ItemView, Kind, Moderation, NewArticle, Origin, RecordContent, Settings, Site, Title,
    UnixTime, UserName,
};

const LINKS: [&str; 3] = ["often", "sometimes", "rarely"];

fn link(name: &str) -> Link<'_> {
    Link::new(name.as_bytes()).unwrap()
}

/// Returns one of the links, most often the first.
fn any_link(random: &mut fastrand::Rng) -> Link<'static> {
    let last = random.usize(..LINKS.len());
    link(LINKS[random.usize(..=last)])
}

fn post(site: &mut Site, random: &mut fastrand::Rng) {
    let new = NewArticle {
        poster: UserName::new(b"alice").unwrap(),
        title: Title::new(b"title").unwrap(),
        link: any_link(random),
        groups: &[],
        fields: &[],
        id: None,
        time: UnixTime::new(random.i64(0..500)).unwrap(),
        is_held: false,
    };
    site.post(&new, Origin::Replay).unwrap();
}

fn edit(site: &mut Site, id: ItemId, link: Link) {
    site.edit(id, &Edit { link: Some(link), ..Edit::default() }).ok();
}

fn assert_found(site: &Site) {
    site.check().unwrap();
    let budget = Budget::unlimited();
    let Catalog { items, hasher, .. } = site.catalog(Kind::Article, &budget);
    for link in LINKS.map(link) {
        let has_link = |view: &ItemView| match view.record().content {
            RecordContent::Article { link: of_article, .. } => of_article == link,
            RecordContent::Comment { .. } => false,
        };
        let with_link = || site.items().filter(has_link);
        let mut ids: Vec<_> = with_link().map(|view| view.id()).collect();
        ids.sort_unstable_by(|id, other| other.cmp(id));
        assert!(site.find(link).eq(ids));
        for time in [-1, 0, 100, 499, 500] {
            let later = with_link().map(|view| view.record()).filter(|r| r.time.get() > time);
            let newest = later.map(|r| (r.time, r.id)).max();
            assert_eq!(
                site.links.newest(link, time, items.articles(), hasher, |_| true),
                newest.map(|(_, id)| id),
                "{time}"
            );
        }
    }
}

#[test]
fn links_become_popular_and_rare_and_are_found_all_the_time() {
    let mut random = fastrand::Rng::with_seed(3);
    let mut site = Site::new(Settings::default());
    let mut were_popular = 0;
    for step in 0..4_000_u32 {
        let id = ItemId::new(random.u32(1..=site.last_id().max(1)));
        // Grows for a quarter of the time, and shrinks afterwards.
        let growth = if step % 2_000 < 500 { 6 } else { 1 };
        match random.u32(..growth + 6) {
            0..2 => drop(site.delete(id)),
            2 => drop(site.moderate(Moderation::Hide, &[id], UnixTime::clamped(0))),
            3 => drop(site.moderate(Moderation::Show, &[id], UnixTime::clamped(0))),
            4 => edit(&mut site, id, any_link(&mut random)),
            _ => post(&mut site, &mut random),
        }
        were_popular = were_popular.max(site.links.popular.len());
        if step % 40 == 0 {
            assert_found(&site);
            let budget = Budget::unlimited();
            let Catalog { items, hasher, .. } = site.catalog(Kind::Article, &budget);
            site.links = Links::of(items.articles(), hasher);
            assert_found(&site);
        }
    }
    assert!(were_popular >= 2, "{were_popular} popular links");
    for number in 1..=site.last_id() {
        site.delete(ItemId::new(number));
        if number % 100 == 0 {
            assert_found(&site);
        }
    }
    assert!(site.links.popular.is_empty());
}
