//! Transactions and scripts, in which nobody waits.

use super::super::{make, version};
use test_support::changes::{Changes, blocked};
use test_support::*;

/// The arguments of a CHANGES that would wait.
fn lines(c: &mut Client) -> [(String, String); 2] {
    let version = version(c);
    [("news".to_owned(), version), ("none".to_owned(), "0".to_owned())]
}

#[track_caller]
fn assert_nothing(c: &Client, reply: &Value, version: &str) {
    let [next, changed, deleted] = items(reply) else { panic!("{reply:?}") };
    assert_eq!(text(next), version);
    assert_eq!((changed, deleted), (&bulks(&[]), &bulks(&[])), "{:?}", c.protocol);
}

#[in_both_protocols]
fn nobody_waits_in_a_transaction(c: &mut Client) {
    make(c);
    for (key, version) in lines(c) {
        c.ok("MULTI");
        c.run(&format!("ARTICLE.CHANGES {key} {version} BLOCK 0"));
        c.run("ARTICLE.VOTE news zoe 1");
        c.run(&format!("ARTICLE.CHANGES news {version} BLOCK 0"));
        let replies = c.run("EXEC");
        let [before, _, after] = items(&replies) else { panic!("{replies:?}") };
        assert_nothing(c, before, &version);
        assert!(!Changes::read(c, after).is_empty());
        assert_eq!(blocked(c), 0);
    }
}

#[in_both_protocols]
fn nobody_waits_in_a_script(c: &mut Client) {
    make(c);
    let script = "return redis.call('ARTICLE.CHANGES', KEYS[1], ARGV[1], 'BLOCK', 0)";
    for (key, version) in lines(c) {
        for eval in ["EVAL", "EVAL_RO"] {
            if eval == "EVAL_RO" && c.version() < (7, 0) {
                continue;
            }
            let reply = c.call(eval, (script, 1, &key, &version));
            assert_nothing(c, &reply, &version);
        }
    }
    assert_eq!(blocked(c), 0);
}

#[in_both_protocols]
fn nobody_waits_in_a_function(c: &mut Client) {
    if c.version() < (7, 0) {
        return;
    }
    make(c);
    let code = "#!lua name=library\n\
                redis.register_function{function_name='changes', flags={'no-writes'},\n\
                callback=function(keys, args)\n\
                return redis.call('ARTICLE.CHANGES', keys[1], args[1], 'BLOCK', 0) end}";
    assert_eq!(c.call("FUNCTION", ("LOAD", code)), bulk("library"));
    for (key, version) in lines(c) {
        for call in ["FCALL", "FCALL_RO"] {
            let reply = c.call(call, ("changes", 1, &key, &version));
            assert_nothing(c, &reply, &version);
        }
    }
    assert_eq!(blocked(c), 0);
}
