//! The lists of users: at their limits, and with many ids, which are swept little by little.

use article_model::bytes::{decoded, encoded};
use article_model::{CommentArgs, Operation, Pair, PostArgs, assert_same_lists, names};
use article_site::{Budget, ItemId, LATEST_MARKS, OwnQuery, UserName};
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
    for _ in 0..3 {
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
            pair.apply(&Operation::Marked { user, list, kind: None, size: 249 });
        }
        pair.site.finish_sweep();
        pair.site.check().unwrap();
        assert_same_lists(&pair.model, &pair.site);
    }
}

/// Reads a list page by page. `change` changes it after each page, whose last id it gets. Returns
/// all ids that were read.
fn read_while(pair: &mut Pair, mut change: impl FnMut(&mut Pair, u32)) -> Vec<u32> {
    let (mut read, mut after) = (Vec::new(), None);
    loop {
        let query = OwnQuery { after, size: Some(90), looks_ahead: true, ..OwnQuery::default() };
        let (user, list) = (names::user(0), names::list(0));
        let page = pair.site.marked(user, list, &query, &Budget::unlimited()).unwrap();
        read.extend(page.items.iter().map(|item| item.id().get()));
        after = page.next;
        if after.is_none() {
            return read;
        }
        change(pair, read[read.len() - 1]);
    }
}

#[test]
fn cursors_of_a_list_hold_while_it_changes() {
    let mut random = Random::new(seed("cursors of lists"));
    let mut pair = Pair::new();
    (0..ARTICLES).for_each(|_| pair.apply(&Operation::Post(PostArgs::default())));
    let mut ids: Vec<i16> = (1..=ARTICLES as i16).collect();
    (1..ids.len()).for_each(|at| ids.swap(at, random.below(at as i64 + 1) as usize));
    let (first, more) = ids.split_at(LATEST_MARKS + 300);
    let mark = |ids: &[i16]| Operation::Mark { user: 0, list: 0, ids: ids.to_vec() };
    let unmark = |id| Operation::Unmark { user: 0, list: 0, ids: Some(vec![id]) };
    pair.apply(&mark(first));
    let all = pair.model.list(names::user(0), names::list(0)).unwrap().listing();
    assert_eq!(all[0], first[first.len() - 1] as u32);
    // With marks while the list is read, what was one of the latest can come again.
    let older = &all[LATEST_MARKS..];
    let mut new = more.chunks(7);
    let read = read_while(&mut pair, |pair, _| {
        pair.apply(&mark(new.next().unwrap_or_default()));
        pair.apply(&Operation::Marked { user: 0, list: 0, kind: None, size: 249 });
    });
    let times = |id: &u32| read.iter().filter(|other| *other == id).count();
    assert!(older.iter().all(|id| times(id) == 1));
    assert!(all.iter().all(|id| (1..=2).contains(&times(id))));
    assert!(read.iter().all(|id| all.contains(id)));
    // Without, each comes once, although those after which pages begin are on the list no more.
    let all = pair.model.list(names::user(0), names::list(0)).unwrap().listing();
    let mut expected = all.clone();
    let mut read_so_far = 0;
    let read = read_while(&mut pair, |pair, last| {
        read_so_far += 90;
        let next = read_so_far + random.below(20) as usize;
        for id in [last].into_iter().chain((next < expected.len()).then(|| expected.remove(next)))
        {
            pair.apply(&unmark(id as i16));
        }
    });
    assert_eq!(read, expected);
    pair.assert_same();
}
