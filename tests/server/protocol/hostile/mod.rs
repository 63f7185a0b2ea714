//! Hostile input: random command lines and damaged dumps do no harm.

mod commands;
mod dumps;
mod edges;
mod forms;
mod many;
pub mod payload;
mod thread_edges;
mod vocabulary;

use test_support::*;

/// Returns the number of inputs per test: `HOSTILE_INPUTS`, or 2,000.
pub fn inputs() -> usize {
    number_from_env("HOSTILE_INPUTS").unwrap_or(2_000) as usize
}

/// Returns the setup of a server that computes digests and does not compress dumps.
pub fn setup() -> Setup {
    with_module().config("enable-debug-command local").config("rdbcompression no")
}

/// Checks that the server replies, that every site is consistent and the same after DUMP and
/// RESTORE, and that the log is clean.
pub fn assert_unharmed(server: &Server, c: &mut Client) {
    assert_eq!(c.run("PING"), Value::SimpleString("PONG".into()));
    let keys = site_keys(c);
    for key in &keys {
        assert_eq!(c.call("ARTICLE.DEBUG", ("CHECK", key)), Value::Okay);
        let dump = bytes(&c.call("DUMP", key));
        assert_eq!(c.call("RESTORE", ("twin", 0, dump, "REPLACE")), Value::Okay);
        let digests = c.call("DEBUG", ("DIGEST-VALUE", key, "twin"));
        let digests = digests.as_sequence().expect("two digests").to_vec();
        assert_eq!(digests[0], digests[1]);
        assert_eq!(c.call("DEL", "twin"), int(1));
    }
    println!("{} sites are sound", keys.len());
    assert_clean_log(server);
}

/// Checks that the log has no panic of the module and no crash report of the server.
pub fn assert_clean_log(server: &Server) {
    let log = server.log();
    for word in ["internal error", "panicked", "BUG REPORT", "crashed", "Guru Meditation"] {
        assert!(!log.contains(word), "{word} in the log:\n{log}");
    }
}

/// Returns the keys that hold a site.
pub fn site_keys(c: &mut Client) -> Vec<Vec<u8>> {
    let mut keys = Vec::new();
    let mut cursor = b"0".to_vec();
    loop {
        let reply = c.call("SCAN", (&cursor, "TYPE", "ArticleDB", "COUNT", 1000));
        let [next, found] = reply.as_sequence().expect("a cursor and keys") else {
            panic!("not a reply of SCAN: {reply:?}");
        };
        let found = found.as_sequence().expect("keys");
        keys.extend(found.iter().map(bytes));
        cursor = bytes(next);
        if cursor == b"0" {
            return keys;
        }
    }
}

/// Returns a command line of these words.
pub fn line(words: &[&[u8]]) -> Vec<Vec<u8>> {
    words.iter().map(|word| word.to_vec()).collect()
}
