//! The comparison of the lists of users with the model's.

use std::collections::BTreeSet;

use article_site::{Site, UserName};

use crate::Model;
use crate::names::{self, time};

/// The size of the parts in which lists are read.
const PART: usize = 3;

/// Panics if the lists of a site differ from the model's.
pub fn assert_same_lists(model: &Model, site: &Site) {
    let marks = model.marks.values().map(|list| list.ids().count() as u64);
    assert_eq!(site.info(time(0)).marks, marks.sum());
    let users: BTreeSet<_> = model.marks.keys().map(|(user, _)| &user[..]).collect();
    for user in users {
        let name = UserName::new(user).unwrap();
        let lists = site.lists(name);
        let named = lists.iter().map(|(list, len)| (list.as_bytes(), *len));
        assert!(named.eq(model.lists(user)));
        for (list, len) in lists {
            let (next, latest) = site.marks_from(name, list, 0, PART);
            let (mut cursor, mut marks) = (next, Vec::new());
            while cursor != 0 {
                let (next, part) = site.marks_from(name, list, cursor, len / 2 + PART);
                marks.extend(part);
                cursor = next;
            }
            marks.extend(latest);
            assert_eq!(marks, model.list(name, list).unwrap().marks());
        }
        assert_same_shown(model, site, name);
    }
}

/// Compares the lists that articles and comments show a user.
fn assert_same_shown(model: &Model, site: &Site, user: UserName) {
    // Not in the order of their names.
    let names: Vec<_> = (0..20).rev().map(names::list).collect();
    let named = site.viewer_lists(site.viewer(user), &names);
    let lists = model.marks.iter().filter(|((of, _), _)| of == user.as_bytes());
    let marks = lists.flat_map(|((_, name), list)| list.ids().map(|id| (&name[..], id)));
    let marks: BTreeSet<_> = marks.collect();
    for view in site.items() {
        let id = view.id().get();
        let expected = names.iter().filter(|list| marks.contains(&(list.as_bytes(), id)));
        assert!(view.marks(&named).eq(expected.copied()));
    }
}
