//! Threads that are large or deep, in memory and as bytes, and bytes that are no threads.

use article_model::names;
use article_model::targets::content::Content;
use article_model::targets::decoder::bytes_of;
use article_model::targets::mutation::number;
use article_model::{
    CommentArgs, ListingRead, ModelItem, Operation, Pair, PostArgs, ReadSource, THREAD_ORDERS,
    ThreadRead, thread_entries, thread_query,
};
use article_site::{
    Budget, DecodeError, Error, ItemId, Kind, Moderation, Order, Origin, Settings, Site,
    SiteEntry, ThreadQuery, UnixTime, UserName, Vote,
};
use fastrand::Rng;

const NOW: i64 = 1_700_000_000;
fn article(site: &mut Site) -> ItemId {
    site.post(&names::article(UnixTime::clamped(NOW)), Origin::Replay).unwrap().id()
}

fn comment(site: &mut Site, parent: ItemId, time: i64) -> Result<ItemId, Error> {
    site.comment(&names::comment(parent, UnixTime::clamped(time)), Origin::Replay)
}

fn decoded(bytes: &[u8]) -> Result<Site, DecodeError> {
    article_model::bytes::decoded(&mut [bytes].into_iter())
}

fn query(id: ItemId, order: Order, size: u32) -> ThreadQuery<'static> {
    ThreadQuery { now: UnixTime::clamped(NOW), ..thread_query(id, order, size) }
}

/// Checks that a site that is encoded and decoded is the same.
fn assert_survives(site: &Site) {
    let decoded = decoded(&bytes_of(site)).unwrap();
    decoded.check().unwrap();
    assert_eq!(Content::of(&decoded), Content::of(site));
    assert_eq!(bytes_of(&decoded).len(), bytes_of(site).len());
    let articles = site.entries().filter_map(|entry| match entry {
        SiteEntry::Item(view) => ModelItem::of(&view).article().map(|_| view.id()),
        SiteEntry::Tombstone(record) => record.parent.is_none().then_some(record.id),
    });
    for id in articles {
        for order in THREAD_ORDERS {
            let query = query(id, order, 997);
            assert_eq!(
                thread_entries(&decoded, query.clone()),
                thread_entries(site, query.clone())
            );
            let query = ThreadQuery { children: Some(2), ..query };
            assert_eq!(thread_entries(&decoded, query.clone()), thread_entries(site, query));
        }
    }
}

#[test]
fn threads_of_twenty_thousand_comments_at_random_times_survive_encoding() {
    const COMMENTS: u32 = 20_000;
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
        assert_survives(&site);
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
        assert_survives(&site);
    }
}

#[test]
fn a_thread_is_255_levels_deep_and_no_deeper() {
    let mut site = Site::new(Settings::default());
    let root = article(&mut site);
    let mut last = root;
    for _ in 0..255 {
        last = comment(&mut site, last, NOW).unwrap();
    }
    assert_eq!(comment(&mut site, last, NOW), Err(Error::TooDeep));
    for size in [1, 2, 100, 254, 255, 1_000] {
        let found = thread_entries(&site, query(root, Order::Gravity, size));
        assert!(found.iter().map(|(_, depth)| *depth).eq(1..=255));
    }
    assert_survives(&site);
    // Only the last is left, below a chain of places.
    for number in root.get()..last.get() {
        assert!(site.delete(ItemId::new(number)));
    }
    site.check().unwrap();
    assert_eq!(thread_entries(&site, query(root, Order::Time, 7)).len(), 255);
    assert_survives(&site);
    assert_eq!(comment(&mut site, last, NOW), Err(Error::TooDeep));
    assert!(site.delete(last));
    assert_eq!(site.entries().count(), 0);
    assert!(thread_entries(&site, query(root, Order::Time, 7)).is_empty());
    site.check().unwrap();
}

#[test]
fn the_model_agrees_on_deep_threads_that_change_while_they_are_read() {
    let mut pair = Pair::new();
    let comment = |parent, age| {
        let args = CommentArgs { poster: 1, parent, text: 1, age, ..CommentArgs::default() };
        Operation::Comment(args)
    };
    let moderate = |moderation, ids| Operation::Moderate { moderation, ids };
    pair.apply(&Operation::Post(PostArgs { poster: 1, age: 9, ..PostArgs::default() }));
    for number in 0..260_i16 {
        pair.apply(&comment(-1, number % 7));
    }
    pair.assert_same();
    let read =
        ThreadRead { id: 1, order: 1, is_ascending: true, size: 9, ..ThreadRead::default() };
    let operations = (0..20).map(|number| match number % 4 {
        0 => Operation::Delete { id: 4 * number + 2 },
        1 => moderate(Moderation::Hide, vec![5 * number, 100]),
        2 => comment(100, 1),
        _ => moderate(Moderation::Pin, vec![2 * number + 50]),
    });
    pair.apply(&Operation::ThreadMeanwhile {
        read: read.clone(),
        operations: operations.collect(),
    });
    pair.assert_same();
    for order in 0..6 {
        let read = ThreadRead { order, is_ascending: false, ..read.clone() };
        pair.apply(&Operation::Thread { read, mutation: [2, 9, 0, 0, b'.'] });
    }
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
        for _ in 0..60 {
            let id = random.i16(2..=pair.model.last_id as i16);
            let moderation = *random.choice(&Moderation::ALL).unwrap();
            let vote = *random.choice(&[None, Some(Vote::Up), Some(Vote::Down)]).unwrap();
            pair.apply(&match random.u8(0..12) {
                0..2 => Operation::Moderate { moderation, ids: vec![id, id / 2, id / 3] },
                2 => Operation::Boost { id, seconds: random.i16(-9..9), is_increment: false },
                3 if id % 4 == 0 => {
                    let (user, new_user) = (random.u8(1..4), random.u8(1..4));
                    Operation::Transfer { user, new_user, count: random.u8(..) }
                }
                3 => comment(id, 1),
                // At last, hardly anything is left.
                4 => Operation::Delete { id },
                _ if round > 8 => Operation::Delete { id },
                _ => Operation::Vote { user: random.u8(..8), id, vote, is_silent: false },
            });
        }
        pair.site.check().unwrap();
        for (id, order) in [1, 2].into_iter().flat_map(|id| (0..6).map(move |it| (id, it))) {
            let children = [None, Some(1), Some(2)][random.usize(..3)];
            let is_ascending = random.bool();
            let depth = [None, Some(0)][random.usize(..2)];
            let size = random.u8(20..);
            let not_from = if random.u8(..3) == 0 { vec![random.u8(1..4)] } else { Vec::new() };
            let unmuted = (random.u8(..4) == 0).then(|| random.u8(1..4));
            let read =
                ThreadRead { id, order, is_ascending, not_from, unmuted, depth, children, size };
            pair.apply(&Operation::Thread { read, mutation: [2, 9, 0, 0, b'.'] });
            let below = [id, random.i16(1..=pair.model.last_id as i16)][random.usize(..2)];
            pair.apply(&Operation::Read(ListingRead {
                source: ReadSource::Below(below),
                order,
                is_ascending,
                since: random.bool().then(|| random.i16(1..99)),
                until: random.bool().then(|| random.i16(1..99)),
                hidden: random.u8(..8) == 0,
                size,
                ..ListingRead::default()
            }));
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

/// Returns the bytes of a site of one user and two articles, 1 and 3, whose last id is 1,000,
/// before its comments.
fn before_comments() -> Vec<u8> {
    let mut site = Site::new(Settings::default());
    article(&mut site);
    let gone = article(&mut site);
    article(&mut site);
    site.delete(gone);
    site.load_last_id(ItemId::new(1_000)).unwrap();
    let mut bytes = bytes_of(&site);
    let nothing = bytes.split_off(bytes.len() - 5);
    assert_eq!(nothing, [0; 5], "nothing but articles");
    bytes
}

/// The site followed by these comments, of which each is in bytes. Nobody follows anything, has
/// seen an answer, or has lists.
fn with(comments: &[Vec<u8>]) -> Vec<u8> {
    [before_comments(), number(comments.len() as u64), comments.concat(), vec![0; 4]].concat()
}

/// Returns the bytes of a comment without votes. `step` is the distance of its id from the id
/// before, and `distance` its distance from the parent's.
fn comment_bytes(step: u64, flags: u64, distance: u64, text: &[u8]) -> Vec<u8> {
    let window = 604_800;
    let numbers = [step, flags, NOW as u64, window, 0, 0, 0, distance, text.len() as u64];
    let numbers: Vec<u8> = numbers.into_iter().flat_map(number).collect();
    [&numbers[..], text, &[0]].concat()
}

/// Returns the bytes of a comment. `poster` is the index of its user, `up` and `down` are the
/// numbers of votes, and `voters` the distances of their users from each other.
fn voted_bytes(poster: u64, up: u64, down: u64, voters: &[u64]) -> Vec<u8> {
    let head = [4, 1, NOW as u64, 604_800, up, down, 0, 1, 1, b't'.into(), poster];
    head.iter().chain(voters).flat_map(|value| number(*value)).collect()
}

/// Returns the bytes of the place of a deleted item.
fn place_bytes(step: u64, flags: u64, distance: u64) -> Vec<u8> {
    [step, flags, NOW as u64, 7, 3, 0, distance].into_iter().flat_map(number).collect()
}

const DELETED: u64 = 512;

#[test]
fn comments_and_places_that_are_valid_are_decoded() {
    let comments = [
        // 2 is the place of an article, 4 answers it, 5 is the place of an answer to 3, 6 answers
        // 5.
        place_bytes(2, DELETED, 0),
        comment_bytes(2, 0, 2, b"t"),
        place_bytes(1, DELETED, 2),
        comment_bytes(1, 8 | 16 | 32, 1, b"hidden, locked and pinned"),
        comment_bytes(994, 0, 999, b"the last id"),
    ];
    let site = decoded(&with(&comments)).unwrap();
    site.check().unwrap();
    assert_eq!((site.len(), site.comments(), site.entries().count()), (2, 3, 7));
    assert_survives(&site);
}

#[test]
fn comments_and_places_that_break_a_rule_are_refused() {
    use DecodeError::{Invalid, Limit};
    let out_of_order = Invalid("an id out of order");
    let two_of_one_id = Invalid("two items of one id");
    let no_parent = Invalid("an unknown parent");
    let flag = Invalid("an unknown flag");
    let comment = |step, flags, distance| comment_bytes(step, flags, distance, b"t");
    let one = |entry| vec![entry];
    let mut cases = vec![
        (one(comment(0, 0, 1)), out_of_order),
        (one(comment(1_001, 0, 1)), out_of_order),
        (vec![comment(4, 0, 1), comment(0, 0, 1)], out_of_order),
        (vec![comment(4, 0, 1), place_bytes(0, DELETED, 1)], out_of_order),
        (one(comment(1, 0, 1)), two_of_one_id),
        (one(comment(3, 0, 2)), two_of_one_id),
        (one(place_bytes(3, DELETED, 0)), two_of_one_id),
        (one(place_bytes(3, DELETED, 2)), two_of_one_id),
        // Itself, before the first id, and beyond 32 bits.
        (one(comment(4, 0, 0)), no_parent),
        (one(comment(4, 0, 5)), no_parent),
        (one(comment(4, 0, 1 << 32)), Invalid("a number out of range")),
        (one(place_bytes(4, DELETED, 5)), no_parent),
        // 0 is not an id, 2 was deleted without a trace, and 5 comes later.
        (one(comment(4, 0, 4)), Limit(Error::NoParent)),
        (one(comment(4, 0, 2)), Limit(Error::NoParent)),
        (one(place_bytes(4, DELETED, 2)), Limit(Error::NoParent)),
        (vec![comment(7, 0, 2), comment(1, 0, 7)], Limit(Error::NoParent)),
        (one(comment(4, 256, 1)), Invalid("silent votes without vote records")),
        // The site keeps none.
        (one(comment(4, 1_024, 1)), Invalid("votes that must not be kept")),
        (one(voted_bytes(1, 0, 0, &[])), Invalid("an unknown user")),
        (one(voted_bytes(0, 1, 0, &[1])), Invalid("an unknown user")),
        (one(voted_bytes(0, 2, 0, &[0, 0])), Invalid("an unknown user")),
        (one(voted_bytes(0, 1, 0, &[u64::from(u32::MAX)])), Invalid("an unknown user")),
        (one(voted_bytes(0, 1, 1, &[0, 0])), Invalid("two votes of one user")),
        (
            one(comment_bytes(4, 0, 1, b"")),
            Limit(Error::Length { what: "text", min: 1, max: 65_535 }),
        ),
    ];
    // Groups, activity, and what is not known at all. A place has only a boost.
    cases.extend([2, 128, 2_048, 1 << 31].map(|f| (one(comment(4, f, 1)), flag)));
    let of_places = [1, 2, 4, 8, 16, 32, 128, 256, 1_024, 2_048];
    cases.extend(of_places.map(|f| (one(place_bytes(4, DELETED | f, 1)), flag)));
    for (comments, expected) in cases {
        let found = decoded(&with(&comments)).map(|_| ());
        assert_eq!(found, Err(expected), "{comments:?}");
    }
}

#[test]
fn a_256th_level_is_refused_whether_of_a_comment_or_a_place() {
    // Ids 4 to 258, each below the one before; the first answers 3.
    let chain: Vec<_> = (0..255)
        .map(|level: u64| {
            let step = if level == 0 { 4 } else { 1 };
            match level % 2 {
                0 => comment_bytes(step, 0, 1, b"t"),
                _ => place_bytes(step, DELETED, 1),
            }
        })
        .collect();
    let site = decoded(&with(&chain)).unwrap();
    assert_eq!(site.lineage_below(ItemId::new(258)), Err(Error::TooDeep));
    assert_eq!(site.lineage_below(ItemId::new(257)).map(|lineage| lineage.depth), Ok(255));
    for deeper in [comment_bytes(1, 0, 1, b"t"), place_bytes(1, DELETED, 1)] {
        let bytes = with(&[&chain[..], &[deeper]].concat());
        assert_eq!(decoded(&bytes).map(|_| ()), Err(DecodeError::Limit(Error::TooDeep)));
    }
}

#[test]
fn threads_that_are_cut_short_or_followed_by_bytes_are_refused() {
    let comments = [comment_bytes(4, 0, 1, b"t"), place_bytes(1, DELETED, 1)];
    let bytes = with(&comments);
    assert!(decoded(&bytes).is_ok());
    let end_of_articles = before_comments().len();
    for len in end_of_articles..bytes.len() {
        assert_eq!(decoded(&bytes[..len]).map(|_| ()), Err(DecodeError::Truncated), "{len}");
    }
    let followed = [&bytes[..], &[0]].concat();
    assert_eq!(decoded(&followed).map(|_| ()), Err(DecodeError::Trailing));
}

#[test]
fn reserved_names_differ_between_articles_and_comments() {
    let field = |name: &str| {
        let mut bytes = comment_bytes(4, 4, 1, b"t");
        bytes.extend_from_slice(&[1, name.len() as u8]);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(b"\x01v");
        decoded(&with(&[bytes])).map(|_| ())
    };
    let reserved = Err(DecodeError::Limit(Error::ReservedField(Kind::Comment)));
    for name in ["parent", "article", "text", "comments", "depth", "boost", "id"] {
        assert_eq!(field(name), reserved, "{name}");
    }
    for name in ["title", "link", "bumped", "groups"] {
        assert_eq!(field(name), Ok(()), "{name}");
    }
}

#[test]
fn a_cursor_works_when_its_comment_and_all_above_it_are_gone() {
    let mut site = Site::new(Settings::default());
    let root = article(&mut site);
    for time in 0..9 {
        let answer = comment(&mut site, root, NOW + time).unwrap();
        comment(&mut site, answer, NOW).unwrap();
    }
    for order in THREAD_ORDERS {
        let whole = thread_entries(&site, query(root, order, 1_000));
        for size in 1..18 {
            let mut site = site.clone();
            let first = query(root, order, size);
            let after = site.thread(&first, &Budget::unlimited()).unwrap().next;
            let (returned, rest) = whole.split_at(size as usize);
            // From the last, so that no place is left, but for a comment whose answer is to come.
            for (id, _) in returned.iter().rev() {
                assert!(site.delete(*id));
            }
            let found = thread_entries(&site, ThreadQuery { after, ..first });
            assert_eq!(found, rest, "{order:?}, {size}");
        }
    }
}
