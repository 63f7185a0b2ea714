//! What is wrong or odd gets the reply of one site, and what is refused changes no part.

use test_support::*;

use crate::harness::*;

/// What is on the site, with each number of a range in place of `#`.
const SITE: [(std::ops::RangeInclusive<u32>, &str); 3] = [
    (1..=8, "POST news u# t l# GROUPS 1 g ID # TIME #"),
    (1..=8, "VOTE news bob #"),
    (11..=11, "COMMENT news bob 3 text ID # TIME #"),
];

/// Lines that are refused. `''` is an empty word.
const REFUSED: &[&str] = &[
    "PAGE news 0",
    "PAGE news x",
    "PAGE news +1",
    "PAGE news 01",
    "PAGE news 18446744073709551617",
    "PAGE news 1 SIZE 1001",
    "PAGE news 1 SIZE +2",
    "PAGE news 2 PER USER 1",
    "PAGE news 1 PER NOBODY 1",
    "PAGE news 1 PER USER +1",
    "PAGE news 1 PER USER 1 FORMAT XML",
    "PAGE news 1 PER USER 1 FROM 0 FORMAT XML",
    "PAGE news 1 PER USER 1 FROM 0 VIEWER bob MARKS 1 ''",
    "PAGE news 1 AFTER time:1-1",
    "PAGE news 1 WITHCURSOR WITHPOSITIONS",
    "PAGE news 101 SIZE 10 MINVOTES 0",
    "PAGE news 1001 SIZE 1 MINVOTES x",
    "PAGE news 1001 SIZE 1 MINVOTES 0 AFTER foo",
    "COMMENTS news 1 PER GROUP 1",
    "COUNT news a b",
    "COUNT news FORMAT XML",
    "COUNT news SINCE -05",
    "COUNT news NOTFROM +1 bob",
    "INFO news FORMAT XML",
    "USER news bob FORMAT XML",
    "FIND news l1 FORMAT XML",
    "FIND news l1 COUNT 0",
    "FIND news l1 COUNT +1",
    "LISTS news bob FORMAT XML",
    "FOLLOWS news bob FORMAT XML",
    "FOLLOWERS news USER bob FORMAT XML",
    "FOLLOWERS news USER FORMAT JSON FORMAT JSON",
    "FOLLOWERS news ID 5",
    "RANK news 1 FORMAT XML",
    "GROUPS news FORMAT XML",
    "GROUPS news LIMIT -1 2",
    "GROUPS news LIMIT +0 2",
    "GROUPS news LIMIT 0 10001",
    "GROUPS news LIMIT 18446744073709551615 1",
    "AFFINITY news u1 FORMAT XML",
    "AFFINITY news u1 COUNT x",
    "AFFINITY news u1 COUNT +5",
    "AFFINITY news u1 COUNT 1001",
    "EXPORT news 0 FORMAT XML",
    "EXPORT news 0 COUNT +5",
    "EXPORT news 0 COUNT 10001",
    "EXPORT news x",
    "CHANGES news 0 FORMAT XML",
    "CHANGES news 0 COUNT 0",
    "CHANGES news 0 COUNT +5",
    "CHANGES news 0 BLOCK -1",
    "CHANGES news x",
    "MGET news 2 1",
    "MGET news +1 1",
    "MGET news 2 1 02",
    "MGET news 2 1 18446744073709551616",
    "VOTES news bob 1 +2",
    "VOTE news alice x",
    "VOTE news alice 05",
    "DEL news 1 x",
    "DEL news 1 06",
    "DEL news 1 +6",
    "DEL news 1 9999999999999999999",
    "MODERATE news HIDE 1 06",
    "MODERATE news FOO 1 2",
    "MARK news alice saved 1 x",
    "MARK news alice saved 1 06",
    "MARK news alice saved ALL",
    "MARK news alice '' 1 2",
    "UNMARK news alice saved 1 ALL",
    "MUTE news alice ID 1 06",
    "MUTE news alice ID ALL",
    "FOLLOW news alice ID 5",
    "LOAD news MARKS alice saved 2 1 06",
    "LOAD news MARKS alice saved 1",
    "LOAD news MARKS '' saved 0",
    "LOAD news MUTES alice ID 2 1 06",
    "LOAD news LASTID 0",
    "LOAD news LASTID 10",
    "LOAD news LASTID 4294967296",
    "LOAD news FOLLOWS alice ID 1 5",
    "LOAD news SEEN alice time:5",
    "SEEN news alice x",
    "SEEN news alice time:5-4294967296",
    "UNVOTE news bob x",
    "UNVOTE news bob 00",
    "UNVOTE news bob -1",
    "UNVOTE news bob 4294967296",
    "UNVOTE news bob 0 COUNT 0",
    "SILENCE news bob YES +0",
    "SILENCE news bob YES 4294967297",
    "SILENCE news bob YES 0 COUNT 10001",
    "SILENCE news bob MAYBE 0",
    "TRANSFER news u1 u2 COUNT 0",
    "TRANSFER news u1 u2 COUNT +5",
    "FORGET news bob COUNT 10001",
    "FORGET news '' COUNT 1",
    "ALTER news WINDOW 0",
    "CREATE news",
    "CREATE news WINDOW 0",
    "CREATE news NX WINDOW 0",
    "ALTER news PAGESIZE 07",
];

/// Lines with something odd that is no error.
const ODD: &[&str] = &[
    "CREATE news NX",
    "VOTERS news 11 0",
    "MGET news 3 -1 2 3 RETURN 1 id",
    "MGET news 2 4294967296 2 RETURN 1 id",
    "VOTES news bob -1 2 0 3",
    "VOTES news bob",
    "PAGE news 1 PER USER 1 FROM 0",
    "FOLLOWERS news USER id 5 6",
    "FOLLOWERS news USER FORMAT JSON",
    "COUNT news SINCE SINCE 5",
    "AFFINITY news u1 OF 3 bob nobody bob",
    "GROUPS news LIMIT 9223372036854775807 1",
    "LOAD news MARKS alice saved 0",
    "LOAD news MUTES alice ID 0",
    "MARK news alice saved -1 2 3 4294967296",
    "LISTS news alice",
    "UNMARK news alice saved -1 2",
    "UNMARK news alice saved ALL",
    "MUTE news alice ID -1 2 3",
    "MUTE news alice USER ID ALL",
    "FOLLOWS news alice",
    "FORGET news alice COUNT 1",
    "FOLLOWS news alice",
    "MODERATE news LOCK -1 2 3",
    "UNVOTE news nobody 0",
    "TRANSFER news u1 u1",
    "DEL news -1 2 3",
    "COUNT news",
];

fn words(line: &str) -> Vec<String> {
    let word = |word: &str| if word == "''" { String::new() } else { word.to_owned() };
    format!("ARTICLE.{line}").split(' ').map(word).collect()
}

#[test]
fn what_is_wrong_gets_the_same_reply_and_changes_no_part() {
    let (server, behind) = (with_module().start(), with_module().start());
    let proxy = Proxy::before(&[&behind]);
    let (mut direct, mut through) = (
        RawClient::connect(server.port(), Protocol::Resp2),
        RawClient::connect(proxy.port, Protocol::Resp2),
    );
    direct.run("ARTICLE.CREATE news WINDOW 3153600000");
    through.run("ARTICLE.CREATE news WINDOW 3153600000 PARTS 4");
    let mut same = |line: &str| {
        let words = words(line);
        let reply = direct.call(&words).escape_ascii().to_string();
        assert_eq!(through.call(&words).escape_ascii().to_string(), reply, "{line}");
        reply
    };
    for (numbers, line) in SITE {
        numbers.for_each(|number| _ = same(&line.replace('#', &number.to_string())));
    }
    let mut own = behind.resp2();
    let before = own.run("DEBUG DIGEST");
    for line in REFUSED {
        let reply = same(line);
        assert!(reply.starts_with('-'), "{line}: {reply}");
        assert_eq!(own.run("DEBUG DIGEST"), before, "{line}");
    }
    for line in ODD {
        let reply = same(line);
        assert!(!reply.starts_with('-'), "{line}: {reply}");
    }
}
