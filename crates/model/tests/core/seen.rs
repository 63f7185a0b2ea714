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

/// A user, the last answer seen, those published since, and whether the user is silenced.
type Reader = (Vec<u8>, Option<u32>, Vec<u32>, bool);

/// Decodes the site with these numbers at its end.
fn with(numbers: &[u64]) -> Result<Vec<Reader>, DecodeError> {
    let end: Vec<u8> = numbers.iter().flat_map(|value| number(*value)).collect();
    let site = decoded(&mut [before_seen(), end].into_iter())?;
    site.check().unwrap();
    let reader = |Seen { user, last, published, is_silenced }: Seen| {
        let published = published.iter().map(|id| id.get()).collect();
        (user.as_bytes().to_vec(), last.map(ItemId::get), published, is_silenced)
    };
    Ok(site.readers().map(reader).collect())
}

#[test]
fn what_users_have_seen_is_decoded() {
    let (ann, bob) = (b"ann".to_vec(), b"bob".to_vec());
    // No lists come after.
    assert_eq!(with(&[0, 0, 0]), Ok(Vec::new()));
    assert_eq!(with(&[1, 1, 1, 0, 0, 0]), Ok(vec![(bob.clone(), Some(1), vec![], false)]));
    let both = vec![(ann.clone(), Some(2), vec![1, 2], true), (bob.clone(), None, vec![2], false)];
    assert_eq!(with(&[2, 0, 2, 5, 1, 1, 0, 0, 2, 2, 0, 0]), Ok(both));
    let silenced = vec![(ann, None, vec![], true), (bob, None, vec![], true)];
    assert_eq!(with(&[2, 0, 0, 1, 0, 0, 1, 0, 0]), Ok(silenced));
}

#[test]
fn what_users_cannot_have_seen_is_refused() {
    const NOT_YET: DecodeError = Invalid("an answer seen that does not exist yet");
    const UNKNOWN: DecodeError = Invalid("an unknown user");
    const NOT_PUBLISHED: DecodeError = Invalid("a published answer that does not exist yet");
    for (numbers, error) in [
        (&[1, 0, 0, 0][..], Invalid("a user who has seen nothing and is not silenced")),
        (&[1, 0, 3, 0], NOT_YET),
        (&[1, 0, 1 << 32, 0], Invalid("a number out of range")),
        (&[1, 0, 0, 2, 3], NOT_PUBLISHED),
        (&[1, 0, 0, 5, 1, 0], NOT_PUBLISHED),
        (&[1, 2, 1, 0], UNKNOWN),
        (&[2, 0, 1, 0, 1, 1, 0], UNKNOWN),
        (&[2, 1, 1, 0, u64::MAX, 1, 0], UNKNOWN),
        (&[], DecodeError::Truncated),
        (&[2, 0, 1], DecodeError::Truncated),
        (&[1, 0, 1, u64::MAX], DecodeError::Truncated),
        (&[u64::MAX, 0, 1, 0], DecodeError::Truncated),
        (&[0, 0, 0, 0], DecodeError::Trailing),
    ] {
        assert_eq!(with(numbers), Err(error), "{numbers:?}");
    }
}
