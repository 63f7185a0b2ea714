//! Who may wait.

use super::super::{make, version};
use test_support::changes::{Waiting, await_blocked};
use test_support::*;

const NO_PERMISSION: &str = "NOPERM this user may no longer run the command or read the key";

#[in_both_protocols(with_module())]
fn a_reader_of_the_key_needs_nothing_else(server: &mut Server, c: &mut Client) {
    make(c);
    c.ok("ACL SETUSER reader reset on >secret %R~news +article.changes");
    let mut reader = server.client(c.protocol);
    reader.ok("AUTH reader secret");
    reader.send(&format!("ARTICLE.CHANGES news {} BLOCK 0", version(c)));
    await_blocked(c, 1);
    c.int("ARTICLE.VOTE news zoe 1");
    let mut reader = Waiting(reader);
    let changes = reader.changes();
    assert_eq!(changes.ids(), (vec![1], vec![]));
    for line in
        ["ARTICLE.CHANGES other 0", "ARTICLE.GET news 1", "ARTICLE.CHANGES other 0 BLOCK 1"]
    {
        let error = error_text(&reader.0.run(line));
        assert!(error.starts_with("NOPERM"), "{line}: {error}");
    }
}

/// Has a reader wait for changes of a site, which another client may create first, and changes the
/// reader's permissions meanwhile. Returns the client's id, too.
fn wait_and_permit(server: &Server, c: &mut Client, permissions: &str) -> (Waiting, i64) {
    c.ok("ACL SETUSER reader reset on >secret %R~news +article.changes +client|id");
    let mut reader = server.client(c.protocol);
    reader.ok("AUTH reader secret");
    let id = reader.int("CLIENT ID");
    let has_site = c.int("EXISTS news") == 1;
    let version = if has_site { version(c) } else { "0".to_owned() };
    reader.send(&format!("ARTICLE.CHANGES news {version} BLOCK 0"));
    await_blocked(c, 1);
    c.ok(&format!("ACL SETUSER reader {permissions}"));
    (Waiting(reader), id)
}

#[in_both_protocols(with_module())]
fn who_may_no_longer_read_gets_nothing_that_changes_meanwhile(
    server: &mut Server,
    c: &mut Client,
) {
    for withdrawn in ["resetkeys -@all", "resetkeys", "-article.changes", "resetkeys ~other"] {
        for change in [
            "ARTICLE.VOTE news zoe 1",
            "ARTICLE.POST news zoe t l",
            "DEL news",
            "RENAME news elsewhere",
            "SET news text",
        ] {
            make(c);
            let (mut reader, _) = wait_and_permit(server, c, withdrawn);
            assert!(!is_error(&c.run(change)), "{change}");
            assert_error(&reader.reply(), NO_PERMISSION);
        }
        c.run("DEL news");
        let (mut reader, _) = wait_and_permit(server, c, withdrawn);
        c.int("ARTICLE.POST news alice t l");
        assert_error(&reader.reply(), NO_PERMISSION);
    }
}

#[in_both_protocols(with_module())]
fn other_permissions_do_not_matter_to_who_waits(server: &mut Server, c: &mut Client) {
    make(c);
    for permissions in ["resetkeys %R~n*", "nopass off", "-@all (%R~news +article.changes)"] {
        let (mut reader, _) = wait_and_permit(server, c, permissions);
        c.int("ARTICLE.INCRBY news 1 views 1");
        assert_eq!(reader.changes().ids(), (vec![1], vec![]), "{permissions}");
    }
    // As from XREAD, "nothing has changed" is for everybody.
    let (mut reader, id) = wait_and_permit(server, c, "resetkeys -@all");
    c.int(&format!("CLIENT UNBLOCK {id} TIMEOUT"));
    assert!(reader.changes().is_empty());
}
