//! What users follow and mute, as decoded bytes.

use article_model::bytes::{decoded, encoded};
use article_model::{Model, Operation, Pair, PostArgs, assert_same_relations, names};
use article_site::DecodeError::{self, Invalid};
use article_site::{Names, RelatedNames, Relation, Site, UserName};
use test_support::{Random, seed};

/// Decodes a site of two users and one group with these bytes for what users follow and mute.
/// Returns how much the first user follows and mutes.
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
    let related = site.related(names::user(0));
    Ok(related.into_iter().flat_map(RelatedNames::into_names).map(|names| names.len()).sum())
}

#[test]
fn relations_are_decoded_or_refused() {
    let twice = Invalid("a group or user that is followed twice");
    let gone = Invalid("a mute of what does not exist");
    for (bytes, decoded) in [
        (&[0][..], Ok(0)),
        // A user: groups and users followed, then muted, and ids muted.
        (&[1, 0, 2, 0, 1, 1, 1, 0, 0, 0], Ok(3)),
        (&[2, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0], Ok(1)),
        (&[1, 0, 0, 0, 0, 1, 1, 2, 1, 1], Ok(3)),
        (&[1, 0, 0, 0, 0, 0, 0], Err(Invalid("a user who follows nothing"))),
        (&[1, 2, 1, 0, 0, 0, 0, 0], Err(Invalid("an unknown user"))),
        (&[1, 0, 1, 2, 0, 0, 0, 0], Err(Invalid("an unknown group"))),
        (&[1, 0, 0, 1, 2, 0, 0, 0], Err(Invalid("an unknown user"))),
        (&[1, 0, 2, 1, 1, 0, 0, 0, 0], Err(twice)),
        (&[1, 0, 0, 2, 1, 1, 0, 0, 0], Err(twice)),
        (&[1, 0, 0, 0, 0, 0, 1, 3], Err(gone)),
        (&[1, 0, 0, 0, 0, 0, 2, 1, 0], Err(gone)),
        (&[1, 0, 0, 0, 0, 0, 1, 0], Err(gone)),
    ] {
        assert_eq!(with(bytes), decoded, "{bytes:?}");
    }
}

/// More users than are swept with three changes.
const USERS: i64 = 350;

#[test]
fn follows_are_exact_while_lists_are_swept() {
    let mut random = Random::new(seed("swept follows"));
    let names: Vec<_> = (0..USERS).map(|number| format!("user{number}")).collect();
    let name = |number: i64| UserName::new(names[number as usize].as_bytes()).unwrap();
    let (mut site, mut model) = (Site::default(), Model::default());
    let mut forgotten = 0;
    for step in 0..6_000 {
        // A few are followed by many.
        let (user, followed) = (name(random.below(USERS)), name(random.below(6)));
        match random.below(40) {
            0 => {
                let count = usize::MAX;
                let found = site.forget(followed, count, names::time(0));
                assert_eq!(found, model.forget(followed.as_bytes(), count, 0));
                forgotten += usize::from(site.has_to_sweep());
            }
            1 => {
                let other = name(random.below(6));
                let moved = site.transfer_all(followed, other, (100, None), names::time(0));
                let (from, to) = (followed.as_bytes(), other.as_bytes());
                assert_eq!(moved.unwrap().moved, model.transfer_all(from, to, 100, 0));
            }
            2..6 => {
                let relation = random.pick(&Relation::ALL);
                let names = Names::Users(vec![followed]);
                let ended = site.unrelate(user, relation, &names);
                assert_eq!(ended, model.unrelate(user, relation, &names));
            }
            6..10 => site.sweep(),
            _ => {
                let relation = random.pick(&Relation::ALL);
                let names = Names::Users(vec![followed, name(random.below(6))]);
                let related = site.relate(user, relation, &names);
                assert_eq!(related, Ok(model.relate(user, relation, &names)));
            }
        }
        if step % 40 == 0 {
            site.check().unwrap();
            assert_same_relations(&model, &site);
        }
        if step % 500 == 0 {
            let copy = decoded(&mut encoded(&site).into_iter()).unwrap();
            copy.check().unwrap();
            assert_eq!(Model::of(&copy), Model::of(&site));
        }
    }
    assert!(forgotten > 50, "{forgotten} left lists to sweep");
    site.finish_sweep();
    site.check().unwrap();
    assert_same_relations(&model, &site);
}
