//! Loading, where the property test against the model does not reach.

use super::*;
use crate::item::activity::Activity;
use crate::item::attributes::Moderated;
use crate::site::Origin;
use crate::site::codec::ENCODING;
use crate::site::codec::decode;
use crate::site::codec::encode;
use crate::site::moderation::Moderation;
use crate::site::post::NewArticle;
use crate::site::post::Posted;
use crate::site::reader::OwnQuery;
use crate::terms::budget::Budget;
use crate::terms::ids::Ids;
use crate::terms::settings::{Setting, Settings, SettingsChange};
use crate::terms::types::{Link, Title};

type Voters = Vec<(UserName<'static>, RecordedVote)>;

fn voters(names: &[&'static [u8]], vote: Vote) -> Voters {
    names.iter().map(|name| (UserName::new(name).unwrap(), vote.counted())).collect()
}

fn record(id: u32, votes: Option<Voters>) -> LoadedRecord<'static> {
    ItemRecord {
        id: ItemId::new(id),
        poster: UserName::new(b"poster").unwrap(),
        time: UnixTime::clamped(1_000),
        window: 1_000,
        tally: Tally { upvotes: 7, downvotes: 2, score: 3_160 },
        moderated: Moderated::default(),
        content: RecordContent::Article {
            title: Title::new(b"title").unwrap(),
            link: Link::new(b"").unwrap(),
            activity: Activity::none(UnixTime::clamped(1_000)),
            groups: Vec::new(),
        },
        ledger: votes.map_or(Votes::Dropped, Votes::Recorded),
        fields: Vec::new(),
    }
}

#[test]
fn voters_are_added_all_or_none() {
    let mut site = Site::new(Settings::default());
    let more = voters(&[b"b", b"c", b"d"], Vote::Down);
    let twice = voters(&[b"f", b"f"], Vote::Down);
    site.load(&record(5, Some(voters(&[b"a", b"b"], Vote::Up)))).unwrap();
    let id = ItemId::new(5);
    for refused in [twice.clone(), [voters(&[b"c", b"d"], Vote::Up), more.clone()].concat()] {
        let loaded = site.load_voters(id, Votes::Recorded(&refused), None, None);
        assert_eq!(loaded, Err(Error::VotedBefore));
        site.check().unwrap();
        assert_eq!(site.item(id).unwrap().tally().votes(), 2);
    }
    let numbers = |site: &Site| (site.changed(), site.item(id).unwrap().changed());
    let before = numbers(&site);
    site.load_voters(id, Votes::Recorded(&more), None, Some(77)).unwrap();
    assert!(numbers(&site).0 > before.0 && numbers(&site).1 > before.0);
    site.check().unwrap();
    let tally = site.item(id).unwrap().tally();
    assert_eq!(tally, Tally { upvotes: 1, downvotes: 3, score: 77 });
    assert_eq!(site.load_voters(id, Votes::Recorded(&more), None, Some(77)), Ok(false));
    assert_eq!(site.load(&record(6, Some(twice))), Err(Error::VotedBefore));
    assert_eq!(site.load(&record(5, None)), Err(Error::IdNotGreater { what: "id" }));
    site.check().unwrap();
}

#[test]
fn counts_without_records_close_voting_for_good() {
    let mut site = Site::new(Settings::default());
    site.load(&record(9, None)).unwrap();
    site.check().unwrap();
    let (id, user) = (ItemId::new(9), UserName::new(b"user").unwrap());
    let origin = Origin::Client(UnixTime::clamped(1_500));
    assert_eq!(site.vote(user, id, Some(Vote::Up.counted()), origin), Err(Error::VoteClosed));
    assert_eq!(site.load_voters(id, Votes::Recorded(&[]), None, None), Err(Error::VoteClosed));
    let tally = site.item(id).unwrap().tally();
    assert_eq!(tally, Tally { upvotes: 7, downvotes: 2, score: 3_160 });
}

#[test]
fn ids_that_were_skipped_are_not_assigned() {
    let mut site = Site::new(Settings::default());
    assert_eq!(site.load_last_id(ItemId::new(41)), Ok(true));
    assert_eq!(site.load_last_id(ItemId::new(40)), Err(Error::LastIdLowered));
    assert_eq!(site.load_last_id(ItemId::new(41)), Ok(false));
    assert_eq!(site.post(&post_as(None), Origin::Replay), Ok(Posted::Created(ItemId::new(42))));
}

/// A post of the loaded record under an id.
fn post_as(id: Option<u32>) -> NewArticle<'static> {
    let LoadedRecord { poster, time, .. } = record(1, None);
    let (title, link) = (Title::new(b"title").unwrap(), Link::new(b"").unwrap());
    NewArticle {
        poster,
        title,
        link,
        groups: &[],
        fields: &[],
        id: id.map(ItemId::new),
        time,
        is_held: false,
    }
}

#[test]
fn a_part_has_ids_of_its_own() {
    for (first, step) in [(3, 16), (16, 16), (1, 1_024), (1_024, 1_024)] {
        let ids = Ids::new(first, step).unwrap();
        let mut site = Site::new(Settings::default().with_ids(ids));
        let client = Origin::Client(post_as(None).time);
        let id = |number| Posted::Created(ItemId::new(first + number * step));
        assert_eq!(site.post(&post_as(None), client), Ok(id(0)));
        assert_eq!(site.post(&post_as(None), client), Ok(id(1)));
        let far = first + 1_001 * step;
        assert_eq!(site.post(&post_as(Some(far + step)), client), Err(Error::IdTooFar));
        assert_eq!(site.post(&post_as(Some(far - 1)), client), Err(Error::IdOfOtherPart));
        assert_eq!(site.load(&record(far + 1, None)), Err(Error::IdOfOtherPart));
        assert_eq!(site.load_last_id(ItemId::new(far + 1)), Err(Error::IdOfOtherPart));
        assert_eq!(site.post(&post_as(Some(far)), client), Ok(id(1_001)));
        assert!(
            site.item(ItemId::new(far + 1)).is_none()
                && site.item(ItemId::new(1)).is_none() == (first > 1)
        );
        let last = u32::MAX - (u32::MAX - first) % step;
        assert_eq!(site.load_last_id(ItemId::new(last)), Ok(true));
        assert_eq!(site.post(&post_as(None), client), Err(Error::IdsExhausted));
        site.check().unwrap();
        assert_eq!(reloaded(&site).settings(), site.settings());
    }
    assert!(
        [(0, 1), (2, 1), (1, 0), (1, 1_025)]
            .iter()
            .all(|(first, step)| Ids::new(*first, *step).is_none())
    );
}

#[test]
fn a_client_cannot_skip_more_than_a_thousand_ids() {
    let mut site = Site::new(Settings::default());
    let new = |id| post_as(Some(id));
    let client = Origin::Client(new(1).time);
    assert_eq!(site.post(&new(1_001), client), Err(Error::IdTooFar));
    assert_eq!(site.post(&new(1_000), client), Ok(Posted::Created(ItemId::new(1_000))));
    assert_eq!(site.post(&new(u32::MAX), client), Err(Error::IdTooFar));
    assert_eq!(
        site.post(&new(u32::MAX), Origin::Replay),
        Ok(Posted::Created(ItemId::new(u32::MAX)))
    );
}

/// Encodes a site, and decodes it.
fn reloaded(site: &Site) -> Site {
    let mut bytes = Vec::new();
    encode(site, |chunk| bytes.extend_from_slice(chunk));
    let mut bytes = Some(bytes);
    decode(ENCODING, |buffer| bytes.take().map(|bytes| buffer.extend(bytes)).is_some()).unwrap()
}

#[test]
fn no_boost_moves_a_score_out_of_what_can_be_stored_and_loaded() {
    let mut site = Site::new(Settings::default());
    let (most, farthest) = (1 << 61, 315_360_000);
    for (id, score, boost) in [(1, most, 0), (2, -most, 0), (3, most - 5, -5), (4, most, 9)] {
        let mut record = record(id, None);
        (record.tally.score, record.moderated.boost) = (score, Boost::new(boost).unwrap());
        site.load(&record).unwrap();
        for seconds in [farthest, -farthest] {
            site.boost(ItemId::new(id), seconds, false).unwrap();
            site.moderate(Moderation::Pin, &[ItemId::new(id)], UnixTime::clamped(0));
            site.check().unwrap();
            let stored = site.item(ItemId::new(id)).unwrap().tally();
            let decoded = reloaded(&site);
            assert_eq!(decoded.item(ItemId::new(id)).unwrap().tally(), stored);
        }
    }
    let mut beyond = record(9, None);
    (beyond.tally.score, beyond.moderated.boost) = (most, Boost::new(-1).unwrap());
    let error = site.load(&beyond).unwrap_err().to_string();
    assert!(error.starts_with("ERR SCORE less BOOST must be an integer from -23058"), "{error}");
}

#[test]
fn kept_votes_come_after_the_votes_that_wait_to_be_swept() {
    let mut site = Site::new(Settings::default());
    let (user, now) = (UserName::new(b"a").unwrap(), UnixTime::clamped(5_000));
    site.load(&record(5, Some(voters(&[b"a"], Vote::Up)))).unwrap();
    for id in 6..8 {
        let open = LoadedRecord { window: 1_000_000, ..record(id, Some(Vec::new())) };
        site.load(&open).unwrap();
    }
    assert_eq!(site.drop_closed(now), 1);
    let mut keeps_votes = SettingsChange::default();
    keeps_votes.set(Setting::KeepVotes, 1).unwrap();
    assert!(site.alter(keeps_votes, now));
    let kept = voters(&[b"a"], Vote::Up);
    assert!(site.load_voters(ItemId::new(5), Votes::Kept(&kept), None, None).unwrap());
    for id in 6..8 {
        site.vote(user, ItemId::new(id), Some(Vote::Up.counted()), Origin::Client(now)).unwrap();
    }
    site.check().unwrap();
    site.finish_sweep();
    site.check().unwrap();
    let query = OwnQuery { now, ..OwnQuery::default() };
    let voted = site.voted(user, None, &query, &Budget::unlimited()).unwrap();
    let ids: Vec<_> = voted.items.iter().map(|item| item.id().get()).collect();
    assert_eq!(ids, [7, 6, 5]);
}

#[test]
fn a_tombstone_can_be_the_answer_that_makes_many_of_few() {
    let mut site = Site::new(Settings::default());
    site.load(&record(1, None)).unwrap();
    let (time, parent) = (UnixTime::clamped(1_000), Some(ItemId::new(1)));
    let tally = Tally { upvotes: 0, downvotes: 0, score: 1_000 };
    for id in (2..=200).map(ItemId::new) {
        let moderated = Moderated::default();
        site.load_tombstone(&TombstoneRecord { id, time, tally, moderated, parent }).unwrap();
    }
    site.check().unwrap();
}
