//! Who may wait, and how the server describes the command.

use super::super::{make, version};
use test_support::changes::{Waiting, await_blocked};
use test_support::*;

#[test]
fn a_reader_of_the_key_needs_nothing_else() {
    in_both_protocols_with(with_module(), |server, c| {
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
    });
}

#[test]
fn the_server_knows_that_it_blocks() {
    in_both_protocols(|c| {
        let reply = c.run("COMMAND INFO article.changes");
        let info = items(&items(&reply)[0]);
        assert_eq!(info[1], int(-3));
        let names = |value: &Value| match value {
            Value::Array(names) | Value::Set(names) => names
                .iter()
                .map(|name| String::from_utf8_lossy(&bytes(name)).into_owned())
                .collect(),
            other => panic!("no names: {other:?}"),
        };
        let flags: Vec<String> = names(&info[2]);
        assert!(flags.contains(&"readonly".to_owned()), "{flags:?}");
        assert_eq!(flags.contains(&"blocking".to_owned()), c.version() >= (7, 0), "{flags:?}");
        let blocking = c.run("COMMAND LIST FILTERBY ACLCAT blocking");
        if !is_error(&blocking) && c.version() >= (7, 2) {
            assert!(items(&blocking).contains(&bulk("article.changes")));
        }
    });
}
