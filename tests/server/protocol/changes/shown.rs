//! VIEWER and RETURN.

use super::{make, since, version};
use test_support::changes::Changes;
use test_support::*;

#[in_both_protocols]
fn a_viewer_sees_their_vote_but_it_is_no_change(c: &mut Client) {
    make(c);
    c.int("ARTICLE.VOTE news zoe 1");
    c.int("ARTICLE.VOTE news zoe 4 DOWN");
    let seen = Changes::get(c, "news 0 VIEWER zoe");
    for item in &seen.items {
        let id = item.int("id");
        assert_eq!(*item, c.map(&format!("ARTICLE.GET news {id} VIEWER zoe")));
        let vote = match id {
            1 => int(1),
            4 => int(-1),
            6 => Value::Nil,
            _ => int(0),
        };
        assert_eq!(*item.value("vote"), vote);
    }
    assert!(!Changes::get(c, "news 0 VIEWER \"\"").items[0].has("vote"));
    // A silent vote changes nothing but what its voter sees.
    let first = version(c);
    assert_eq!(c.int("ARTICLE.VOTE news zoe 2 SILENT"), 1);
    assert!(Changes::get(c, &format!("news {first} VIEWER zoe")).is_empty());
}

#[in_both_protocols]
fn return_selects_entries(c: &mut Client) {
    make(c);
    let names = "RETURN 5 parent id f title vote";
    for item in Changes::get(c, &format!("news 0 VIEWER zoe {names}")).items {
        let id = item.int("id");
        let expected = c.map(&format!("ARTICLE.GET news {id} VIEWER zoe {names}"));
        assert_eq!(item, expected);
    }
    let empty = Changes::get(c, "news 0 RETURN 0");
    assert_eq!(empty.items, vec![Fields(Vec::new()); 6]);
    // What changes need not be returned.
    let first = version(c);
    c.int("ARTICLE.VOTE news zoe 1");
    let changed = Changes::get(c, &format!("news {first} RETURN 1 title"));
    assert_eq!(changed.items.iter().map(Fields::names).collect::<Vec<_>>(), [["title"]]);
    assert_eq!(since(c, &changed.version), (vec![], vec![]));
}

#[in_both_protocols]
fn versions_do_not_depend_on_what_is_shown(c: &mut Client) {
    make(c);
    let version = Changes::get(c, "news 0 COUNT 4").version;
    for options in ["", "VIEWER zoe", "RETURN 1 id", "VIEWER zoe RETURN 0"] {
        let part = Changes::get(c, &format!("news 0 COUNT 4 {options}"));
        assert_eq!(part.version, version, "{options}");
    }
}
