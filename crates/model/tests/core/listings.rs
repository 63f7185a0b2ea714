//! Listings of sites that are large enough for the search through the table of articles, compared
//! with a sort of everything.

use article_model::{Model, ModelItem, ModelList, assert_same_listing, marks_of, names};
use article_site::{
    Activity, Boost, Condition, Direction, Filters, Flags, GroupName, ItemId, Link, ListName,
    LoadedRecord, Moderation, Order, Origin, Pin, Query, RecordContent, Settings, Site, Source,
    Tally, Title, UnixTime, UserLists, UserName, Vote, Votes,
};
use fastrand::Rng;
use std::rc::Rc;

const NOW: i64 = 1_700_000_000;
const ARTICLES: u32 = 6_000;
/// Seconds during which the articles were posted.
const PERIOD: i64 = 30 * 86_400;
/// The groups, with the reciprocal of the share of articles in each; 1 stands for nine tenths, and
/// 0 for a single article.
const GROUPS: [(&str, u32); 5] = [("most", 1), ("half", 2), ("some", 8), ("few", 200), ("one", 0)];

/// Returns the poster of an article. One posts a third of all, some a few hundred, others a few.
fn poster(number: u32) -> String {
    match number % 9 {
        0..3 => "everywhere".to_owned(),
        3..6 => format!("often{}", number % 5),
        _ => format!("rarely{}", number % 500),
    }
}

/// Returns an instant from a time until now.
fn now_or_before(random: &mut Rng, time: i64) -> UnixTime {
    UnixTime::new(random.i64(time..=NOW)).unwrap()
}

/// Returns a user who keeps lists.
fn keeper(random: &mut Rng) -> UserName<'static> {
    names::user(random.u8(..3))
}

/// Returns a list, which not every user has.
fn list(random: &mut Rng) -> ListName<'static> {
    names::list(random.u8(..6))
}

fn group(name: &str) -> GroupName<'_> {
    GroupName::new(name.as_bytes()).unwrap()
}

/// Returns a site of articles with any number of votes.
fn site(random: &mut Rng, times_follow_ids: bool, is_disliked: bool) -> Site {
    let mut site = Site::new(Settings::default());
    let names: Vec<_> = (0..40).map(|number| format!("voter{number}")).collect();
    let voters: Vec<_> = names.iter().map(|n| UserName::new(n.as_bytes()).unwrap()).collect();
    for number in 1..=ARTICLES {
        let groups = GROUPS.iter().filter(|(_, share)| match share {
            0 => number == 4_321,
            1 => number % 10 > 0,
            share => random.u32(..*share) == 0,
        });
        let groups: Vec<_> = groups.map(|(name, _)| group(name)).collect();
        let time = match times_follow_ids {
            true => NOW - PERIOD + i64::from(number) * PERIOD / i64::from(ARTICLES),
            false => NOW - random.i64(0..PERIOD),
        };
        let most = *random.choice(&[1, 3, 20, 500, u32::MAX / 2]).unwrap();
        let (mut upvotes, downvotes) = (random.u32(..=most), random.u32(..=most));
        if is_disliked {
            upvotes = upvotes.min(downvotes / 2);
        }
        let votes = i64::from(upvotes) - i64::from(downvotes);
        let upvoters = random.usize(..=voters.len());
        let boost = if number.is_multiple_of(97) { 400_000 } else { 0 };
        let boost = Boost::new(boost).unwrap();
        site.load(&LoadedRecord {
            id: ItemId::new(number),
            poster: UserName::new(poster(number).as_bytes()).unwrap(),
            time: UnixTime::new(time).unwrap(),
            window: 604_800,
            tally: Tally { upvotes, downvotes, score: time + 432 * votes + boost.get() },
            boost,
            flags: Flags {
                pin: match number % 500 {
                    0 => Pin::Everywhere,
                    1 => Pin::InGroups,
                    _ => Pin::Nowhere,
                },
                ..Flags::default()
            },
            content: RecordContent::Article {
                title: Title::new(b"title").unwrap(),
                link: Link::new(b"").unwrap(),
                activity: match random.u8(..3) {
                    0 => Activity {
                        comments: random.u32(..50),
                        bumped: now_or_before(random, time),
                        floor: UnixTime::new(time).unwrap(),
                    },
                    _ => Activity::none(UnixTime::new(time).unwrap()),
                },
                groups,
            },
            // A third of the articles take votes.
            ledger: match number.is_multiple_of(3) && !is_disliked {
                false => Votes::Dropped,
                true => {
                    let vote = |n| if n < upvoters { Vote::Up } else { Vote::Down };
                    let voters = voters.iter().enumerate();
                    Votes::Recorded(voters.map(|(n, user)| (*user, vote(n).counted())).collect())
                }
            },
            fields: Vec::new(),
        })
        .unwrap();
    }
    site
}

/// Puts up to thousands of articles on lists of users, and takes others off.
fn mark(site: &mut Site, random: &mut Rng) {
    for _ in 0..30 {
        let number = *random.choice(&[1, 30, 400, 3_000]).unwrap();
        let ids: Vec<_> = (0..number).map(|_| ItemId::new(random.u32(1..=ARTICLES))).collect();
        let (user, list) = (keeper(random), list(random));
        match random.u8(..8) {
            0 => drop(site.unmark(user, list, None)),
            1 => drop(site.unmark(user, list, Some(&ids))),
            _ => drop(site.mark(user, list, &ids)),
        }
    }
}

/// Deletes, votes on and moves articles, so that what the site knows of its parts must follow.
fn change(site: &mut Site, random: &mut Rng) {
    for _ in 0..4_000 {
        let id = ItemId::new(random.u32(1..=ARTICLES));
        match random.u8(..10) {
            8 | 9 => {
                let time = UnixTime::new(NOW - random.i64(..100_000));
                site.bump(id, time, random.i64(-3..20), Origin::Replay).ok();
            }
            0 => drop(site.delete(id)),
            3 => drop(site.moderate(Moderation::Hide, &[id], UnixTime::clamped(0))),
            4 => drop(site.moderate(Moderation::Pin, &[id], UnixTime::clamped(0))),
            5 => drop(site.boost(id, random.i64(-100_000..100_000), true).unwrap_or_default()),
            1 => drop(site.add_to_groups(id, &[group("half")])),
            2 => drop(site.remove_from_groups(id, &[group("most")])),
            _ => {
                let user = format!("voter{}", random.u8(..80));
                let user = UserName::new(user.as_bytes()).unwrap();
                let votes = [Vote::Up.counted(), Vote::Down.counted(), Vote::Up.silent()];
                let vote = votes.get(random.usize(..4)).copied();
                // Most are closed.
                site.vote(user, id, vote, Origin::Replay).ok();
            }
        }
    }
}

/// Hides or shows all articles of whole parts of the table.
fn hide_parts(site: &mut Site, moderation: Moderation) {
    for part in [1..=700, 2_000..=2_100, 3_000..=ARTICLES] {
        let ids: Vec<_> = part.map(ItemId::new).collect();
        site.moderate(moderation, &ids, UnixTime::clamped(0));
    }
}

fn query<'a>(random: &mut Rng, [posters, voters]: &'a [Vec<String>; 2]) -> Query<'a> {
    let order = *random.choice(&Order::ALL).unwrap();
    let time = |random: &mut Rng| match random.u8(..3) {
        0 => Some(NOW - random.i64(0..PERIOD)),
        _ => None,
    };
    let groups = |random: &mut Rng, most: usize| {
        (random.u8(..3) == 0).then(|| -> Vec<_> {
            let names = (0..random.usize(1..=most)).map(|_| random.choice(&GROUPS).unwrap().0);
            names.map(group).collect()
        })
    };
    let of = |random: &mut Rng, names: &'a [String]| {
        UserName::new(random.choice(names).unwrap().as_bytes()).unwrap()
    };
    let user = |random: &mut Rng| of(random, posters);
    let users = |random: &mut Rng| {
        let number = *random.choice(&[0, 1, 3, 400]).unwrap();
        let names = (0..number).map(|_| user(random)).collect();
        (random.u8(..4) == 0).then_some(names)
    };
    let lists = |random: &mut Rng| {
        let lists = (0..random.usize(..4)).map(|_| list(random)).collect();
        UserLists { user: Some(keeper(random)), lists }
    };
    let except = |random: &mut Rng| {
        (0..random.usize(..900)).map(|_| ItemId::new(random.u32(..ARTICLES))).collect()
    };
    let few = |random: &mut Rng| random.u8(..4) == 0;
    let voter = |random: &mut Rng| of(random, voters);
    let conditions = [
        groups(random, 3).map(Condition::AnyOf),
        groups(random, 2).map(Condition::AllOf),
        groups(random, 2).filter(|_| random.bool()).map(Condition::NoneOf),
        users(random).map(Condition::From),
        users(random).map(Condition::NotFrom),
        few(random).then(|| Condition::Unvoted(voter(random))),
        few(random).then(|| Condition::Marked(lists(random))),
        few(random).then(|| Condition::Unmarked(lists(random))),
        few(random).then(|| Condition::Feed(Some(voter(random)))),
        few(random).then(|| Condition::Unmuted(voter(random))),
        few(random).then(|| Condition::Except(except(random))),
    ];
    let conditions = conditions.into_iter().flatten().collect();
    let votes = [-1_000, -1, 0, 1, 50, 1_000_000_000];
    Query {
        source: match (random.u8(..4), groups(random, 1).as_deref()) {
            (0, _) => Source::User(user(random)),
            (_, Some([group])) => Source::Group(*group),
            _ => Source::Site,
        },
        order,
        direction: match order.stored().is_some() && random.bool() {
            true => Direction::Ascending,
            false => Direction::Descending,
        },
        filters: Filters {
            since: time(random),
            until: time(random),
            min_votes: (random.u8(..4) == 0).then(|| *random.choice(&votes).unwrap()),
            hidden: random.u8(..6) == 0,
            conditions,
        },
        size: Some(random.u32(20..=1_000)),
        now: UnixTime::clamped(NOW),
        ..Query::default()
    }
}

fn model(site: &Site) -> Model {
    let items: Vec<_> = site.items().map(|view| Rc::new(ModelItem::of(&view))).collect();
    let settings = *site.settings();
    let lists = marks_of(site);
    let marks = lists.map(|(names, marks)| (names, ModelList::of(marks.into_iter()))).collect();
    Model { settings, last_id: site.last_id(), items, marks, ..Model::default() }
}

fn assert_exact(site: &Site, random: &mut Rng, listings: usize) {
    site.check().unwrap();
    let model = model(site);
    let (size, now) = (Some(25), UnixTime::clamped(NOW));
    for order in Order::ALL {
        assert_same_listing(&model, site, &Query { order, size, now, ..Query::default() });
    }
    let voters = (0..80).map(|number| format!("voter{number}"));
    let names = [(0..ARTICLES).map(poster).collect(), voters.collect()];
    for _ in 0..listings {
        assert_same_listing(&model, site, &query(random, &names));
    }
}

#[test]
fn listings_of_large_sites_are_exact() {
    let mut random = Rng::with_seed(9);
    for (times_follow_ids, is_disliked) in [(true, false), (false, false), (true, true)] {
        let mut site = site(&mut random, times_follow_ids, is_disliked);
        for _ in 0..2 {
            mark(&mut site, &mut random);
            assert_exact(&site, &mut random, 150);
            change(&mut site, &mut random);
        }
    }
}

#[test]
fn listings_are_exact_where_whole_parts_of_the_site_are_hidden() {
    let mut random = Rng::with_seed(10);
    let mut site = site(&mut random, true, false);
    mark(&mut site, &mut random);
    hide_parts(&mut site, Moderation::Hide);
    assert_exact(&site, &mut random, 60);
    hide_parts(&mut site, Moderation::Show);
    assert_exact(&site, &mut random, 20);
}
