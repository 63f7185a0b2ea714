//! The lists of users: as decoded bytes, and with many ids, which are swept little by little.

use article_model::bytes::{decoded, encoded};
use article_model::targets::mutation::number;
use article_model::{
    CommentArgs, ModelMark, Operation, Pair, PostArgs, assert_same_lists, marks_of, names,
};
use article_site::DecodeError::{self, Invalid, Limit};
use article_site::{Error, ItemId, UserName};
use test_support::{Random, seed};

/// Returns a site of two users with an article each, and a comment, whose id is 3.
fn pair() -> Pair {
    let mut pair = Pair::new();
    for poster in [0, 1] {
        pair.apply(&Operation::Post(PostArgs { poster, ..PostArgs::default() }));
    }
    pair.apply(&Operation::Comment(CommentArgs { parent: 1, ..CommentArgs::default() }));
    pair
}

/// Decodes the site with these bytes in place of its lists.
fn with(lists: &[u8]) -> Result<Vec<ModelMark>, DecodeError> {
    let mut bytes = encoded(&pair().site).concat();
    assert_eq!(bytes.split_off(bytes.len() - 2), [0; 2], "neither names of lists nor lists");
    let site = decoded(&mut [bytes, lists.to_vec()].into_iter())?;
    site.check().unwrap();
    Ok(marks_of(&site).collect())
}

/// Returns names of lists, followed by the number of lists.
fn names_of(names: &[&str], lists: u8) -> Vec<u8> {
    let texts =
        names.iter().flat_map(|name| [&number(name.len() as u64), name.as_bytes()].concat());
    number(names.len() as u64).into_iter().chain(texts).chain([lists]).collect()
}

#[test]
fn lists_are_decoded() {
    let mark = |user: &str, list: &str, id| (user.into(), list.into(), id);
    assert_eq!(with(&[0, 0]), Ok(Vec::new()));
    // Names that nobody uses are forgotten.
    assert_eq!(with(&names_of(&["a", "b"], 0)), Ok(Vec::new()));
    // User, name, ids; then another user's list of this name.
    let lists = [1, 0, 2, 1, 2, 0, 0, 1, 3];
    let marks = vec![mark("ann", "b", 3), mark("bob", "b", 1), mark("bob", "b", 3)];
    assert_eq!(with(&[&names_of(&["b", "a"], 2)[..], &lists].concat()), Ok(marks));
}

#[test]
fn lists_that_break_a_rule_are_refused() {
    let name = Limit(Error::Length { what: "list", min: 1, max: 64 });
    let out_of_order = Invalid("an id out of order");
    let not_there = Invalid("a mark of what does not exist");
    for (list, error) in [
        (&[][..], DecodeError::Truncated),
        (&[0, 0, 2, 1], DecodeError::Truncated),
        (&[2, 0, 1, 1], Invalid("an unknown user")),
        (&[0, 1, 1, 1], Invalid("an unknown list")),
        (&[0, 0, 0], Invalid("a list without ids")),
        (&[0, 0, 1, 0], out_of_order),
        (&[0, 0, 2, 1, 0], out_of_order),
        (&[0, 0, 1, 4], not_there),
        (&[0, 0, 2, 2, 2], not_there),
        (&[0, 0, 1, 1, 0], DecodeError::Trailing),
    ] {
        assert_eq!(with(&[&names_of(&["a"], 1)[..], list].concat()), Err(error), "{list:?}");
    }
    let two = [&names_of(&["a"], 2)[..], &[0, 0, 1, 1, 0, 0, 1, 2]].concat();
    assert_eq!(with(&two), Err(Invalid("two lists of one name")));
    assert_eq!(with(&names_of(&[""], 0)), Err(name));
    assert_eq!(with(&names_of(&[&"a".repeat(64)], 0)), Ok(Vec::new()));
    assert!(with(&names_of(&[&"a".repeat(65)], 0)).is_err());
    let letters: Vec<_> = ('a'..='z').map(String::from).collect();
    let letters: Vec<_> = letters.iter().map(String::as_str).collect();
    let of_one = |number: u8| {
        let lists: Vec<u8> = (0..number).flat_map(|list| [0, list, 1, 1]).collect();
        with(&[names_of(&letters, number), lists].concat()).map(|marks| marks.len())
    };
    assert_eq!(of_one(16), Ok(16));
    assert_eq!(of_one(17), Err(Invalid("a user with too many lists")));
}

#[test]
fn lists_of_what_is_gone_are_not_among_the_16_of_a_user() {
    let mut pair = pair();
    let mark = |list, id| Operation::Mark { user: 0, list, ids: vec![id] };
    (0..16).for_each(|list| pair.apply(&mark(list, if list == 0 { 1 } else { 2 })));
    pair.apply(&Operation::Delete { id: 1 });
    // The 17th list has the place of the first, which therefore cannot come back.
    for (list, id) in [(16, 2), (0, 3), (17, 2), (3, 3)] {
        pair.apply(&mark(list, id));
        pair.assert_same();
    }
    for list in [16, 0] {
        pair.apply(&Operation::Unmark { user: 0, list, ids: None });
        pair.apply(&mark(0, 3));
        pair.assert_same();
    }
}

#[test]
fn more_lists_can_hold_an_article_than_it_counts_itself() {
    // It counts 65,535.
    const USERS: usize = 65_540;
    let names: Vec<_> = (0..USERS).map(|number| format!("user{number}")).collect();
    let users: Vec<_> = names.iter().map(|it| UserName::new(it.as_bytes()).unwrap()).collect();
    let (list, ids) = (names::list(0), [1, 2].map(ItemId::new));
    let mut site = pair().site;
    for user in &users {
        assert_eq!(site.mark(*user, list, &ids), Ok(2));
    }
    site.check().unwrap();
    for user in &users[..9] {
        assert_eq!(site.unmark(*user, list, Some(&ids[..1])), 1);
    }
    site.check().unwrap();
    for user in &users[..7] {
        assert_eq!(site.mark(*user, list, &ids), Ok(1));
    }
    let mut chunks = encoded(&site).into_iter();
    for mut site in [decoded(&mut chunks).unwrap(), site] {
        site.check().unwrap();
        assert_eq!(site.info(names::time(0)).marks, 2 * USERS as u64 - 2);
        assert!(site.delete(ids[0]));
        site.check().unwrap();
        site.finish_sweep();
        site.check().unwrap();
        assert_eq!(site.info(names::time(0)).marks, USERS as u64);
        assert_eq!(site.lists(users[0]), [(list, 1)]);
    }
}

/// The articles of the sites with long lists.
const ARTICLES: i64 = 1_500;

/// Returns a site with these articles and eight lists of all, some of which are to be swept.
fn pair_to_sweep() -> Pair {
    let mut pair = Pair::new();
    (0..ARTICLES).for_each(|_| pair.apply(&Operation::Post(PostArgs::default())));
    for user in 0..4 {
        for list in 0..2 {
            pair.apply(&Operation::Mark { user, list, ids: (1..=ARTICLES as i16).collect() });
        }
    }
    pair.apply(&Operation::Unmark { user: 3, list: 1, ids: None });
    assert!(pair.site.has_to_sweep(), "a list that was removed");
    pair.site.finish_sweep();
    (1..400).for_each(|id| pair.apply(&Operation::Delete { id }));
    assert!(pair.site.has_to_sweep(), "what is deleted");
    pair
}

#[test]
fn a_long_list_is_swept_in_many_steps() {
    let mut site = pair_to_sweep().site;
    let mut steps = 0;
    while site.has_to_sweep() {
        site.sweep();
        steps += 1;
    }
    // At most 100 of the 1,500 ids of each of 7 lists at a time.
    assert!(steps >= 7 * 15, "{steps} steps");
}

#[test]
fn long_lists_and_what_is_deleted_of_them_are_swept_unseen() {
    let mut random = Random::new(seed("long lists"));
    for _ in 0..6 {
        let mut pair = pair_to_sweep();
        for _ in 0..20 {
            let (user, list) = (random.below(4) as u8, random.below(3) as u8);
            let (first, most) = (random.below(ARTICLES), random.pick(&[10, 300, ARTICLES]));
            let ids = (first..first + random.below(most)).map(|id| id as i16);
            match random.below(16) {
                0 => pair.apply(&Operation::Unmark { user, list, ids: None }),
                1..4 => pair.apply(&Operation::Unmark { user, list, ids: Some(ids.collect()) }),
                4 => pair.apply(&Operation::Forget { user }),
                5 => pair.apply(&Operation::Reload),
                6..9 => ids.take(99).for_each(|id| pair.apply(&Operation::Delete { id })),
                _ => pair.apply(&Operation::Mark { user, list, ids: ids.collect() }),
            }
            (0..random.below(30)).for_each(|_| pair.site.sweep());
            pair.site.check().unwrap();
            assert_same_lists(&pair.model, &pair.site);
        }
        pair.site.finish_sweep();
        pair.site.check().unwrap();
        assert_same_lists(&pair.model, &pair.site);
    }
}
