//! Sites as bytes: at a limit or just beyond it, and such as claim to be large.

use super::payload::Payload;
use article_model::targets::mutation::number;

/// Returns the default settings of a site as bytes.
pub fn settings() -> Vec<u8> {
    [number(432), number(604_800), number(25), vec![1, 0, 1, 0, 0, 0, 1, 1]].concat()
}

/// The list of the only user in the sites below.
pub const USERS: &[u8] = b"\x01\x01p";

/// Returns sites with one article each that are at a limit or just beyond it.
pub fn edges() -> Vec<(&'static str, Vec<u8>)> {
    let max = u64::from(u32::MAX);
    let flagged = |flags: u64, attributes: &[u64], above: u64| {
        let site =
            [settings(), number(1), number(0), USERS.to_vec(), number(1), number(1)].concat();
        let attributes = attributes.iter().flat_map(|attribute| number(*attribute)).collect();
        let article = [number(flags), vec![0, 1, 0, 0], attributes, number(above)].concat();
        [site, article, b"\x01t\x00\x00\x00\x00\x00\x00\x00".to_vec()].concat()
    };
    let site = |last_id: u64, time: u64, window: u64, up: u64, down: u64, above: u64| {
        let head = [settings(), number(last_id), number(0), USERS.to_vec()].concat();
        let site = [head, number(1), number(last_id)].concat();
        let article = [vec![0], number(time), number(window), number(up), number(down)].concat();
        [site, article, number(above), b"\x01t\x00\x00\x00\x00\x00\x00\x00".to_vec()].concat()
    };
    // Article 1, and a comment or a place whose id is greater by `step`.
    let below = |step: u64, flags: u64, attributes: &[u64], rest: &[u8]| {
        let head = [settings(), number(max), number(0), USERS.to_vec()].concat();
        let site = [head, number(1), number(1)].concat();
        let article = b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00".to_vec();
        let head = [number(1), number(1 + step), number(flags)].concat();
        let attributes = attributes.iter().flat_map(|attribute| number(*attribute)).collect();
        [site, article, head, attributes, rest.to_vec(), vec![0; 4]].concat()
    };
    let text = b"\x01t\x00";
    // Article 1 of a poster, with votes up, down, and silent ones.
    let voted = |users: &[u8], poster: u8, [up, down]: [u8; 2], votes: &[u8]| {
        let head =
            [settings(), number(1), number(0), users.to_vec(), number(1), number(1)].concat();
        let article = [number(1 | 256), vec![0, 1, up, down, 0], b"\x01t\x00".to_vec()].concat();
        [head, article, vec![poster], votes.to_vec(), vec![0; 5]].concat()
    };
    // A site that keeps votes, with article 1, which has one vote up and one down.
    let kept = |keeps: u8, flags: u64, votes: &[u8]| {
        let (mut settings, users) = (settings(), b"\x03\x01a\x01b\x01c".to_vec());
        *settings.iter_mut().nth_back(2).expect("KEEPVOTES") = keeps;
        let head = [settings, number(1), number(0), users, number(1), number(1)].concat();
        let article = [number(flags), vec![0, 1, 1, 1, 0], b"\x01t\x00\x00".to_vec()].concat();
        [head, article, votes.to_vec(), vec![0; 5]].concat()
    };
    // A site of users who have seen answers, whose last id is 9.
    let read = |users: &[u8], seen: &[u8]| {
        [settings(), number(9), number(0), users.to_vec(), vec![0; 3], seen.to_vec(), vec![0, 0]]
            .concat()
    };
    // A site with articles 1 and 2, names of lists, and lists.
    let listed = |names: &[u8], lists: &[&[u8]]| {
        let head = [settings(), number(2), number(0), USERS.to_vec(), number(2)].concat();
        let article = [&number(1)[..], b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00"].concat();
        let articles = [article.clone(), article, vec![0; 3]].concat();
        let lists = [&number(lists.len() as u64)[..], &lists.concat()].concat();
        [head, articles, names.to_vec(), lists].concat()
    };
    // A part with an article of this id, which is the last one.
    let part = |first: u8, step: u64, id: u64| {
        let mut settings = settings();
        settings.truncate(settings.len() - 2);
        let ids = [vec![first], number(step), number(id)].concat();
        let head = [settings, ids, number(0), USERS.to_vec(), number(1), number(id)].concat();
        [head, b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00\x00\x00\x00\x00".to_vec(), vec![0; 1]]
            .concat()
    };
    let place = below(1, 512, &[0, 0, 0, 0, 1], b"");
    let names = b"\x02\x01a\x01b";
    let longest = [&b"\x01\x40"[..], &[0xff; 64]].concat();
    let too_long = [&b"\x01\x41"[..], &[0xff; 65]].concat();
    let users = b"\x03\x01a\x01b\x01c";
    let letters = (b'a'..b'r').flat_map(|letter| [1, letter]);
    let letters: Vec<u8> = [17].into_iter().chain(letters).collect();
    let many: Vec<_> = (0..17).map(|list| [0, list, 1, 2]).collect();
    let many: Vec<_> = many.iter().map(|list| &list[..]).collect();
    vec![
        ("of-a-part", part(3, 16, 3)),
        ("last-part", part(16, 16, 0xffff_fff0)),
        ("too-far-a-part", part(3, 16, 0xffff_fff0)),
        ("too-high-a-first-id", part(17, 16, 33)),
        ("too-low-a-first-id", part(0, 16, 16)),
        ("too-long-a-step", part(1, 1_025, 1)),
        ("too-short-a-step", part(1, 0, 1)),
        ("with-lists", listed(names, &[&[0, 1, 2, 2, 2], &[0, 0, 1, 4]])),
        ("listed-by-a-long-name", listed(&longest, &[&[0, 0, 1, 4]])),
        ("named-lists-without-lists", listed(names, &[])),
        ("too-long-a-name-of-a-list", listed(&too_long, &[&[0, 0, 1, 2]])),
        ("too-short-a-name-of-a-list", listed(b"\x01\x00", &[&[0, 0, 1, 2]])),
        ("too-new-owner", listed(names, &[&[1, 0, 1, 2]])),
        ("too-new-name", listed(names, &[&[0, 2, 1, 2]])),
        ("too-new-id-on-a-list", listed(names, &[&[0, 0, 2, 1, 2]])),
        ("too-often-on-a-list", listed(names, &[&[0, 0, 2, 1, 0]])),
        ("too-wrapped-an-id", listed(names, &[&[0, 0, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x10]])),
        ("too-large-an-id", listed(names, &[&[0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f]])),
        ("too-deleted-an-id", [&place[..place.len() - 2], b"\x01\x01a\x01\0\0\x01\x04"].concat()),
        ("too-empty-a-list", listed(names, &[&[0, 0, 0]])),
        ("too-many-lists-of-one-name", listed(names, &[&[0, 0, 1, 1], &[0, 0, 1, 2]])),
        ("too-equal-names", listed(b"\x02\x01a\x01a", &[&[0, 0, 1, 1], &[0, 1, 1, 2]])),
        ("too-many-ids-on-a-list", listed(names, &[&[0, 0, 3, 1, 1]])),
        ("with-16-lists-of-one-user", listed(&letters, &many[..16])),
        ("too-many-lists-of-one-user", listed(&letters, &many)),
        ("too-few-marks-in-a-row", listed(names, &[&[0, 0, 2, 2, 0, 0]])),
        ("too-long-lists", listed(names, &[&[0, 0, 2, 1, 1, 0]])),
        ("voted", voted(users, 2, [2, 1], &[0, 1, 1, 0, 0])),
        ("voted-silently", voted(users, 1, [1, 0], &[0, 1, 2, 1, 1])),
        ("with-unused-users", voted(users, 1, [0, 0], &[0, 0])),
        ("too-new-poster", voted(users, 3, [0, 0], &[0, 0])),
        ("too-new-voter", voted(users, 0, [2, 0], &[0, 2, 0, 0])),
        ("too-new-silent-voter", voted(users, 0, [0, 0], &[0, 1, 3])),
        ("too-many-votes-of-one-user", voted(users, 0, [1, 1], &[1, 1, 0, 0])),
        ("too-many-silent-votes", voted(users, 0, [1, 0], &[1, 1, 1, 0])),
        ("too-many-users-of-one-name", voted(b"\x02\x01a\x01a", 0, [0, 0], &[0, 0])),
        ("too-short-a-name", voted(b"\x02\x01a\x00", 0, [0, 0], &[0, 0])),
        ("with-kept-votes", kept(1, 1024, &[1, 1, 1, 2])),
        ("kept-by-none", kept(1, 1024, &[0, 0])),
        ("kept-silent-votes", kept(1, 1024 | 256, &[1, 1, 0, 0, 1, 2])),
        ("too-kept-votes", kept(0, 1024, &[1, 1, 1, 2])),
        ("too-high-a-setting", kept(2, 1024, &[1, 1, 1, 2])),
        ("too-recorded-kept-votes", kept(1, 1024 | 1, &[1, 1, 1, 2])),
        ("too-silent-kept-votes", kept(1, 1024 | 256, &[1, 1, 1, 2])),
        ("too-many-flags-of-kept-votes", kept(1, 1024 | 8192, &[1, 1, 1, 2])),
        ("too-many-kept-votes-of-one-user", kept(1, 1024, &[1, 1, 1, 1])),
        ("too-wrapped-a-user", kept(1, 1024, &[2, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0])),
        ("too-new-keeper", kept(1, 1024, &[1, 3, 1, 2])),
        ("too-many-kept-votes", kept(1, 1024, &[2, 1, 1, 2])),
        ("too-long-kept-votes", kept(1, 1024, &[1, 1, 1, 2, 0])),
        ("read-by-all", read(users, &[3, 0, 2, 0, 0, 19, 3, 0, 1, 0])),
        ("read-by-some", read(users, &[2, 0, 18, 0, 1, 0, 9])),
        ("too-old-answer-seen", read(users, &[1, 0, 0, 0])),
        (
            "too-late-answer-seen",
            read(users, &[&[1, 0][..], &number((1 << 53) + 2), &[0]].concat()),
        ),
        ("too-wrapped-an-answer-seen", read(users, &[1, 0, 2, 0x84, 0x80, 0x80, 0x80, 0x10])),
        ("too-new-reader", read(users, &[2, 1, 9, 0, 1, 9, 0])),
        ("too-many-readers", read(users, &[2, 0, 9, 0])),
        ("too-long-readers", read(users, &[1, 0, 9, 0, 0])),
        ("comment", below(1, 0, &[0, 1, 0, 0, 0, 1], text)),
        ("last-comment", below(max - 1, 0, &[1 << 52, 3_153_600_000, max, 0, 0, max - 1], text)),
        ("too-far-comment", below(max, 0, &[0, 1, 0, 0, 0, max], text)),
        ("too-active-comment", below(1, 128, &[0, 1, 0, 0, 0, 0, 0, 0, 1], text)),
        ("too-grouped-comment", below(1, 2, &[0, 1, 0, 0, 0, 1], text)),
        ("too-near-comment", below(1, 0, &[0, 1, 0, 0, 0, 0], text)),
        ("too-lonely-comment", below(1, 0, &[0, 1, 0, 0, 0, 2], text)),
        ("too-many-of-one-id", below(0, 0, &[0, 1, 0, 0, 0, 1], text)),
        ("place", below(1, 512, &[0, max, 0, 0, 1], b"")),
        ("place-of-article", below(1, 512 | 64, &[1 << 52, 0, max, 2 * 315_360_000, 0, 0], b"")),
        ("too-high-place", below(1, 512, &[0, 0, 0, (1 << 62) + 2, 1], b"")),
        ("too-voted-place", below(1, 512, &[0, max, 1, 0, 1], b"")),
        ("too-lonely-place", below(1, 512, &[0, 0, 0, 0, 2], b"")),
        ("too-pinned-place", below(1, 512 | 32, &[0, 0, 0, 0, 1], b"")),
        ("too-recorded-place", below(1, 512 | 1, &[0, 0, 0, 0, 1], b"")),
        ("last-id", site(max, 1, 1, 0, 0, 0)),
        ("latest", site(1, 1 << 52, 3_153_600_000, 0, 0, 0)),
        ("latest-to-close", site(1, (1 << 52) - 1, 1, 0, 0, 0)),
        ("most-votes", site(1, 1, 1, max, 0, 0)),
        ("too-many-votes", site(1, 1, 1, max, max, 0)),
        ("highest", site(1, 0, 1, 0, 0, 1 << 62)),
        ("lowest", site(1, 0, 1, 0, 0, (1 << 62) - 1)),
        ("too-high", site(1, 0, 1, 0, 0, (1 << 62) + 2)),
        ("highest-boosted", flagged(64 | 32, &[2 * 315_360_000], 1 << 62)),
        ("lowest-boosted", flagged(64 | 16, &[2 * 315_360_000 - 1], (1 << 62) - 1)),
        ("too-boosted", flagged(64, &[2 * 315_360_001], 0)),
        ("most-active", flagged(128, &[max, 0, 1 << 52], 0)),
        ("bumped-late", flagged(128, &[max, 1 << 52, 0], 0)),
        ("too-active", flagged(128, &[max, 1, 1 << 52], 0)),
        ("too-late-a-bump", flagged(128, &[max, (1 << 52) + 1, 0], 0)),
        ("too-many-comments", flagged(128, &[max + 1, 0, 0], 0)),
        ("too-many-flags", flagged(64 | 512, &[2], 0)),
    ]
}

/// Returns dumps of a few bytes that claim to be large.
pub fn claims(payload: &Payload) -> Vec<(String, Vec<u8>)> {
    let head = |last_id: u64, groups: u64, articles: u64| {
        [settings(), number(last_id), number(groups), USERS.to_vec(), number(articles)].concat()
    };
    let article = |flags: u8, up: u64, down: u64, rest: &[u8]| {
        let start = [number(1), vec![flags], number(1_000), number(9)].concat();
        [head(9, 0, 1), start, number(up), number(down), number(0), rest.to_vec()].concat()
    };
    let texts = b"\x01t\x00\x00";
    let with = |more: Vec<u8>| [texts.to_vec(), more].concat();
    let mut claims = vec![
        ("a title of 65,535 bytes".to_owned(), article(0, 0, 0, &number(65_535))),
        ("a title of 2^64 - 1 bytes".to_owned(), article(0, 0, 0, &number(u64::MAX))),
        ("2^31 voters".to_owned(), article(1, 1 << 31, 0, texts)),
        ("2^32 - 1 voters on both sides".to_owned(), article(1, 0xffff_ffff, 0xffff_ffff, texts)),
        ("32 groups of none".to_owned(), article(2, 0, 0, &with(number(32)))),
        ("2^63 groups".to_owned(), article(2, 0, 0, &with(number(1 << 63)))),
        ("2^63 fields".to_owned(), article(4, 0, 0, &with(number(1 << 63)))),
        (
            "a value of 1,048,576 bytes".to_owned(),
            article(4, 0, 0, &with([number(1), b"\x01f".to_vec(), number(1_048_576)].concat())),
        ),
    ];
    for many in [1 << 20, 1 << 32, 1 << 40, u64::MAX] {
        claims.push((format!("{many} groups"), head(9, many, 0)));
        let site = [settings(), number(9), number(0), number(many), b"\x01p".to_vec()].concat();
        claims.push((format!("{many} users"), site));
        claims.push((format!("{many} articles"), head(0xffff_ffff, 0, many)));
        let site = [head(0xffff_ffff, 0, 0), number(many)].concat();
        claims.push((format!("{many} comments"), site));
        let site = [head(9, 0, 0), number(0)].concat();
        claims.push((format!("{many} who follow"), [&site[..], &number(many)].concat()));
        let follower = [site.clone(), number(1), number(0), number(0), number(many)].concat();
        claims.push((format!("{many} users followed"), follower));
        let site = [site, number(0)].concat();
        claims.push((format!("{many} readers"), [&site[..], &number(many)].concat()));
        let lists = [site, number(0)].concat();
        claims.push((format!("{many} names of lists"), [&lists[..], &number(many)].concat()));
        let lists = [lists, number(1), b"\x01a".to_vec()].concat();
        claims.push((format!("{many} lists"), [&lists[..], &number(many)].concat()));
        let list = [number(1), number(0), number(0), number(many)].concat();
        claims.push((format!("a list of {many} ids"), [lists, list].concat()));
    }
    claims.into_iter().map(|(what, site)| (what, payload.with(site).dump(1 << 16))).collect()
}
