//! Texts are bytes: the module returns NUL, line ends, quotes and invalid UTF-8 unchanged.

use test_support::*;

/// Returns a text that differs from the first only after its NUL.
fn other() -> Vec<u8> {
    [BINARY, b"\0"].concat()
}

fn post(c: &mut Client, key: &[u8]) {
    let options = ("GROUPS", 1, BINARY, "FIELDS", 1, BINARY, BINARY);
    let reply = c.call("ARTICLE.POST", (key, BINARY, BINARY, BINARY, options));
    assert_eq!(reply, int(1));
}

#[in_both_protocols]
fn a_key_is_any_bytes(c: &mut Client) {
    post(c, BINARY);
    assert_eq!(c.call("ARTICLE.COUNT", BINARY), int(1));
    assert_eq!(c.call("ARTICLE.COUNT", other()), int(0));
    assert_eq!(c.call("ARTICLE.VOTE", (BINARY, "bob", 1)), int(1));
    assert_eq!(c.call("DEL", BINARY), int(1));
}

#[in_both_protocols]
fn users_that_differ_after_a_nul_are_different(c: &mut Client) {
    post(c, b"news");
    assert_eq!(c.call("ARTICLE.VOTE", ("news", BINARY, 1, "UP")), int(0));
    assert_eq!(c.call("ARTICLE.VOTE", ("news", other(), 1, "DOWN")), int(1));
    for (user, vote) in [(BINARY.to_vec(), 1), (other(), -1)] {
        let viewed = c.call("ARTICLE.GET", ("news", 1, "VIEWER", &user));
        assert_eq!(c.fields(&viewed).int("vote"), vote);
        let page = c.call("ARTICLE.PAGE", ("news", 1, "VIEWER", &user));
        assert_eq!(c.articles(&page)[0].int("vote"), vote);
    }
}

#[in_both_protocols]
fn groups_that_differ_after_a_nul_are_different_groups(c: &mut Client) {
    post(c, b"news");
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.call("ARTICLE.GROUPADD", ("news", 1, BINARY, other())), int(1));
    assert_eq!(c.call("ARTICLE.GROUPADD", ("news", 2, BINARY)), int(1));
    assert_eq!(c.call("ARTICLE.COUNT", ("news", BINARY)), int(2));
    assert_eq!(c.call("ARTICLE.COUNT", ("news", other())), int(1));
    let groups = c.run("ARTICLE.GROUPS news");
    assert_eq!(c.group_sizes(&groups), [(BINARY.to_vec(), 2), (other(), 1)]);
    let page = c.call("ARTICLE.GROUPPAGE", ("news", other(), 1));
    assert_eq!(c.articles(&page).len(), 1);
    assert_eq!(c.call("ARTICLE.GROUPREM", ("news", 1, BINARY)), int(1));
    let left = c.article("news", 1);
    assert_eq!(left.value("groups"), &Value::Array(vec![bulk(other())]));
}

#[in_both_protocols]
fn group_names_are_sorted_by_their_bytes(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    let names: [&[u8]; 6] = [b"\0", b"a", b"a\0", b"a\0b", b"b", b"\xff"];
    for name in names.iter().rev() {
        assert_eq!(c.call("ARTICLE.GROUPADD", ("news", 1, name)), int(1));
    }
    let expected = names.map(bulk).to_vec();
    assert_eq!(c.article("news", 1).value("groups"), &Value::Array(expected));
    let groups = c.run("ARTICLE.GROUPS news");
    assert_eq!(c.group_sizes(&groups), names.map(|name| (name.to_vec(), 1)));
}

#[in_both_protocols]
fn fields_of_binary_names_are_set_and_unset(c: &mut Client) {
    post(c, b"news");
    let edit = ("news", 1, "FIELDS", 2, other(), "2", BINARY, other());
    assert_eq!(c.call("ARTICLE.EDIT", edit), Value::Okay);
    let fields = c.article("news", 1).0.split_off(13);
    assert_eq!(fields, [(BINARY.to_vec(), bulk(other())), (other(), bulk("2"))]);
    let unset = ("news", 1, "UNSET", 1, BINARY);
    assert_eq!(c.call("ARTICLE.EDIT", unset), Value::Okay);
    let fields = c.article("news", 1).0.split_off(13);
    assert_eq!(fields, [(other(), bulk("2"))]);
}
