//! What users follow and mute, as decoded bytes.

use article_model::bytes::{decoded, encoded};
use article_model::{Operation, Pair, PostArgs, names};
use article_site::DecodeError::{self, Invalid};
use article_site::Relation;

/// Decodes a site of two users and one group with these bytes for what users follow and mute.
/// Returns how much the first user follows.
fn with(relations: &[u8]) -> Result<usize, DecodeError> {
    let mut pair = Pair::new();
    for poster in [0, 1] {
        let groups = vec![poster];
        pair.apply(&Operation::Post(PostArgs { poster, groups, ..PostArgs::default() }));
    }
    let mut bytes = encoded(&pair.site).concat();
    assert_eq!(bytes.split_off(bytes.len() - 4), [0; 4], "neither relations nor what comes after");
    let site = decoded(&mut [bytes, relations.to_vec(), vec![0; 3]].into_iter())?;
    site.check().unwrap();
    let related = site.related(names::user(0), Relation::Follows);
    Ok(related.groups.len() + related.users.len())
}

#[test]
fn relations_are_decoded_or_refused() {
    let twice = Invalid("a group or user that is followed twice");
    for (bytes, decoded) in [
        (&[0][..], Ok(0)),
        // A user: groups and users followed, then muted.
        (&[1, 0, 2, 0, 1, 1, 1, 0, 0], Ok(3)),
        (&[2, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0], Ok(1)),
        (&[1, 0, 0, 0, 0, 0], Err(Invalid("a user who follows nothing"))),
        (&[1, 2, 1, 0, 0, 0, 0], Err(Invalid("an unknown user"))),
        (&[1, 0, 1, 2, 0, 0, 0], Err(Invalid("an unknown group"))),
        (&[1, 0, 0, 1, 2, 0, 0], Err(Invalid("an unknown user"))),
        (&[1, 0, 2, 1, 1, 0, 0, 0], Err(twice)),
        (&[1, 0, 0, 2, 1, 1, 0, 0], Err(twice)),
    ] {
        assert_eq!(with(bytes), decoded, "{bytes:?}");
    }
}
