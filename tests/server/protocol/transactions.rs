//! Sites in transactions and scripts behave like any other key.

use test_support::commands::{changes, no_changes, prepare, reads};
use test_support::*;

#[in_both_protocols]
fn commands_in_a_transaction_reply_in_their_order(c: &mut Client) {
    c.ok("MULTI");
    for line in [
        "ARTICLE.POST news alice a l GROUPS 1 g TIME 1000",
        "ARTICLE.POST news alice b l GROUPS 1 g",
        "ARTICLE.VOTE news bob 2",
        "ARTICLE.VOTE news bob 1",
        "ARTICLE.VOTE news bob 2",
        "ARTICLE.COUNT news g",
        "ARTICLE.GET news 2 VIEWER bob",
        "ARTICLE.GROUPPAGE news g 1",
    ] {
        let queued = Value::SimpleString("QUEUED".to_owned());
        assert_eq!(c.run(line), queued, "{line}");
    }
    let reply = c.run("EXEC");
    let replies = items(&reply);
    assert_eq!(replies[..3], [int(1), int(2), int(1)]);
    assert_error(&replies[3], VOTE_CLOSED);
    assert_eq!(replies[4..6], [int(0), int(2)]);
    assert_eq!(c.fields(&replies[6]).int("vote"), 1);
    let page = c.articles(&replies[7]);
    assert_eq!(page.len(), 2);
    assert_eq!(page[0], c.article("news", 2));
}

#[in_both_protocols]
fn a_command_of_wrong_arity_aborts_the_transaction(c: &mut Client) {
    c.ok("MULTI");
    c.run("ARTICLE.POST news alice a l");
    assert_some_error(&c.run("ARTICLE.VOTE news bob"));
    let error = error_text(&c.run("EXEC"));
    assert!(error.starts_with("EXECABORT"), "{error}");
    assert_eq!(c.run("EXISTS news"), int(0));
}

/// Whether a transaction that watches the site runs if another client sends the line meanwhile.
fn goes_through(server: &Server, c: &mut Client, line: &str) -> bool {
    c.ok("WATCH news");
    server.client(c.protocol).run(line);
    c.ok("MULTI");
    c.run("PING");
    let through = c.run("EXEC") != Value::Nil;
    println!("{line}: {through}");
    through
}

#[in_both_protocols(with_module())]
fn what_changes_nothing_does_not_abort_a_transaction_that_watches(
    server: &mut Server,
    c: &mut Client,
) {
    prepare(c, "news");
    for (_, line) in no_changes() {
        assert!(goes_through(server, c, line), "{line}");
    }
}

#[in_both_protocols(with_module())]
fn every_change_aborts_a_transaction_that_watches(server: &mut Server, c: &mut Client) {
    for (command, line) in changes() {
        command.prepare_change(c, "news");
        assert!(!goes_through(server, c, line), "{line}");
    }
    for line in ["DEL news", "ARTICLE.POST news alice a l"] {
        assert!(!goes_through(server, c, line), "{line}");
    }
}

#[in_both_protocols(with_module())]
fn a_site_that_the_first_post_creates_is_watched_before_it_exists(
    server: &mut Server,
    c: &mut Client,
) {
    assert!(goes_through(server, c, "ARTICLE.POST news alice a l NOPE"));
    assert!(goes_through(server, c, "ARTICLE.VOTE news bob 1"));
    assert!(!goes_through(server, c, "ARTICLE.POST news alice a l"));
}

#[in_both_protocols]
fn a_script_posts_votes_and_reads(c: &mut Client) {
    let script = "
        local id = redis.call('ARTICLE.POST', KEYS[1], ARGV[1], 'a title', 'l')
        local votes = redis.call('ARTICLE.VOTE', KEYS[1], ARGV[2], id)
            + redis.call('ARTICLE.VOTE', KEYS[1], ARGV[2], id)
        local article = redis.call('ARTICLE.GET', KEYS[1], id)
        return {id, votes, article[3], article[4], redis.call('ARTICLE.GET', KEYS[1], 9)}";
    let reply = c.call("EVAL", (script, 1, "news", "alice", "bob"));
    // A nil ends a Lua table.
    let expected = [int(1), int(1), bulk("title"), bulk("a title"), Value::Nil];
    assert_eq!(reply, Value::Array(expected.to_vec()));
    assert_eq!(c.article("news", 1).int("upvotes"), 2);
}

#[in_both_protocols]
fn a_script_that_speaks_resp3_gets_maps_and_pairs(c: &mut Client) {
    c.int("ARTICLE.POST news alice hello l GROUPS 1 g");
    let script = "
        redis.setresp(3)
        local article = redis.call('ARTICLE.GET', KEYS[1], 1).map
        local groups = redis.call('ARTICLE.GROUPS', KEYS[1])
        return {article.title, article.upvotes, groups[1][1], groups[1][2]}";
    let reply = c.call("EVAL", (script, 1, "news"));
    let expected = vec![bulk("hello"), int(1), bulk("g"), int(1)];
    assert_eq!(reply, Value::Array(expected));
}

#[in_both_protocols]
fn a_script_sees_errors_as_any_other(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    let script = "return redis.pcall('ARTICLE.VOTE', KEYS[1], 'bob', 9).err";
    assert_eq!(c.call("EVAL", (script, 1, "news")), bulk(NO_ARTICLE));
    let script = "return redis.call('ARTICLE.VOTE', KEYS[1], 'bob', 9)";
    let error = error_text(&c.call("EVAL", (script, 1, "news")));
    assert!(error.starts_with(NO_ARTICLE), "{error}");
}

#[in_both_protocols]
fn reads_run_in_a_read_only_script_and_writes_do_not(c: &mut Client) {
    prepare(c, "news");
    let run = |c: &mut Client, line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let script = "return redis.call(unpack(ARGV))";
        c.call("EVAL_RO", (script, 1, "news", words))
    };
    for line in reads() {
        let reply = run(c, line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
    let writes = changes().chain(no_changes()).filter(|(command, _)| command.has_flag("write"));
    for (_, line) in writes {
        let reply = assert_unchanged(c, "news", |c| run(c, line));
        assert!(is_error(&reply), "{line}: {reply:?}");
    }
}
