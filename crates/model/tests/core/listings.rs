//! Listings of sites that are large enough for the search through the table of articles, compared
//! with a sort of everything.

use article_model::{Context, Input, ListingRead, Model, assert_same_listing, names};
use article_site::{
    Activity, Boost, Condition, Flags, ItemId, Link, ListName, LoadedRecord, Moderated,
    Moderation, Order, Origin, Pin, Query, RecordContent, Settings, Site, Tally, Title, UnixTime,
    UserName, Vote, Votes,
};
use fastrand::Rng;

const NOW: i64 = 1_700_000_000;
const ARTICLES: u32 = 6_000;
/// Seconds during which the articles were posted.
const PERIOD: i64 = 30 * 86_400;
/// The groups, with the reciprocal of the share of articles in each; 1 stands for nine tenths, and
/// 0 for a single article.
const GROUPS: [(u8, u32); 5] = [(MOST, 1), (HALF, 2), (2, 8), (3, 200), (4, 0)];
const MOST: u8 = 0;
const HALF: u8 = 1;

/// Returns the poster of an article. One posts a third of all, some a few hundred, others a few.
fn poster(number: u32) -> UserName<'static> {
    names::user(match number % 9 {
        0..3 => 0,
        3..6 => 1 + (number % 5) as u8,
        _ => 6 + (number % 200) as u8,
    })
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

/// Returns a site of articles with any number of votes.
fn site(random: &mut Rng, times_follow_ids: bool, is_disliked: bool) -> Site {
    let mut site = Site::new(Settings::default());
    let voters: Vec<_> = (0..40).map(names::user).collect();
    for number in 1..=ARTICLES {
        let groups = GROUPS.iter().filter(|(_, share)| match share {
            0 => number == 4_321,
            1 => number % 10 > 0,
            share => random.u32(..*share) == 0,
        });
        let groups: Vec<_> = groups.map(|(name, _)| names::group(*name)).collect();
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
            poster: poster(number),
            time: UnixTime::new(time).unwrap(),
            window: 604_800,
            tally: Tally { upvotes, downvotes, score: time + 432 * votes + boost.get() },
            moderated: Moderated {
                boost,
                flags: Flags {
                    pin: match number % 500 {
                        0 => Pin::Everywhere,
                        1 => Pin::InGroups,
                        _ => Pin::Nowhere,
                    },
                    ..Flags::default()
                },
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
            1 => drop(site.add_to_groups(id, &[names::group(HALF)])),
            2 => drop(site.remove_from_groups(id, &[names::group(MOST)])),
            _ => {
                let user = names::user(random.u8(..80));
                let votes = [Vote::Up.counted(), Vote::Down.counted(), Vote::Up.silent()];
                let vote = votes.get(random.usize(..4)).copied();
                // Most are closed.
                site.vote(user, id, vote, Origin::Replay).ok();
            }
        }
    }
}

/// Hides or shows all articles of whole parts of the table.
fn moderate_parts(site: &mut Site, moderation: Moderation) {
    for part in [1..=700, 2_000..=2_100, 3_000..=ARTICLES] {
        let ids: Vec<_> = part.map(ItemId::new).collect();
        site.moderate(moderation, &ids, UnixTime::clamped(0));
    }
}

/// Returns a query, whose lists of users and of ids are sometimes long.
fn query(random: &mut Rng, model: &Model) -> Query<'static> {
    let mut bytes = [0; 512];
    random.fill(&mut bytes);
    let read = ListingRead::decode(&mut Input::new(&bytes));
    let (last_id, ids) = (model.last_id, model.settings.ids);
    // Ages are up to some weeks.
    let context = Context { last_id, ids, now: NOW, second: 10_000 };
    let mut query = context.listing(&read);
    query.size = Some(random.u32(20..=1_000));
    let votes = [-1_000, -1, 0, 1, 50, 1_000_000_000];
    query.filters.min_votes = query.filters.min_votes.and(random.choice(votes));
    for condition in &mut query.filters.conditions {
        let is_long = random.bool();
        match condition {
            Condition::From(users) | Condition::NotFrom(users) if is_long => {
                users.extend((0..=u8::MAX).map(names::user));
            }
            Condition::Except(ids) if is_long => {
                ids.extend((0..900).map(|_| ItemId::new(random.u32(..ARTICLES))));
            }
            _ => {}
        }
    }
    query
}

fn assert_exact(site: &Site, random: &mut Rng, listings: usize) {
    site.check().unwrap();
    let model = Model::of(site);
    let (size, now) = (Some(25), UnixTime::clamped(NOW));
    for order in Order::ALL {
        assert_same_listing(&model, site, &Query { order, size, now, ..Query::default() });
    }
    for _ in 0..listings {
        assert_same_listing(&model, site, &query(random, &model));
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
        for moderation in [Moderation::Hide, Moderation::Show] {
            moderate_parts(&mut site, moderation);
            assert_exact(&site, &mut random, 25);
        }
    }
}
