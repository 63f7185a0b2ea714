//! Queries made to be expensive: they use no memory out of proportion.

use crate::measure::{assert_used, quiet, send, used};
use test_support::*;

/// The memory that a query may need besides what it sends, and what it gets as a reply.
const WORKING_MEMORY: i64 = 4 << 20;

const ARTICLES: i64 = 10_000;
const GROUPS: i64 = 1_000;

/// Posts articles, each of them in 32 of 1,000 groups and with 32 custom fields.
fn build(server: &Server) {
    let groups =
        |n: i64| (0..32).map(move |k| format!("group-{}", (n * 37 + k * k * 31) % GROUPS));
    let fields: Vec<_> = (0..32).map(|k| format!("field-{k} value-{k}")).collect();
    let fields = fields.join(" ");
    let post = |n: i64| {
        let mut names: Vec<_> = groups(n).collect();
        names.sort_unstable();
        names.dedup();
        let groups = format!("GROUPS {} {}", names.len(), names.join(" "));
        format!("ARTICLE.POST news alice t l TIME {} {groups} FIELDS 32 {fields}", 1000 + n)
    };
    send(server, (0..ARTICLES).map(post));
}

/// Returns an option with names that begin with this prefix.
fn names(option: &str, number: i64, prefix: &str) -> String {
    let names: Vec<_> = (0..number).map(|n| format!("{prefix}-{n}")).collect();
    format!("{option} {number} {}", names.join(" "))
}

/// Sends the line of a page, and checks the memory that it needs besides what the server needs for
/// the request and the reply. Returns the page.
#[track_caller]
fn measure(server: &Server, what: &str, line: &str, request_and_reply: i64) -> Value {
    let before = used(server);
    let peak = peak_memory(server);
    let mut c = server.resp3();
    let page = c.run(line);
    drop(c);
    let grown = peak_memory(server) - peak;
    let limit = WORKING_MEMORY + request_and_reply;
    assert!(grown <= limit, "{what}: {grown} bytes, not at most {limit}");
    assert_used(server, before + (64 << 10), what);
    page
}

#[test]
fn filters_with_1000_groups_in_every_order() {
    let server = quiet().start();
    build(&server);
    let (any_of, all_of, none_of) = (
        names("ANYOF", GROUPS, "group"),
        names("ALLOF", GROUPS, "group"),
        names("NONEOF", GROUPS, "group"),
    );
    // 20 bytes per name, of which the server keeps several copies while it reads a command.
    let request = 3 * GROUPS * 20 * 10;
    for order in ["SCORE", "SCORE ASC", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY"] {
        for (filters, listed) in [
            (any_of.clone(), 1000),
            (none_of.clone(), 0),
            (all_of.clone(), 0),
            (format!("{any_of} NONEOF 1 group-0"), 1000),
            (format!("{any_of} {all_of} {none_of}"), 0),
            (format!("{any_of} MINVOTES 2"), 0),
        ] {
            let line = format!("ARTICLE.PAGE news 1 SIZE 1000 BY {order} RETURN 1 id {filters}");
            let what = format!("1,000 articles {order} {}", &filters[..20]);
            let page = measure(&server, &what, &line, request + (1 << 20));
            assert_eq!(items(&page).len(), listed, "{what}");
        }
    }
}

#[test]
fn a_page_of_1000_with_100_names_to_return() {
    let server = quiet().start();
    build(&server);
    // The fields that exist are the last.
    let missing = names("RETURN", 68, "name").replace("RETURN 68", "RETURN 100");
    let existing = names("", 32, "field").replace(" 32 ", " ");
    for (what, names, shown) in [
        ("100 names", format!("{missing} {existing}"), 32),
        ("100 times one name", format!("RETURN 100{}", " field-7".repeat(100)), 1),
    ] {
        let line = format!("ARTICLE.PAGE news 1 SIZE 1000 {names}");
        let page = measure(&server, what, &line, 32 << 20);
        let c = server.resp3();
        let page = c.articles(&page);
        assert_eq!(page.len(), 1000);
        assert!(page.iter().all(|article| article.0.len() == shown));
        assert_eq!(page[0].text("field-7"), "value-7");
    }
}

#[test]
fn a_limit_of_the_output_buffer_bounds_replies() {
    let server = quiet().config("client-output-buffer-limit normal 8mb 0 0").start();
    let mut c = server.resp3();
    let post = ("news", "alice", "t", "l", "FIELDS", 1, "large", vec![b'x'; 1 << 20]);
    assert_eq!(c.call("ARTICLE.POST", post), int(1));
    let peak = peak_memory(&server);
    // A reply of a gigabyte.
    let mut get = redis::cmd("ARTICLE.MGET");
    get.arg("news").arg(1000).arg(&[1; 1000]);
    assert!(get.query::<Value>(&mut c.connection).is_err(), "the server closes the connection");
    let grown = peak_memory(&server) - peak;
    assert!(grown <= 16 << 20, "{grown} bytes for a reply");
}
