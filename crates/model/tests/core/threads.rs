//! Threads that are large or deep, in memory and as bytes.

use article_model::targets::decoder::assert_sound;
use article_model::{
    CommentArgs, Input, ListingRead, Operation, Pair, PostArgs, ReadSource, ThreadRead, names,
};
use article_site::{
    Error, ItemId, Moderation, Origin, Settings, Site, SiteEntry, UnixTime, UserName, Vote,
};
use fastrand::Rng;

const NOW: i64 = 1_700_000_000;

fn article(site: &mut Site) -> ItemId {
    site.post(&names::article(UnixTime::clamped(NOW)), Origin::Replay).unwrap().id()
}

fn comment(site: &mut Site, parent: ItemId, time: i64) -> Result<ItemId, Error> {
    site.comment(&names::comment(parent, UnixTime::clamped(time)), Origin::Replay)
}

#[test]
fn threads_of_thousands_of_comments_at_random_times_survive_encoding() {
    const COMMENTS: u32 = 8_000;
    let mut random = Rng::with_seed(11);
    for most_recent in [1, 40, COMMENTS] {
        let mut site = Site::new(Settings::default());
        let articles: Vec<_> = (0..3).map(|_| article(&mut site)).collect();
        for _ in 0..COMMENTS {
            let first = site.last_id().saturating_sub(most_recent).max(1);
            let parent = match random.u8(..3) {
                0 => *random.choice(&articles).unwrap(),
                _ => ItemId::new(random.u32(first..=site.last_id())),
            };
            match comment(&mut site, parent, NOW - random.i64(..5_000)) {
                Ok(_) | Err(Error::TooDeep) => {}
                Err(error) => panic!("{error}"),
            }
        }
        assert_sound(&site);
        for _ in 0..COMMENTS / 2 {
            let id = ItemId::new(random.u32(1..=site.last_id()));
            let user = format!("user{}", random.u8(..));
            let user = UserName::new(user.as_bytes()).unwrap();
            match random.u8(..10) {
                0 => drop(site.moderate(Moderation::Hide, &[id], UnixTime::clamped(0))),
                1 => drop(site.moderate(Moderation::Pin, &[id], UnixTime::clamped(0))),
                2..5 => drop(site.delete(id)),
                5 => drop(site.boost(id, random.i64(-100..100), false)),
                6 => drop(site.vote(user, id, Some(Vote::Down.counted()), Origin::Replay)),
                _ => drop(site.vote(user, id, Some(Vote::Up.counted()), Origin::Replay)),
            }
        }
        for id in articles.into_iter().skip(1) {
            site.delete(id);
        }
        site.check().unwrap();
        let is_place = |entry: &SiteEntry| matches!(entry, SiteEntry::Tombstone(_));
        let places = site.entries().filter(is_place).count();
        assert!(places > 100, "{places} places");
        assert_sound(&site);
    }
}

/// A comment of user 1.
fn answer(parent: i16, age: i16) -> Operation {
    let args = CommentArgs { poster: 1, parent, text: 1, age, ..CommentArgs::default() };
    Operation::Comment(args)
}

/// Returns an article with a thread that is as deep as possible. More is refused.
fn deep() -> Pair {
    let mut pair = Pair::new();
    pair.apply(&Operation::Post(PostArgs { poster: 1, age: 9, ..PostArgs::default() }));
    (0..260).for_each(|number| pair.apply(&answer(-1, number % 7)));
    assert_eq!(pair.model.items.len(), 256);
    pair.assert_same();
    pair
}

fn read(pair: &mut Pair, order: u8, size: u8) {
    let read = ThreadRead { id: 1, order, size, ..ThreadRead::default() };
    pair.apply(&Operation::Thread { read, mutation: [2, 9, 0, 0, b'.'] });
}

#[test]
fn a_thread_is_255_levels_deep_and_no_deeper() {
    let mut pair = deep();
    for (order, size) in [(0, 0), (1, 9), (2, 99), (3, 253), (4, 254), (5, 255)] {
        read(&mut pair, order, size);
    }
    assert_sound(&pair.site);
    // Only the last is left, below a chain of places.
    (1..256).for_each(|id| pair.apply(&Operation::Delete { id }));
    pair.assert_same();
    read(&mut pair, 1, 6);
    assert_sound(&pair.site);
    pair.apply(&answer(-1, 1));
    pair.apply(&Operation::Delete { id: 256 });
    assert_eq!(pair.site.entries().count(), 0);
    pair.assert_same();
}

#[test]
fn the_model_agrees_on_deep_threads_that_change_while_they_are_read() {
    let mut pair = deep();
    let moderate = |moderation, ids| Operation::Moderate { moderation, ids };
    let operations = (0..20).map(|number| match number % 4 {
        0 => Operation::Delete { id: 4 * number + 2 },
        1 => moderate(Moderation::Hide, vec![5 * number, 100]),
        2 => answer(100, 1),
        _ => moderate(Moderation::Pin, vec![2 * number + 50]),
    });
    let operations = operations.collect();
    let read_ascending =
        ThreadRead { id: 1, order: 1, is_ascending: true, size: 9, ..ThreadRead::default() };
    pair.apply(&Operation::ThreadMeanwhile { read: read_ascending, operations });
    pair.assert_same();
    (0..6).for_each(|order| read(&mut pair, order, 9));
    pair.apply(&Operation::Reload);
    pair.assert_same();
}

/// Enough answers for several leaves of a tree and for nodes above these, and a comment of which
/// they are many, too.
#[test]
fn the_model_agrees_on_items_with_many_answers_that_change_and_go() {
    let mut random = Rng::with_seed(35);
    let mut pair = Pair::new();
    let comment = |parent, age| {
        let poster = if age % 3 == 0 { 2 } else { 1 };
        let args = CommentArgs { poster, parent, text: 1, age, ..CommentArgs::default() };
        Operation::Comment(args)
    };
    pair.apply(&Operation::Post(PostArgs { poster: 1, age: 99, ..PostArgs::default() }));
    for _ in 0..400 {
        pair.apply(&comment(1, random.i16(0..99)));
    }
    for _ in 0..300 {
        pair.apply(&comment(2, random.i16(0..99)));
    }
    for round in 0..12 {
        let last_id = pair.model.last_id as i16;
        for _ in 0..60 {
            let id = random.i16(2..=last_id);
            let moderation = *random.choice(&Moderation::ALL).unwrap();
            let vote = *random.choice(&[None, Some(Vote::Up), Some(Vote::Down)]).unwrap();
            pair.apply(&match random.u8(0..12) {
                0..2 => Operation::Moderate { moderation, ids: vec![id, id / 2, id / 3] },
                2 => Operation::Boost { id, seconds: random.i16(-9..9), is_increment: false },
                3 => comment(id, 1),
                // At last, hardly anything is left.
                4 => Operation::Delete { id },
                _ if round > 8 => Operation::Delete { id },
                _ => Operation::Vote { user: random.u8(..8), id, vote, is_silent: false },
            });
        }
        pair.site.check().unwrap();
        for id in [1, 2].repeat(6) {
            let bytes = [(); 512].map(|()| random.u8(..));
            let mut input = Input::new(&bytes);
            let read = ThreadRead { id, size: random.u8(20..), ..ThreadRead::decode(&mut input) };
            pair.apply(&Operation::Thread { read, mutation: [2, 9, 0, 0, b'.'] });
            let below = [id, random.i16(1..=last_id)][random.usize(..2)];
            let (source, size) = (ReadSource::Below(below), random.u8(20..));
            let read = ListingRead { source, size, ..ListingRead::decode(&mut input) };
            pair.apply(&Operation::Read(read));
        }
        match round % 3 {
            0 => pair.apply(&Operation::Reload),
            1 => pair.site = pair.site.clone(),
            _ => {}
        }
        pair.assert_same();
    }
    for id in (1..=pair.model.last_id as i16).rev() {
        pair.apply(&Operation::Delete { id });
    }
    pair.assert_same();
}

/// Each comment of the path is returned again with all below it, because it has moved behind.
#[test]
fn a_thread_ends_although_the_whole_path_moves_behind_its_last_comment() {
    let mut pair = Pair::new();
    pair.apply(&Operation::Post(PostArgs::default()));
    for _ in 0..12 {
        pair.apply(&Operation::Comment(CommentArgs { parent: -1, ..CommentArgs::default() }));
    }
    let moderate = |moderation| Operation::Moderate { moderation, ids: (2..14).collect() };
    pair.apply(&moderate(Moderation::Pin));
    let mut operations = vec![Operation::Tick { seconds: 0 }; 10];
    operations.push(moderate(Moderation::Unpin));
    let read = ThreadRead { id: 1, order: 1, ..ThreadRead::default() };
    pair.apply(&Operation::ThreadMeanwhile { read, operations });
}
