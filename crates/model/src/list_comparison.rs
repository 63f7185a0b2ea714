//! The comparison of the lists of users with the model's.

use std::collections::BTreeSet;

use article_site::{Site, UserName};

use crate::names::{self, time};
use crate::{Model, ModelMark};

/// The size of the parts in which lists are read.
const PART: usize = 3;

/// Panics if the lists of a site differ from the model's.
pub fn assert_same_lists(model: &Model, site: &Site) {
    assert!(marks_of(site).eq(model.marks.iter().cloned()));
    assert_eq!(site.info(time(0)).marks, model.marks.len() as u64);
    let users: BTreeSet<_> = model.marks.iter().map(|(user, ..)| &user[..]).collect();
    for user in users {
        let name = UserName::new(user).unwrap();
        let lists = site.lists(name);
        let named = lists.iter().map(|(list, len)| (list.as_bytes(), *len));
        assert!(named.eq(model.lists(user)));
        for (list, len) in lists {
            let (mut ids, mut cursor) = (Vec::new(), 0);
            loop {
                let (next, part) = site.list_from(name, list, cursor, len / 2 + PART);
                ids.extend(part);
                cursor = next;
                if cursor == 0 {
                    break;
                }
            }
            assert!(ids.is_sorted_by(|id, next| id > next));
            assert_eq!(ids.len(), len);
            assert!(ids.iter().all(|id| model.is_marked(name, list, id.get())));
        }
        assert_same_shown(model, site, name);
    }
}

/// Compares the lists that articles and comments show a user.
fn assert_same_shown(model: &Model, site: &Site, user: UserName) {
    // Not in the order of their names.
    let names: Vec<_> = (0..20).rev().map(names::list).collect();
    let named = site.viewer_lists(site.viewer(user), &names);
    let marks = model.marks.iter().filter(|(of, ..)| of == user.as_bytes());
    let marks: BTreeSet<_> = marks.map(|(_, list, id)| (&list[..], *id)).collect();
    for view in site.items() {
        let id = view.id().get();
        let expected = names.iter().filter(|list| marks.contains(&(list.as_bytes(), id)));
        assert!(view.marks(&named).eq(expected.copied()));
    }
}

/// Returns what is on the lists of a site.
pub fn marks_of(site: &Site) -> impl Iterator<Item = ModelMark> {
    site.all_lists().flat_map(|(user, list, ids)| {
        ids.map(move |id| (user.as_bytes().to_vec(), list.as_bytes().to_vec(), id.get()))
    })
}
