//! Comments, and places of what is deleted, as decoded bytes.

use article_model::targets::decoder::{assert_sound, bytes_of};
use article_model::targets::mutation::number;
use article_site::{DecodeError, Error, ItemId, Kind, Settings, Site};

use crate::threads::{NOW, article, decoded};

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
    assert_sound(&site);
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
