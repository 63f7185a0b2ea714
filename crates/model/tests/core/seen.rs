//! The last answers that users have seen, as decoded bytes.

use article_model::bytes::{decoded, encoded};
use article_model::targets::mutation::number;
use article_model::{Operation, Pair, PostArgs};
use article_site::DecodeError::{self, Invalid};
use article_site::{ItemId, Seen};

/// Returns the bytes of a site of two users, whose last id is 2, before the number of users who
/// have seen answers.
fn before_seen() -> Vec<u8> {
    let mut pair = Pair::new();
    for poster in [0, 1] {
        pair.apply(&Operation::Post(PostArgs { poster, ..PostArgs::default() }));
    }
    let mut bytes = encoded(&pair.site).concat();
    let nothing = bytes.split_off(bytes.len() - 3);
    assert_eq!(nothing, [0; 3], "neither answers seen nor lists and their names");
    bytes
}

/// A user, the last answer seen, and those published since.
type Reader = (Vec<u8>, Option<u32>, Vec<u32>);

/// Decodes the site with these numbers at its end.
fn with(numbers: &[u64]) -> Result<Vec<Reader>, DecodeError> {
    let end: Vec<u8> = numbers.iter().flat_map(|value| number(*value)).collect();
    let site = decoded(&mut [before_seen(), end].into_iter())?;
    site.check().unwrap();
    let reader = |Seen { user, last, published }: Seen| {
        let published = published.iter().map(|id| id.get()).collect();
        (user.as_bytes().to_vec(), last.map(ItemId::get), published)
    };
    Ok(site.readers().map(reader).collect())
}

#[test]
fn what_users_have_seen_is_decoded() {
    let (ann, bob) = (b"ann".to_vec(), b"bob".to_vec());
    // No lists come after.
    assert_eq!(with(&[0, 0, 0]), Ok(Vec::new()));
    assert_eq!(with(&[1, 1, 1, 0, 0, 0]), Ok(vec![(bob.clone(), Some(1), vec![])]));
    let both = vec![(ann, Some(2), vec![1, 2]), (bob, None, vec![2])];
    assert_eq!(with(&[2, 0, 2, 2, 1, 1, 0, 0, 1, 2, 0, 0]), Ok(both));
}

#[test]
fn what_users_cannot_have_seen_is_refused() {
    const NOT_YET: DecodeError = Invalid("an answer seen that does not exist yet");
    const UNKNOWN: DecodeError = Invalid("an unknown user");
    const NOT_PUBLISHED: DecodeError = Invalid("a published answer that does not exist yet");
    for (numbers, error) in [
        (&[1, 0, 0, 0][..], Invalid("a user who has seen nothing")),
        (&[1, 0, 3, 0], NOT_YET),
        (&[1, 0, 1 << 32, 0], Invalid("a number out of range")),
        (&[1, 0, 0, 1, 3], NOT_PUBLISHED),
        (&[1, 0, 0, 2, 1, 0], NOT_PUBLISHED),
        (&[1, 2, 1, 0], UNKNOWN),
        (&[2, 0, 1, 0, 1, 1, 0], UNKNOWN),
        (&[2, 1, 1, 0, u64::MAX, 1, 0], UNKNOWN),
        (&[], DecodeError::Truncated),
        (&[2, 0, 1], DecodeError::Truncated),
        (&[1, 0, 1, u64::MAX], Invalid("a number out of range")),
        (&[u64::MAX, 0, 1, 0], DecodeError::Truncated),
        (&[0, 0, 0, 0], DecodeError::Trailing),
    ] {
        assert_eq!(with(numbers), Err(error), "{numbers:?}");
    }
}
